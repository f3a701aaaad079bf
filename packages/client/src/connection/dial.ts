import { AccessError, isAccessError } from "@anyurl/core";
import type {
  Connection,
  ConnectOptions,
  Endpoint,
  Listener,
  Remote,
  TlsEndpoint,
  TlsRequest,
  TransportEndpoint,
} from "@anyurl/core/exchange";
import type { ProxyServer } from "../proxies/proxy.ts";
import { withProxyLogin } from "../proxies/proxy-login.ts";
import { findProxy, type ProxySettings } from "../proxies/settings.ts";
import { checkTunnel, ofProxy, openTunnel, tunnelTargets } from "../proxies/tunnel.ts";
import { parseAddress } from "./addresses.ts";
import {
  approvedAddresses,
  approvePort,
  interleaveFamilies,
  lookUpAddresses,
  outsideSender,
  rejectInternal,
} from "./approve.ts";
import type { DialOptions } from "./dial-options.ts";
import type { Link } from "./link.ts";
import { decideDataPort, hostBlockedError } from "./policy.ts";
import { raceAddresses } from "./race.ts";
import { isTlsError, prepareTls, startTls, tlsError } from "./tls.ts";

/**
 * Connects to an endpoint that the policy allows. A name is looked up once, and the policy checks each of its
 * addresses. The connection goes to an approved address and never to the name, because a later DNS answer could
 * differ. If a proxy is set for the host, connects through the proxy.
 *
 * The caller must close the link, or keep it in the call.
 *
 * @throws {AccessError} port-blocked, host-blocked, connect-failed, tls-failed, timeout, bounce-refused,
 *   proxy-refused, proxy-auth-required.
 */
export function dial(dialling: DialOptions, endpoint: Endpoint, how: ConnectOptions = {}): Promise<Link> {
  const { call, limits, scheme, proxies } = dialling;
  const { peerOf, tls } = how;
  const goal: Goal = tls === undefined ? endpoint : { ...endpoint, tls: true, request: tls };
  const proxy = proxies && findProxyFor(scheme, endpoint, peerOf?.remote, proxies);
  const { connectTimeout } = limits;
  const reach = (signal: AbortSignal) => arrive(dialling, goal, how, proxy, signal);
  const login = proxies?.login;
  if (proxy === undefined || login === undefined) return call.connecting(connectTimeout, reach, closeLate);
  // The time that a person needs for an answer is not a time for connecting.
  return withProxyLogin(proxy, login, call, () => call.connecting(connectTimeout, reach, closeLate));
}

/** Closes a connection that was opened after the call stopped waiting for it. */
function closeLate(late: Link): void {
  late.connection.close();
}

/** Finds the proxy through which a connection goes: that of the host, or that of the other connection to the peer. */
function findProxyFor(
  scheme: string,
  { host = "", port }: Endpoint,
  peer: Remote | undefined,
  proxies: ProxySettings,
): ProxyServer | undefined {
  if (peer === undefined) return findProxy(scheme, host, port, proxies);
  const { address, host: name = address, port: control, proxy } = peer;
  return proxy === undefined ? undefined : findProxy(scheme, name, control, proxies);
}

/** An endpoint, and the TLS that the scheme requests. */
interface Goal extends Endpoint {
  readonly request?: TlsRequest;
}

/** Accepts a connection on a listener from the peer of another connection. @throws {AccessError} timeout */
export async function acceptConnection(
  { call, limits }: DialOptions,
  listener: Pick<Listener, "accept">,
  beside: Connection,
): Promise<Link> {
  const connection = await call.connecting(
    limits.connectTimeout,
    () => listener.accept(),
    (late) => late.close(),
  );
  const { address, host = address } = beside.remote;
  return { connection, remote: { ...connection.remote, host }, isSecure: false };
}

/** A host, and its addresses that may be tried. */
interface Target {
  readonly host: string;
  readonly addresses: readonly string[];
}

/** Looks the host up, and checks the port and the addresses. */
async function findTarget(
  dialling: DialOptions,
  { host = "", port, tls }: Goal,
  sentBy: Remote | undefined,
  proxy: ProxyServer | undefined,
  signal: AbortSignal,
): Promise<Target> {
  const sender = outsideSender(sentBy, dialling.sentBy);
  await approvePort(dialling, host, port, sender);
  if (proxy !== undefined && dialling.forwards !== true) checkTunnel(dialling, proxy, tls === true);
  const approved = await (proxy === undefined
    ? approvedAddresses(dialling, host, signal)
    : tunnelTargets(dialling, proxy, host, signal));
  return { host, addresses: rejectInternal(approved, sender) };
}

