export { type ConnectionDuplex, type DuplexOptions, toDuplex } from "./duplex.ts";
