export { ADVICE, type AdviceName } from "./advice.ts";
export { adviceOf } from "./advised.ts";
export { type AuthorityFields, anyAuthority, anyHost, anyText, textWithout } from "./arbitraries.ts";
export type { Cut } from "./cut.ts";
export { type AccessOptions, describeAccess } from "./describe-access.ts";
export { describeHostile, type HostileClient, type HostileOptions } from "./describe-hostile.ts";
export type { HostilePeers } from "./describe-hostile-peers.ts";
export { describeScheme } from "./describe-scheme.ts";
export type { Arbitraries, ExamOptions, PartsOf } from "./exam.ts";
export { type FakeClock, type FakeClockInit, fakeClock, settled } from "./fake-clock.ts";
export {
  HOSTILE_KINDS,
  type HostileKind,
  type HostileScript,
  type HostileServer,
  hostile,
  startHostileServer,
} from "./hostile.ts";
export type { PeeredCall, PeeredClient } from "./hostile-call.ts";
export type { Interference, ProperPoint, Remaining, Turn } from "./hostile-peer.ts";
export type { BodyEnd, HostileOperation, HostileProtocol, HostileWorld, Said } from "./hostile-protocol.ts";
export type { PeeredWorld } from "./hostile-run.ts";
export { HOSTILE_SHAPES, type HostileShape, type Network, type Outcome } from "./hostile-shapes.ts";
export type { Goods } from "./hostile-world.ts";
export { expectNoLeaks, type LeakOptions } from "./leaks.ts";
export { type LintOptions, lintScheme, type Registration } from "./lint-scheme.ts";
export { type MemoryContext, type MemoryContextInit, memoryContext } from "./memory-context.ts";
export type { MemoryPeer, MemoryTraffic } from "./memory-pipe.ts";
export {
  type ListenOptions,
  type MemoryHandler,
  type MemoryTransport,
  type MemoryTransportInit,
  memoryTransport,
} from "./memory-transport.ts";
export { mutated } from "./mutated.ts";
export { linesOfOctets, octetsOfLine } from "./notation.ts";
export { type PlanEqualsWireInit, planEqualsWire } from "./plan-equals-wire.ts";
export { readVectors } from "./read-vectors.ts";
export { type ReplayOptions, replayTranscripts } from "./replay-transcripts.ts";
export { examTable, isReport, type Report } from "./report.ts";
export { readReport } from "./report-file.ts";
export type { Result, Taking } from "./results.ts";
export { reusedChunks } from "./reused-memory.ts";
export type { Runner, Skipped } from "./runner.ts";
export { TranscriptMismatch } from "./scripted-peer.ts";
export type { AccessCall, AccessClient, Fixtures, KitServer, Refusal, ServerKit } from "./server-kit.ts";
export {
  type Opening,
  parseTranscript,
  type Script,
  type ScriptLine,
  type Transcript,
} from "./transcript.ts";
export type { Vector } from "./vector.ts";
