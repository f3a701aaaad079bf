export { connect as connectTls } from "node:tls";
export { speakOver } from "./secure.ts";
export { toConnectionOptions, watch } from "./tls.ts";
export { tlsFault } from "./tls-fault.ts";
