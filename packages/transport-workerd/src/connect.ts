import { AccessError, parseIPv4, parseIPv6 } from "@anyurl/core";
import type { Connection, TlsEndpoint, TlsFacts, TlsOptions, TransportEndpoint } from "@anyurl/core/exchange";
import { WorkerdConnection } from "./connection.ts";
import type { OpenSocket, WorkerdSocket } from "./socket.ts";

/**
 * Connects to this address. Resolves when TCP is connected, and TLS if requested.
 *
 * @throws {TypeError} the endpoint is a name: the caller resolves names and checks addresses.
 */
export async function connect(
  open: () => Promise<OpenSocket>,
  { address, port, tls }: TransportEndpoint,
  signal: AbortSignal,
): Promise<Connection> {
  signal.throwIfAborted();
  const isIPv6 = parseIPv6(address) !== undefined;
  if (!isIPv6 && parseIPv4(address) === undefined)
    throw new TypeError("a transport connects to IP addresses and does not look up names");
  if (tls !== undefined) rejectTlsOptions(tls);
  const openSocket = await open();
  signal.throwIfAborted();
  const hostname = isIPv6 ? `[${address}]` : address;
  const socket = openSocket(
    { hostname, port },
    // A socket that is opened without it can never start TLS.
    { secureTransport: "starttls", allowHalfOpen: true },
  );
  await untilOpened(socket, signal);
  if (tls === undefined) return new WorkerdConnection(socket, { address, port });
  return startTls(socket, tls, { address, port }, signal);
}

/** Starts TLS on an open connection. A failure or an abort closes it. */
export async function secure(
  connection: Connection,
  tls: TlsEndpoint,
  signal: AbortSignal,
): Promise<Connection> {
  try {
    signal.throwIfAborted();
    rejectTlsOptions(tls);
    const socket = connection instanceof WorkerdConnection ? connection.release() : undefined;
    if (socket === undefined)
      throw new AccessError(
        "desync",
        "bytes arrived before TLS was active, which an attacker could have sent",
      );
    return await startTls(socket, tls, connection.remote, signal);
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** @throws {AccessError} bad-option: a TLS option has no effect in this runtime. */
export function rejectTlsOptions(tls: TlsOptions & Pick<TlsEndpoint, "alpn">): void {
  const named = (["ca", "cert", "key", "insecure", "alpn"] as const).find((name) => tls[name] !== undefined);
  const unsupported = named ?? (tls.minVersion === "TLSv1.3" ? "minVersion" : undefined);
  if (unsupported === undefined) return;
  throw new AccessError(
    "bad-option",
    `the sockets of this runtime do not support the TLS option ${unsupported}`,
    {
      hint: "remove the option; the runtime verifies certificates by its own authorities",
    },
  );
}

async function startTls(
  socket: WorkerdSocket,
  { serverName }: TlsEndpoint,
  remote: WorkerdConnection["remote"],
  signal: AbortSignal,
): Promise<Connection> {
  const secured = socket.startTls({ expectedServerHostname: serverName.replace(/\.$|%.*$/s, "") });
  await untilOpened(secured, signal).catch((error: unknown) => {
    socket.close().catch(() => {});
    if (signal.aborted) throw error;
    throw new AccessError(
      "tls-failed",
      `the TLS handshake for ${serverName} failed; the runtime does not report why`,
      {
        hint: "check that the server uses TLS on this port, and has a valid certificate for this name",
        cause: error,
      },
    );
  });
  return new WorkerdConnection(secured, remote, TLS_FACTS);
}

/** The runtime verifies certificates, and does not report more. */
const TLS_FACTS: TlsFacts = { protocol: "", authorized: true, fingerprint: "" };

/** Resolves when the socket is open. A failure or an abort closes it. */
async function untilOpened(socket: WorkerdSocket, signal: AbortSignal): Promise<void> {
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    await Promise.race([socket.opened, aborted]);
  } catch (error) {
    for (const promise of [socket.opened, socket.closed, socket.close()]) promise.catch(() => {});
    throw error;
  } finally {
    signal.removeEventListener("abort", onAbort!);
  }
}
