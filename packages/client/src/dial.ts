import { AccessError, hostOf, hostProblem, isAccessError, type Limits } from "@anyurl/core";
import type { Connection, ConnectOptions, Endpoint, Transport } from "@anyurl/core/exchange";
import { addressOctets } from "./addresses.ts";
import { type Call, timedOut } from "./call.ts";
import type { Clock } from "./clock.ts";
import { decideDataPort, decidePort, hostBlocked, type Policy, portBlocked, refusedClass } from "./policy.ts";

/** Milliseconds that one address is given before the next one is tried beside it (RFC 8305 §5). */
const HEAD_START = 250;

export interface Dialling {
  readonly transport: Transport;
  readonly policy: Policy;
  readonly limits: Limits;
  readonly clock: Clock;
  readonly call: Call;
  readonly scheme: string;
  readonly defaultPort: number | undefined;
}

/**
 * Connects to an endpoint that the policy approves of. A name is looked up once, every address of it is judged, and
 * the connection is made to a judged address: never to the name again, for DNS could answer otherwise then.
 *
 * @throws {AccessError} port-blocked, host-blocked, connect-failed, tls-failed, timeout, bounce-refused.
 */
export async function dial(
  dialling: Dialling,
  endpoint: Endpoint,
  options: ConnectOptions = {},
): Promise<Connection> {
  const { call, clock, limits } = dialling;
  call.signal.throwIfAborted();
  let cancel: (() => void) | undefined;
  // Aborts what is under way when time is up, and when the call ends.
  const attempt = new AbortController();
  const stop = () => attempt.abort(call.signal.reason);
  call.signal.addEventListener("abort", stop, { once: true });
  const late = new Promise<never>((_, reject) => {
    if (limits.connectTimeout === Number.POSITIVE_INFINITY) return;
    cancel = clock.setTimeout(() => {
      const error = timedOut("connecting", limits.connectTimeout, "connectTimeout");
      reject(error);
      attempt.abort(error);
    }, limits.connectTimeout);
  });
  try {
    const connected = reach(dialling, endpoint, options, attempt.signal);
    connected.then(
      (connection) => attempt.signal.aborted && connection.close(),
      () => {},
    );
    const connection = await call.unlessAborted(Promise.race([connected, late]));
    call.keep(connection);
    return connection;
  } finally {
    cancel?.();
    call.signal.removeEventListener("abort", stop);
  }
}

async function reach(
  dialling: Dialling,
  endpoint: Endpoint,
  options: ConnectOptions,
  signal: AbortSignal,
): Promise<Connection> {
  const { port } = endpoint;
  const peer = options.peerOf?.remote.address;
  if (peer !== undefined) {
    if (decideDataPort(port) === "refuse") {
      throw new AccessError(
        "bounce-refused",
        `the server names port ${port}, which belongs to another service`,
      );
    }
    return raceTo(dialling, [peer], endpoint, peer, signal);
  }
  const host = endpoint.host ?? "";
  await approvePort(dialling, host, port);
  const addresses = await approvedAddresses(dialling, host, signal);
  return raceTo(dialling, addresses, endpoint, host, signal);
}

async function approvePort(
  { policy, scheme, defaultPort }: Dialling,
  host: string,
  port: number,
): Promise<void> {
  const decision = decidePort(policy, scheme, port, defaultPort);
  if (decision === "allow") return;
  if (decision === "ask" && (await policy.confirm?.({ scheme, host, port })) === true) return;
  throw portBlocked(scheme, port);
}

/** The addresses of a host that may be reached, in the order in which to try them. */
async function approvedAddresses(
  { transport, policy }: Dialling,
  host: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const addresses = await addressesOf(transport, host, signal);
  const refused = addresses.map((address) => refusedClass(policy, address));
  // One forbidden answer makes a name suspicious, when nobody vouches for it.
  const suspicious = policy.profile === "untrusted" && refused.some((reason) => reason !== undefined);
  const approved = suspicious ? [] : addresses.filter((_, i) => refused[i] === undefined);
  if (approved.length > 0) return alternating(approved);
  const reason = refused.find((each) => each !== undefined);
  throw reason === undefined
    ? new AccessError("connect-failed", "the host has no address", { retryable: true })
    : hostBlocked(`this host: its address is ${reason === "denied" ? "denied" : `of the class "${reason}"`}`);
}

