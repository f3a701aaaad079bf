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
import { countPromises } from "./count-promises.ts";
import type { Network } from "./fault.ts";
import { KIT_LIMITS } from "./faults.ts";
import { FaultyFiles } from "./faulty-files.ts";
import {
  type ExchangePoint,
  type FaultInjector,
  FaultyPeer,
  type HostilePeerInit,
  isBroken,
} from "./faulty-peer.ts";
import { createPayload, DATA_PORT, FOREIGN, type Payload, SERVER } from "./payload.ts";
import { type CallRecord, type OperationInit, type PeeredClient, runOperation } from "./run-operation.ts";
import type { HostileOperation, HostileProtocol } from "./server-steps.ts";
import { UploadSource } from "./source.ts";

/** The environment of a client under test. */
export interface PeeredWorld {
  readonly transport: Transport;
  readonly clock: Pick<FakeClock, "now" | "setTimeout">;
  readonly limits: Partial<Limits>;
}

export interface RunInit extends OperationInit {
  readonly scheme: Scheme;
  readonly protocol: HostileProtocol;
  readonly client: (world: PeeredWorld) => PeeredClient;
  /** The point of a correct exchange at which the fault is injected, and the next point. */
  readonly at?: ExchangePoint | undefined;
  readonly next?: ExchangePoint | undefined;
  /** The index of the transport operation that fails. */
  readonly failAt?: number;
}

/** The result of a call and its side effects. */
export interface Report {
  readonly error: unknown;
  /** Whether the call succeeded. */
  readonly succeeded: boolean;
  readonly octets: readonly Uint8Array[];
  readonly complete: true | false | "unknown" | undefined;
  readonly entries: readonly Entry[];
  /** The size of the body in bytes that the client announced for a `get`. */
  readonly size: number | undefined;
  /** The result of a `stat`. */
  readonly attributes: Attributes | undefined;
  /** The bytes of an upload that the server read, and whether it confirmed the operation. */
  readonly taken: readonly Uint8Array[];
  readonly confirmed: boolean;
  /** Bytes that the client read from the caller's source. */
  readonly pulled: number;
  readonly goods: Payload;
  readonly url: Url;
  readonly reason: Error;
  readonly limits: Limits;
  readonly transport: MemoryTransport;
  readonly points: readonly ExchangePoint[];
  /** Milliseconds of the fake clock. */
  readonly took: number;
  /** Number of promises that the call created, if the fault limits it. */
  readonly promises: number | undefined;
  /** Bytes of memory that the client needed for a body, if the fault measured them. */
  readonly held: number | undefined;
  /** Complaints of the server about the client, as messages. */
  readonly complaints: readonly string[];
  /** Resources that the call left open, as messages. */
  readonly left: readonly string[];
}

const PASS_THROUGH: FaultInjector = async () => "say it";

