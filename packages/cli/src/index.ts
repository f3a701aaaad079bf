export { EXIT } from "./exit.ts";
export type { Interruption, Io, Output } from "./io.ts";
export { main } from "./main.ts";
