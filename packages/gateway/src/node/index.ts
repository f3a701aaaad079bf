export { createGatewayClient, type GatewayClientOptions } from "./gateway-client.ts";
export { readKeyFile } from "./key-file.ts";
export { closeStore, openStore } from "./open-store.ts";
export { type ServableGateway, type Serving, serveGateway } from "./serve.ts";
export { type ServeOptions, serveOptions } from "./serve-options.ts";