async function addressesOf(
  transport: Transport,
  host: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (addressOctets(host) !== undefined) return [host];
  const { kind } = hostOf(host);
  const problem = kind === "name" ? hostProblem(host) : { message: "there is no such address" };
  if (problem !== undefined) throw new AccessError("bad-host", problem.message);
  // Never looked up: what a name server says of it must not count (RFC 6761 §6.3).
  if (/^(?:.*\.)?localhost\.?$/i.test(host)) return ["127.0.0.1", "::1"];
  try {
    return await transport.resolve(host, signal);
  } catch (cause) {
    signal.throwIfAborted();
    throw new AccessError("connect-failed", "the name of the host could not be looked up", {
      cause,
      retryable: true,
    });
  }
}

/** One of each family in turn, beginning with the first (RFC 8305 §4). */
function alternating(addresses: readonly string[]): readonly string[] {
  const isV6 = (address: string) => address.includes(":");
  const first = addresses.filter((address) => isV6(address) === isV6(addresses[0]!));
  const second = addresses.filter((address) => isV6(address) !== isV6(addresses[0]!));
  return first
    .flatMap((address, i) => (i < second.length ? [address, second[i]!] : [address]))
    .concat(second.slice(first.length));
}

/**
 * Tries the addresses one after the other, each with a head start over the next; the first that answers wins, and the
 * rest are closed.
 */
async function raceTo(
  dialling: Dialling,
  addresses: readonly string[],
  { port, tls }: Endpoint,
  host: string,
  signal: AbortSignal,
): Promise<Connection> {
  const { transport, limits, clock } = dialling;
  const losers = new AbortController();
  const stop = () => losers.abort(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  const attempts: Promise<Connection>[] = [];
  let winner: Connection | undefined;
  try {
    for (const address of addresses) {
      const to = {
        address,
        port,
        maxBuffer: limits.maxBuffer,
        ...(tls === true && { tls: { serverName: host } }),
      };
      attempts.push(
        transport.connect(to, losers.signal).then((connection) => pinned(connection, address, port)),
      );
      winner = await Promise.race([
        Promise.any(attempts).catch(() => undefined),
        sleep(clock, HEAD_START, losers.signal),
      ]);
      if (winner !== undefined || signal.aborted) break;
    }
    winner ??= await Promise.any(attempts);
    return winner;
  } catch (error) {
    signal.throwIfAborted();
    throw failed(host, port, tls === true, error instanceof AggregateError ? error.errors : [error]);
  } finally {
    signal.removeEventListener("abort", stop);
    for (const attempt of attempts)
      attempt.then((connection) => connection !== winner && connection.close()).catch(() => {});
    losers.abort();
  }
}

function sleep(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    const wake = () => {
      cancel();
      signal.removeEventListener("abort", wake);
      resolve(undefined);
    };
    const cancel = clock.setTimeout(wake, milliseconds);
    signal.addEventListener("abort", wake, { once: true });
  });
}

/** Checks that the connection has reached the address that was approved, compared as octets. */
function pinned(connection: Connection, address: string, port: number): Connection {
  const { remote } = connection;
  const wanted = addressOctets(address)?.join(".");
  if (remote.port === port && addressOctets(remote.address)?.join(".") === wanted) return connection;
  connection.close();
  throw hostBlocked(
    "the address that the transport has connected to, which is not the one that was approved",
  );
}

function failed(host: string, port: number, tls: boolean, errors: readonly unknown[]): AccessError {
  const refused = errors.find(isAccessError);
  if (refused !== undefined) return refused;
  const cause = errors.length === 1 ? errors[0] : new AggregateError(errors, "every address failed");
  const codes = errors.map((error) => String((error as { code?: unknown }).code ?? ""));
  if (
    tls &&
    codes.some((code) => /^(?:ERR_SSL|ERR_TLS|EPROTO|CERT_|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED)/.test(code))
  ) {
    return new AccessError("tls-failed", `TLS with ${host} failed: ${codes.join(", ")}`, { cause });
  }
  const why = codes.some((code) => code === "ECONNREFUSED") ? ": nothing listens there" : "";
  return new AccessError("connect-failed", `no connection to port ${port}${why}`, { cause, retryable: true });
}
