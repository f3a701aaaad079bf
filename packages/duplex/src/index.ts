export { Demand } from "./demand.ts";
export { type ConnectionDuplex, type DuplexOptions, toDuplex } from "./duplex.ts";
export { type ConnectionStreams, toWebStreams } from "./web-streams.ts";