/** Makes one call with a transport, a clock and a server of its own. */
export async function run(init: RunInit): Promise<Report> {
  const { scheme, protocol, operation, fault, at, next, failAt } = init;
  const url = createRegistry(scheme).parse(operation.url) as Url;
  const { host, port } = operation.server ?? resolveServer(url, scheme);
  const { server, dropped = [], clear, staysOpen = false, ignoresInput: deaf = false } = fault.network ?? {};
  const clock = fakeClock();
  const goods = (fault.payload ?? createPayload)(operation);
  const proper = { address: SERVER, port: DATA_PORT, size: goods.octets.length, heard: [] };
  const controller = new AbortController();
  const reason = new Error("aborted by the caller");
  const abort = () => controller.abort(reason);
  const interference = createFaultInjector(init, at, next);
  const local =
    protocol.files === true
      ? new FaultyFiles({ operation, goods, clock, world: proper, interference, abort })
      : undefined;
  const transport = memoryTransport({
    clock,
    ...(local !== undefined && { files: local.files }),
    names: server === "unknown" ? {} : { [host.toLowerCase()]: [SERVER] },
    ...(failAt !== undefined && { failAt }),
  });
  for (const each of dropped) transport.drop(SERVER, each);
  if (server === "drops") transport.drop(SERVER, port);
  // A client that trusts a foreign address can connect to it.
  transport.listen(FOREIGN, DATA_PORT, () => {});
  const peer =
    local ??
    new FaultyPeer({
      transport,
      clock,
      protocol,
      port: server === undefined ? port : undefined,
      tls: createPeerTls(operation, clear),
      staysOpen,
      deaf,
      world: { ...proper, ...fault.world?.(proper) },
      body: goods.wire,
      maxChunk: goods.maxChunk,
      interference,
      abort,
    });
  const limits = { ...KIT_LIMITS, ...fault.limits };
  const strays: unknown[] = [];
  let promises: number | undefined;
  const stray = (error: unknown) => void strays.push(error);
  process.on("unhandledRejection", stray);
  const began = clock.now();
  const seen: CallRecord = { octets: [], entries: [], attributes: undefined, size: undefined };
  const source = new UploadSource(goods.upload ?? new Uint8Array(0), fault.source);
  let complete: Report["complete"];
  let error: unknown;
  let succeeded = false;
  try {
    const client = init.client({ transport, clock, limits });
    const call = () => runOperation(client, init, controller.signal, { seen, source });
    const counted = () => countPromises(call, (count) => (promises = count));
    complete = await clock.until(fault.maxPromises === undefined ? call() : counted());
    succeeded = true;
  } catch (thrown) {
    error = thrown;
  } finally {
    await flushPromises();
    process.off("unhandledRejection", stray);
    peer.stop();
  }
  if ("failure" in peer && peer.failure !== undefined) {
    const { thrown } = peer.failure;
    throw new Error(`a callback of the protocol or of the operation threw: ${thrown}`, { cause: thrown });
  }
  const left = [
    ...leftovers(transport, clock, controller.signal),
    ...transport.faults
      .filter((fault) => !isBroken(fault))
      .map((fault) => `the server of the test failed: ${fault}`),
    ...strays.map((thrown) => `an unhandled rejection: ${thrown}`),
    ...(source.open ? ["the source is neither read to its end nor closed"] : []),
  ];
  const { points, complaints, taken, confirmed, held } = peer;
  const { pulled } = source;
  const took = clock.now() - began;
  return {
    ...seen,
    ...{ taken, confirmed, pulled, held },
    ...{
      error,
      succeeded,
      complete,
      goods,
      url,
      reason,
      transport,
      points,
      took,
      promises,
      complaints,
      left,
    },
    limits: resolveLimits(limits),
  };
}

function createPeerTls({ tls }: HostileOperation, clear: Network["clear"]): HostilePeerInit["tls"] {
  const data = tls === undefined || clear !== undefined ? false : tls === "upgrade" ? "either" : true;
  return { control: tls === "implicit" && clear !== "all", data };
}

/** Returns the behavior of the server: correct before the point, the fault at the point, and `injectAfter` afterwards. */
function createFaultInjector(
  { fault, protocol }: RunInit,
  at: ExchangePoint | undefined,
  next: ExchangePoint | undefined,
): FaultInjector {
  if (at === undefined || fault.inject === undefined) return PASS_THROUGH;
  const injected = fault.inject(at, next, protocol);
  const later = fault.injectAfter?.(protocol) ?? PASS_THROUGH;
  return async (turn) =>
    turn.index < at.index ? "say it" : turn.index === at.index ? injected(turn) : later(turn);
}

function resolveServer(url: Url, scheme: Scheme): NonNullable<HostileOperation["server"]> {
  const { hostname: host, port } = parseLogin(url, scheme.defaultPort(url.scheme) ?? 0);
  return { host, port };
}

/** Lists the resources that a call left open. */
function leftovers(transport: MemoryTransport, clock: FakeClock, signal: AbortSignal): readonly string[] {
  const listeners = getEventListeners(signal, "abort").length;
  return [
    ...(transport.open > 0 ? [`${transport.open} connections are left open`] : []),
    ...(clock.pending > 0 ? [`${clock.pending} timers are left running`] : []),
    ...(listeners > 0 ? [`${listeners} listeners are left on the caller's signal`] : []),
  ];
}
