import { getEventListeners } from "node:events";
import {
  type Attributes,
  createRegistry,
  type Entry,
  type Limits,
  parseLogin,
  resolveLimits,
  type Scheme,
  type Url,
} from "@anyurl/core";
import type { Transport } from "@anyurl/core/exchange";
import { type FakeClock, fakeClock, flushPromises } from "../memory/fake-clock.ts";
import { type MemoryTransport, memoryTransport } from "../memory/memory-transport.ts";
import type { Fault, Network } from "./fault.ts";
import { KIT_LIMITS } from "./faults.ts";
import { type ExchangePoint, type FaultInjector, FaultyPeer, type HostilePeerInit } from "./faulty-peer.ts";
import { createPayload, DATA_PORT, FOREIGN, type Payload, SERVER } from "./payload.ts";
import { type CallRecord, type PeeredClient, runOperation } from "./run-operation.ts";
import type { HostileOperation, HostileProtocol } from "./server-steps.ts";
import { UploadSource } from "./source.ts";

/** What the kit gives a client to live in. */
export interface PeeredWorld {
  readonly transport: Transport;
  readonly clock: Pick<FakeClock, "now" | "setTimeout">;
  readonly limits: Partial<Limits>;
}

export interface RunInit {
  readonly scheme: Scheme;
  readonly protocol: HostileProtocol;
  readonly operation: HostileOperation;
  readonly client: (world: PeeredWorld) => PeeredClient;
  readonly shape: Fault;
  /** The point at which it lies, and the next one, of a proper dialogue. */
  readonly at?: ExchangePoint | undefined;
  readonly next?: ExchangePoint | undefined;
  /** The operation of the transport that fails. */
  readonly failAt?: number;
}

/** What has become of a call, and of everything around it. */
export interface Report {
  readonly error: unknown;
  /** Has it ended well? */
  readonly succeeded: boolean;
  readonly octets: readonly Uint8Array[];
  readonly complete: true | false | "unknown" | undefined;
  readonly entries: readonly Entry[];
  /** Bytes that the body of a `get` was to have, as the client said before it. */
  readonly size: number | undefined;
  /** What a `stat` has given. */
  readonly attributes: Attributes | undefined;
  /** What the server has taken of an upload, and whether it has said that what was asked for is done. */
  readonly taken: readonly Uint8Array[];
  readonly confirmed: boolean;
  /** Octets that were asked of the caller. */
  readonly pulled: number;
  readonly goods: Payload;
  readonly url: Url;
  readonly reason: Error;
  readonly limits: Limits;
  readonly transport: MemoryTransport;
  readonly points: readonly ExchangePoint[];
  /** Milliseconds of the fake clock. */
  readonly took: number;
  /** What the server has to say against the client, in words. */
  readonly complaints: readonly string[];
  /** What is left of it that should not be, in words. */
  readonly left: readonly string[];
}

const PASS_THROUGH: FaultInjector = async () => "say it";

/** Makes one call in a world of its own. */
export async function run(init: RunInit): Promise<Report> {
  const { scheme, protocol, operation, shape, at, next, failAt } = init;
  const url = createRegistry(scheme).parse(operation.url) as Url;
  const { host, port } = operation.server ?? serverOf(url, scheme);
  const { server, dropped = [], clear, staysOpen = false, ignoresInput: deaf = false } = shape.network ?? {};
  const transport = memoryTransport({
    names: server === "unknown" ? {} : { [host.toLowerCase()]: [SERVER] },
    ...(failAt !== undefined && { failAt }),
  });
  for (const each of dropped) transport.drop(SERVER, each);
  if (server === "drops") transport.drop(SERVER, port);
  // Who believes a foreign address would get through to it.
  transport.listen(FOREIGN, DATA_PORT, () => {});
  const clock = fakeClock();
  const goods = (shape.payload ?? createPayload)(operation);
  const proper = { address: SERVER, port: DATA_PORT, size: goods.octets.length, heard: [] };
  const controller = new AbortController();
  const reason = new Error("the caller has given up");
  const peer = new FaultyPeer({
    transport,
    clock,
    protocol,
    port: server === undefined ? port : undefined,
    tls: tlsOf(operation, clear),
    staysOpen,
    deaf,
    world: { ...proper, ...shape.world?.(proper) },
    body: goods.wire,
    interference: interferenceOf(init, at, next),
    abort: () => controller.abort(reason),
  });
  const limits = { ...KIT_LIMITS, ...shape.limits };
  const strays: unknown[] = [];
  const stray = (error: unknown) => void strays.push(error);
  process.on("unhandledRejection", stray);
  const began = clock.now();
  const seen: CallRecord = { octets: [], entries: [], attributes: undefined, size: undefined };
  const source = new UploadSource(goods.upload ?? new Uint8Array(0), shape.source);
  let complete: Report["complete"];
  let error: unknown;
  let succeeded = false;
  try {
    const client = init.client({ transport, clock, limits });
    complete = await clock.until(runOperation(client, init, controller.signal, { seen, source }));
    succeeded = true;
  } catch (thrown) {
    error = thrown;
  } finally {
    await flushPromises();
    process.off("unhandledRejection", stray);
    peer.stop();
  }
  const left = [
    ...leftovers(transport, clock, controller.signal),
    ...transport.faults
      .filter((fault) => !isBroken(fault))
      .map((fault) => `the server of the test failed: ${fault}`),
    ...strays.map((thrown) => `a rejection that nobody has handled: ${thrown}`),
    ...(source.open ? ["what is to be written is neither read to its end nor ended"] : []),
  ];
  const { points, complaints, taken, confirmed } = peer;
  const { pulled } = source;
  const took = clock.now() - began;
  return {
    ...seen,
    ...{ taken, confirmed, pulled },
    ...{ error, succeeded, complete, goods, url, reason, transport, points, took, complaints, left },
    limits: resolveLimits(limits),
  };
}

function tlsOf({ tls }: HostileOperation, clear: Network["clear"]): HostilePeerInit["tls"] {
  const data = tls === undefined || clear !== undefined ? false : tls === "upgrade" ? "either" : true;
  return { control: tls === "first octet" && clear !== "all", data };
}

/** The truth up to the point, the lie at it, and then what the shape has for later. */
function interferenceOf(
  { shape, protocol }: RunInit,
  at: ExchangePoint | undefined,
  next: ExchangePoint | undefined,
): FaultInjector {
  if (at === undefined || shape.inject === undefined) return PASS_THROUGH;
  const lie = shape.inject(at, next, protocol);
  const later = shape.injectAfter?.(protocol) ?? PASS_THROUGH;
  return async (turn) =>
    turn.index < at.index ? "say it" : turn.index === at.index ? lie(turn) : later(turn);
}

function serverOf(url: Url, scheme: Scheme): NonNullable<HostileOperation["server"]> {
  const { hostname: host, port } = parseLogin(url, scheme.defaultPort(url.scheme) ?? 0);
  return { host, port };
}

/** What a call must not leave behind it. */
function leftovers(transport: MemoryTransport, clock: FakeClock, signal: AbortSignal): readonly string[] {
  const listeners = getEventListeners(signal, "abort").length;
  return [
    ...(transport.open > 0 ? [`${transport.open} connections are left open`] : []),
    ...(clock.pending > 0 ? [`${clock.pending} timers are left`] : []),
    ...(listeners > 0 ? [`${listeners} listeners are left at the caller's signal`] : []),
  ];
}

/** The server, too, learns that a connection is gone when it writes to it. */
function isBroken(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "EPIPE" || error.code === "ECONNRESET");
}
