export { type GatewayClientOptions, gatewayClient } from "./gateway-client.ts";
export { readKeyFile } from "./key-file.ts";
export { closeStore, storeOf } from "./open-store.ts";
export { type Served, type ServeOptions, type Serving, serveGateway } from "./serve.ts";
export { type SqliteStore, type SqliteStoreOptions, sqliteStore } from "./sqlite-store.ts";
