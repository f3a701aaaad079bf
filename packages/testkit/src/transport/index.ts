export { describeTransport } from "./describe-transport.ts";
export type { TransportExamOptions } from "./exam.ts";
export type { TransportPeers } from "./peer-ports.ts";
export { type PlainResult, type PlainRunner, plainRunner } from "./plain-runner.ts";
