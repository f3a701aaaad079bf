import { AccessError, type Limits, resolveLimits } from "@anyurl/core";
import type { Context, WireEvent } from "@anyurl/core/exchange";
import { ReusedMemory } from "../access/reused-memory.ts";
import { type Cut, WHOLE } from "../transcript/cut.ts";
import { ScriptedPeer } from "../transcript/scripted-peer.ts";
import type { Script } from "../transcript/transcript.ts";

/** 2026-01-01. Dates without a year in listings depend on the current date. */
const NOW = 1_767_225_600_000;

export interface MemoryContextInit {
  /** The lines of the server and of the client. */
  readonly script: Script;
  /** Default: whole. */
  readonly cut?: Cut;
  readonly limits?: Partial<Limits>;
  readonly options?: Readonly<Record<string, unknown>>;
  /** The caller's credentials, by field: "user", "password", "account". */
  readonly answers?: ReadonlyMap<string, string>;
  /** Milliseconds since the epoch. Default: the beginning of 2026. */
  readonly now?: number | undefined;
  readonly signal?: AbortSignal;
  /** The index of the operation that fails, from 0. Default: none. */
  readonly failAt?: number;
}

/** A context in memory for one exchange: for tests of `access` without sockets. */
export interface MemoryContext extends Context {
  /** The recorded events, in order. */
  readonly events: readonly WireEvent[];
  /** Number of operations: opens, sends, receives, and requests for credentials. */
  readonly operations: number;
  /** Number of open connections. */
  readonly live: number;
  /**
   * Checks that the client followed the whole script.
   *
   * @throws {TranscriptMismatch} the client did not follow the script, or left a connection open.
   */
  check(): void;
}

export function memoryContext(init: MemoryContextInit): MemoryContext {
  const { script, cut = WHOLE, answers = new Map(), options = {}, now = NOW } = init;
  const peer = new ScriptedPeer(script, cut);
  const events: WireEvent[] = [];
  let operations = 0;
  const mayFail = () => {
    if (operations++ !== init.failAt) return;
    const cause = Object.assign(new Error("write EPIPE"), { code: "EPIPE" });
    throw new AccessError("connect-failed", "injected failure of this step", { cause });
  };
  return {
    events,
    get operations() {
      return operations;
    },
    get live() {
      return peer.live;
    },
    limits: resolveLimits(init.limits),
    signal: init.signal ?? new AbortController().signal,
    options,
    now: () => now,
    record: (event) => void events.push(event),
    connect: async (endpoint, { channel = "control" } = {}) => {
      mayFail();
      const connection = peer.connect(endpoint, channel);
      const { address, port } = connection.remote;
      const memory = new ReusedMemory();
      events.push({ do: "open", on: channel, address, port });
      return {
        ...connection,
        send: async (octets) => {
          mayFail();
          await connection.send(octets);
        },
        receive: async (phase, onLoan = false) => {
          mayFail();
          memory.reclaim();
          const octets = await connection.receive(phase);
          return octets !== undefined && onLoan ? memory.lend(octets) : octets;
        },
        // In memory, TLS is not needed: the script has the lines without encryption.
        secure: async () => mayFail(),
      };
    },
    ask: async ({ wanted }) => {
      mayFail();
      return answers.has(wanted) ? Object.fromEntries(answers) : undefined;
    },
    check: () => peer.check(),
  };
}
