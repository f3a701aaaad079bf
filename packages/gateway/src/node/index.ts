export { createGatewayClient, type GatewayClientOptions } from "./gateway-client.ts";
export { readKeyFile } from "./key-file.ts";
export { closeStore, openStore } from "./open-store.ts";
export { type ServableGateway, type ServeOptions, type Serving, serveGateway } from "./serve.ts";
export { openSqliteStore, type SqliteStore, type SqliteStoreOptions } from "./sqlite-store.ts";
