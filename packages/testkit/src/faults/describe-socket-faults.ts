import { AssertionError, equal, ok } from "node:assert/strict";
import { isAccessError, type Limits, type Scheme } from "@anyurl/core";
import { isCode } from "../access/coded.ts";
import { expectNoLeaks } from "../access/leaks.ts";
import { runWithAdvice } from "../report/advised.ts";
import { defaultRunner } from "../report/default-runner.ts";
import { declareSection, type ExamContext } from "../report/results.ts";
import { describeHostilePeers, type HostilePeers } from "./describe-faults.ts";
import {
  HOSTILE_KINDS,
  type HostileKind,
  type HostileServer,
  hostile,
  startHostileServer,
} from "./socket-faults.ts";

/** What is used of a client: `createClient` makes one. */
export interface HostileClient {
  get(url: string): Promise<{ bytes(): Promise<Uint8Array> }>;
}

export interface HostileOptions extends ExamContext {
  /** A client that takes these limits over its own, and may connect to loopback. */
  readonly client: (limits: Partial<Limits>) => HostileClient;
  /** A URL of the scheme on 127.0.0.1 and that port, for a `get`. */
  readonly url: (port: number) => string;
  /**
   * The proper start of a dialogue: what the server says on connecting ("" when the client speaks first), then
   * after each line of the client. The peer turns hostile before each of them, and after the last.
   */
  readonly opening: readonly string[];
  /** Whole reply lines to repeat without end, and to break off. Default: the last of `opening`. */
  readonly reply?: string;
  /** What is no fault in this protocol at that point, as an early close where a close is the end of a text. */
  readonly harmless?: (kind: HostileKind, said: number) => boolean;
  /** Milliseconds in which a call must end, and then everything that it has opened. Default 10 000. */
  readonly within?: number;
}

/** Short, so that a test of silence is short. */
const LIMITS: Partial<Limits> = {
  connectTimeout: 2_000,
  replyTimeout: 300,
  idleTimeout: 300,
  farewellTimeout: 100,
  deadline: 3_000,
  maxBytes: 1024 * 1024,
};

/** Milliseconds, with room for a machine that is busy. */
const WITHIN = 10_000;

/**
 * Declares a test for each kind of hostile peer at each point of the start of a dialogue, over sockets: a call ends by a
 * coded AccessError, in time, and nothing of it is left, on either side.
 */
export function describeHostile(scheme: Scheme, options: HostileOptions): void;
/**
 * Declares a test for each operation of a protocol and each of {@link HOSTILE_SHAPES} that suits it, in memory and on a
 * clock that stands still: at each point of the dialogue where it is possible, what comes of it is what must.
 */
export function describeHostile(scheme: Scheme, options: HostilePeers): void;
export function describeHostile(scheme: Scheme, options: HostileOptions | HostilePeers): void {
  if ("protocol" in options) describeHostilePeers(scheme, options);
  else describeOverSockets(scheme, options);
}

function describeOverSockets(scheme: Scheme, options: HostileOptions): void {
  const { opening, runner = defaultRunner, harmless = () => false, within = WITHIN } = options;
  const reply = options.reply ?? opening.at(-1) ?? "";
  declareSection(scheme, "hostile peers", { ...options, runner }, (section) => {
    for (let said = 0; said <= opening.length; said++) {
      for (const kind of HOSTILE_KINDS) {
        section.test(`${kind} after ${said} of ${opening.length} replies`, "hostile-end", async () => {
          await using server = await startHostileServer(hostile(kind, reply), opening.slice(0, said));
          const error = await runWithAdvice("leaks", () =>
            expectNoLeaks(() => attempt(options, server), { patience: within }),
          );
          if (error === undefined) ok(harmless(kind, said), "the call fails, for the peer is hostile");
          else
            ok(isAccessError(error) && isCode(error.code), `an AccessError with a code, not: ${told(error)}`);
        });
      }
    }
  });
}

/** Opens and reads to the end. Gives the error, when there is one. */
async function attempt(options: HostileOptions, server: HostileServer): Promise<unknown> {
  const { client, url, within = WITHIN } = options;
  const error = await ended(client(LIMITS), url(server.port), within);
  await closed(server, within);
  // Refused by a policy is not withstood: such a test would show nothing.
  ok(server.accepted > 0, `the client has met its peer; it ended by: ${told(error)}`);
  runWithAdvice("leaks", () => equal(server.live, 0, "sockets that the client has left open"));
  return error;
}

async function ended(client: HostileClient, url: string, within: number): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new AssertionError({ message: `no end after ${within} ms` })), within);
  });
  try {
    const call = client.get(url).then((retrieved) => retrieved.bytes());
    await Promise.race([call, late]);
    return undefined;
  } catch (error) {
    if (error instanceof AssertionError) throw error;
    return error ?? new Error("rejected without a reason");
  } finally {
    clearTimeout(timer);
  }
}

/** What happened at the client's end is news here after a moment. */
async function closed(server: HostileServer, within: number): Promise<void> {
  const until = performance.now() + within;
  while ((server.accepted === 0 || server.live > 0) && performance.now() < until) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function told(error: unknown): string {
  return error instanceof Error ? (error.stack ?? String(error)) : String(error);
}
