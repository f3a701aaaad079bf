export { connect as connectTls } from "node:tls";
export { speakOver } from "./secure.ts";
export { optionsOf, watch } from "./tls.ts";
export { tlsFault } from "./tls-fault.ts";
