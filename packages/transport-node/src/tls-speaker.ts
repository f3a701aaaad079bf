export { connect as connectTls } from "node:tls";
export { optionsOf, watch } from "./tls.ts";
export { tlsFault } from "./tls-fault.ts";
