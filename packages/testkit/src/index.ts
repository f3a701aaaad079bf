export { type AccessOptions, describeAccess } from "./access/describe-access.ts";
export { expectNoLeaks, type LeakOptions } from "./access/leaks.ts";
export { reusedChunks } from "./access/reused-memory.ts";
export type {
  AccessCall,
  AccessClient,
  Fixtures,
  KitServer,
  Refusal,
  ServerKit,
} from "./access/server-kit.ts";
export type { FaultExceptions, HostilePeers } from "./faults/describe-faults.ts";
export { describeHostile, type HostileClient, type HostileOptions } from "./faults/describe-socket-faults.ts";
export type { Fault, Network, Outcome } from "./faults/fault.ts";
export { FAULTS } from "./faults/faults.ts";
export type { ExchangePoint, FaultContext, FaultInjector, FaultOutcome } from "./faults/faulty-peer.ts";
export type { Payload } from "./faults/payload.ts";
export type { PeeredWorld } from "./faults/run-fault.ts";
export type { PeeredCall, PeeredClient } from "./faults/run-operation.ts";
export type {
  BodyEnd,
  HostileOperation,
  HostileProtocol,
  HostileWorld,
  ServerStep,
} from "./faults/server-steps.ts";
export {
  HOSTILE_KINDS,
  type HostileKind,
  type HostileScript,
  type HostileServer,
  hostile,
  startHostileServer,
} from "./faults/socket-faults.ts";
export { type FakeClock, type FakeClockInit, fakeClock, flushPromises } from "./memory/fake-clock.ts";
export { type MemoryContext, type MemoryContextInit, memoryContext } from "./memory/memory-context.ts";
export {
  type FileCall,
  type MemoryFiles,
  type MemoryFilesInit,
  memoryFiles,
} from "./memory/memory-files.ts";
export type { MemoryPeer, MemoryTls, MemoryTraffic } from "./memory/memory-pipe.ts";
export {
  type ListenOptions,
  type MemoryHandler,
  type MemoryTransport,
  type MemoryTransportInit,
  memoryTransport,
} from "./memory/memory-transport.ts";
export { ADVICE, type AdviceName } from "./report/advice.ts";
export { findAdvice } from "./report/advised.ts";
export { examTable, isReport, type Report } from "./report/report.ts";
export { readReport } from "./report/report-file.ts";
export type { Result } from "./report/result.ts";
export type { ExamContext } from "./report/results.ts";
export type { Runner, Skipped } from "./report/runner.ts";
export {
  type AuthorityFields,
  anyAuthority,
  anyHost,
  anyText,
  anyUnicode,
  textWithout,
} from "./syntax/arbitraries.ts";
export { describeScheme } from "./syntax/describe-scheme.ts";
export { describeUrlTable, type UrlTableOptions } from "./syntax/describe-url-table.ts";
export type { Arbitraries, ExamOptions, PartsOf } from "./syntax/exam.ts";
export { type LintOptions, type LintProblem, lintScheme, type Registration } from "./syntax/lint-scheme.ts";
export { mutated } from "./syntax/mutated.ts";
export { readVectors } from "./syntax/read-vectors.ts";
export { templateArbitraries } from "./syntax/template-arbitraries.ts";
export { createUrlRow, type UrlRow } from "./syntax/url-row.ts";
export type { Vector } from "./syntax/vector.ts";
export type { Cut } from "./transcript/cut.ts";
export { formatNotation, parseNotation } from "./transcript/notation.ts";
export { type PlanEqualsWireInit, planEqualsWire } from "./transcript/plan-equals-wire.ts";
export { type ReplayOptions, replayTranscripts } from "./transcript/replay-transcripts.ts";
export { TranscriptMismatch } from "./transcript/scripted-peer.ts";
export {
  type Opening,
  parseTranscript,
  type Script,
  type ScriptLine,
  type Transcript,
} from "./transcript/transcript.ts";
