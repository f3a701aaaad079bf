export { type AnyurlConfig, defineConfig } from "./config/config.ts";
export { EXIT } from "./exit.ts";
export type { HostIo as Io, Interruption, Output } from "./host-io.ts";
export { main } from "./main.ts";
