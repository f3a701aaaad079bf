import { equal, ok } from "node:assert/strict";
import { isAccessError, type Limits, type Scheme } from "@anyurl/core";
import { catchFailure } from "../access/access-exam.ts";
import { isCode } from "../access/coded.ts";
import { expectNoLeaks } from "../access/leaks.ts";
import { ended } from "../access/load-access.ts";
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

/** The part of a client that these tests use. `createClient` returns one. */
export interface HostileClient {
  get(url: string): Promise<{ bytes(): Promise<Uint8Array> }>;
}

export interface HostileOptions extends ExamContext {
  /** Creates a client with these limits that may connect to loopback addresses. */
  readonly client: (limits: Partial<Limits>) => HostileClient;
  /** Returns a URL of the scheme for a `get` from 127.0.0.1 and this port. */
  readonly url: (port: number) => string;
  /**
   * The replies that start a correct exchange: the greeting ("" if the client sends first), then one reply for each
   * line of the client. The fault is injected before each reply, and after the last.
   */
  readonly opening: readonly string[];
  /** Complete reply lines to repeat endlessly and to truncate. Default: the last item of `opening`. */
  readonly reply?: string;
  /** Returns whether a fault is valid in this protocol, such as an early close if a close ends the text. */
  readonly harmless?: (kind: HostileKind, said: number) => boolean;
  /** Milliseconds within which a call must end, and then close everything that it opened. Default: 10 000. */
  readonly within?: number;
}

/** Short, so that tests of timeouts are fast. */
const LIMITS: Partial<Limits> = {
  connectTimeout: 2_000,
  replyTimeout: 300,
  idleTimeout: 300,
  farewellTimeout: 100,
  deadline: 3_000,
  maxBytes: 1024 * 1024,
};

/** Milliseconds; long enough for a busy machine. */
const WITHIN = 10_000;

/**
 * Declares tests over sockets, one for each kind of fault before each reply of `opening`. The call must fail with an
 * AccessError in time, and neither side may leave anything open.
 */
export function describeHostile(scheme: Scheme, options: HostileOptions): void;
/**
 * Declares tests in memory with a fake clock, one for each operation of a protocol and each of {@link FAULTS} that suits
 * it. The fault is injected at each possible point of the exchange, and the call must have the required outcome.
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
          if (error === undefined) ok(harmless(kind, said), "the call must fail");
          else
            ok(
              isAccessError(error) && isCode(error.code),
              `the call must fail with an AccessError that has a code, not with: ${told(error)}`,
            );
        });
      }
    }
  });
}

/** Opens the URL and reads the body to its end. Returns the error, if any. */
async function attempt(options: HostileOptions, server: HostileServer): Promise<unknown> {
  const { client, url, within = WITHIN } = options;
  const call = async () => (await client(LIMITS).get(url(server.port))).bytes();
  const error = await catchFailure(ended(call(), within));
  await closed(server, within);
  // A policy may have blocked the connection. Such a test would prove nothing.
  ok(server.accepted > 0, `the client did not connect to the test server: ${told(error)}`);
  runWithAdvice("leaks", () => equal(server.live, 0, "sockets that the client left open"));
  return error;
}

/** Waits until the server has seen the client close its sockets. */
async function closed(server: HostileServer, within: number): Promise<void> {
  const until = performance.now() + within;
  while ((server.accepted === 0 || server.live > 0) && performance.now() < until) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function told(error: unknown): string {
  return error instanceof Error ? (error.stack ?? String(error)) : String(error);
}
