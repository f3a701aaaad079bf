import { AccessError, type Limits, resolveLimits } from "@anyurl/core";
import type { Context, WireEvent } from "@anyurl/core/exchange";
import { ReusedMemory } from "../access/reused-memory.ts";
import { type Cut, WHOLE } from "../transcript/cut.ts";
import { ScriptedPeer } from "../transcript/scripted-peer.ts";
import type { Script } from "../transcript/transcript.ts";

/** 2026-01-01: a date in a listing without its year needs a today. */
const NOW = 1_767_225_600_000;

export interface MemoryContextInit {
  /** What the peer says, and expects to hear. */
  readonly script: Script;
  /** Default: whole. */
  readonly cut?: Cut;
  readonly limits?: Partial<Limits>;
  readonly options?: Readonly<Record<string, unknown>>;
  /** What the caller's credentials say, by what is wanted: "user", "password", "account". */
  readonly answers?: ReadonlyMap<string, string>;
  /** Milliseconds since the epoch. Default: the beginning of 2026. */
  readonly now?: number | undefined;
  readonly signal?: AbortSignal;
  /** The operation that fails, counted from 0 over all that are asked for. Default: none does. */
  readonly failAt?: number;
}

/** A world in memory, in which one dialogue takes place: for tests of `access` without sockets. */
export interface MemoryContext extends Context {
  /** What was recorded, in order. */
  readonly events: readonly WireEvent[];
  /** How often something was opened, sent, received or asked. */
  readonly operations: number;
  /** Connections that are open. */
  readonly live: number;
  /**
   * @throws {TranscriptMismatch} the client did something else than the script says, has left something undone,
   *   or has left a connection open.
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
    throw new AccessError("connect-failed", "this step fails, on purpose", { cause });
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
        // In memory nobody listens: what is said under TLS is what the script says.
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
