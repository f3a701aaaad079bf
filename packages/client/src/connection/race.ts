import { AccessError, isAccessError } from "@anyurl/core";
import type { Connection, TlsEndpoint, TransportEndpoint } from "@anyurl/core/exchange";
import { delay } from "../call/delay.ts";
import { parseAddress } from "./addresses.ts";
import type { DialOptions } from "./dial-options.ts";
import { hostBlockedError } from "./policy.ts";
import { isTlsError, tlsError } from "./tls.ts";

/** Milliseconds before the next address is tried in parallel (RFC 8305 §5). */
const HEAD_START = 250;

/**
 * Tries the addresses in order, each with a head start over the next. Returns the first connection, and closes
 * the others.
 */
export async function raceAddresses(
  dialling: DialOptions,
  addresses: readonly string[],
  port: number,
  tls: TlsEndpoint | undefined,
  signal: AbortSignal,
): Promise<Connection> {
  const { transport, limits } = dialling;
  const { maxBuffer } = limits;
  const [address = ""] = addresses;
  const first: TransportEndpoint = { address, port, maxBuffer, ...(tls && { tls }) };
  if (addresses.length !== 1) return race(dialling, addresses, first, signal);
  // A single address needs no race. Nearly always this is a data connection.
  let connection: Connection;
  try {
    connection = await transport.connect(first, signal);
  } catch (error) {
    signal.throwIfAborted();
    throw failed(port, tls, [error]);
  }
  return pinned(connection, address, port);
}

async function race(
  { transport, clock }: DialOptions,
  addresses: readonly string[],
  endpoint: TransportEndpoint,
  signal: AbortSignal,
): Promise<Connection> {
  const { port, tls } = endpoint;
  const losers = new AbortController();
  const stop = () => losers.abort(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  const attempts: Promise<Connection>[] = [];
  let winner: Connection | undefined;
  try {
    for (const address of addresses) {
      attempts.push(
        transport
          .connect({ ...endpoint, address }, losers.signal)
          .then((connection) => pinned(connection, address, port)),
      );
      winner = await Promise.race([
        Promise.any(attempts).catch(() => undefined),
        delay(clock, HEAD_START, losers.signal).then(ignore, ignore),
      ]);
      if (winner !== undefined || signal.aborted) break;
    }
    winner ??= await Promise.any(attempts);
    return winner;
  } catch (error) {
    signal.throwIfAborted();
    throw failed(port, tls, error instanceof AggregateError ? error.errors : [error]);
  } finally {
    signal.removeEventListener("abort", stop);
    for (const attempt of attempts)
      attempt.then((connection) => connection !== winner && connection.close()).catch(() => {});
    losers.abort(OVER);
  }
}

/** Aborts the slower attempts. Shared, because creating an error takes longer than the abort. */
const OVER: Error = new Error("another address connected first");

const ignore = () => undefined;

/** Checks that the connection goes to the approved address, compared by its bytes. */
function pinned(connection: Connection, address: string, port: number): Connection {
  const { remote } = connection;
  if (remote.port === port && remote.address === address) return connection;
  const wanted = parseAddress(address)?.join(".");
  if (remote.port === port && parseAddress(remote.address)?.join(".") === wanted) return connection;
  connection.close();
  throw hostBlockedError("this connection: the transport connected to an address that was not approved");
}

function failed(port: number, tls: TlsEndpoint | undefined, errors: readonly unknown[]): AccessError {
  const refused = errors.find(isAccessError);
  if (refused !== undefined) return refused;
  const fault = tls && errors.find(isTlsError);
  if (fault !== undefined) return tlsError(tls!.serverName, fault);
  const cause = errors.length === 1 ? errors[0] : new AggregateError(errors, "cannot connect to any address");
  const silent = errors.some((error) => (error as { code?: unknown }).code === "ECONNREFUSED");
  const why = silent ? ": connection refused" : "";
  return new AccessError("connect-failed", `cannot connect to port ${port}${why}`, {
    cause,
  });
}