/** Another connection to a peer goes to the same address. */
function findTargetBeside({ port }: Goal, { remote }: Connection): Target {
  if (decideDataPort(port) === "refuse") {
    throw new AccessError(
      "bounce-refused",
      `the server requested a connection to port ${port}, which belongs to another service`,
    );
  }
  const { address, host = address } = remote;
  return { host, addresses: [address] };
}

async function arrive(
  dialling: DialOptions,
  goal: Goal,
  { peerOf: beside, sentBy }: ConnectOptions,
  proxy: ProxyServer | undefined,
  signal: AbortSignal,
): Promise<Link> {
  // The target of a data connection is known at once, and waiting for it would take a turn for each small file.
  const target =
    beside === undefined
      ? await findTarget(dialling, goal, sentBy, proxy, signal)
      : findTargetBeside(goal, beside);
  if (proxy !== undefined) return arriveThrough(dialling, goal, { ...target, beside }, proxy, signal);
  const { port, tls, closeNotify, request } = goal;
  const { host, addresses } = target;
  const start =
    tls === true ? prepareTls(dialling, { ...request, host, port, beside, closeNotify }) : undefined;
  let connection = await connectToAny(dialling, addresses, port, start?.endpoint, signal);
  if (start !== undefined) connection = await start.check(connection);
  return { connection, remote: { ...connection.remote, host }, isSecure: start !== undefined };
}

async function arriveThrough(
  dialling: DialOptions,
  { port, tls, closeNotify, request }: Goal,
  { host, addresses, beside }: Target & { readonly beside: Connection | undefined },
  proxy: ProxyServer,
  signal: AbortSignal,
): Promise<Link> {
  if (dialling.forwards === true) {
    const connection = await connectToProxy(dialling, proxy, signal);
    const remote = { address: addresses[0]!, port, host, proxy: proxy.shown };
    return { connection, remote, isSecure: false };
  }
  const connect = () => connectToProxy(dialling, proxy, signal);
  const { connection, address } = await openTunnel(connect, proxy, addresses, port, dialling.limits, signal);
  const remote = { address, port, host, proxy: proxy.shown };
  if (tls !== true) return { connection, remote, isSecure: false };
  const peer = { ...request, host, port, beside, closeNotify };
  const secure = await startTls(dialling, connection, peer, signal);
  return { connection: secure, remote, isSecure: true };
}

/** Connects to the proxy itself. The user chose it, so all of its addresses are approved. */
async function connectToProxy(
  dialling: DialOptions,
  proxy: ProxyServer,
  signal: AbortSignal,
): Promise<Connection> {
  const { host, port, kind } = proxy;
  try {
    const addresses = await lookUpAddresses(dialling.transport, host, signal);
    // The CA certificates and the minimum version apply to the proxy as well. The client certificate and `insecure`
    // apply to the target only.
    const { ca, minVersion } = dialling.tls ?? {};
    const tls = { serverName: host, ...(ca !== undefined && { ca }), ...(minVersion && { minVersion }) };
    const speaking = kind === "https" ? tls : undefined;
    return await connectToAny(dialling, interleaveFamilies(addresses), port, speaking, signal);
  } catch (error) {
    throw ofProxy(proxy, error);
  }
}

/** Connects to the first of these addresses that can be connected to. */
async function connectToAny(
  { transport, limits, clock }: DialOptions,
  addresses: readonly string[],
  port: number,
  tls: TlsEndpoint | undefined,
  signal: AbortSignal,
): Promise<Connection> {
  const [address = ""] = addresses;
  const first: TransportEndpoint = { address, port, maxBuffer: limits.maxBuffer, ...(tls && { tls }) };
  const isSingle = addresses.length === 1;
  try {
    // Nearly always this is a data connection.
    if (isSingle) return pinned(await transport.connect(first, signal), address, port);
    const connect = async (each: string, attempt: AbortSignal) =>
      pinned(await transport.connect({ ...first, address: each }, attempt), each, port);
    return await raceAddresses(clock, addresses, connect, signal);
  } catch (error) {
    throw failed(port, tls, !isSingle && error instanceof AggregateError ? error.errors : [error]);
  }
}

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
