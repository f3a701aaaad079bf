import { AccessError } from "@anyurl/core";
import type { Connection, ConnectOptions, Endpoint, Listener, Remote } from "@anyurl/core/exchange";
import { timeoutError } from "../call/call-scope.ts";
import type { ProxyServer } from "../proxies/proxy.ts";
import { findProxy } from "../proxies/settings.ts";
import { openTunnel, tunnelTargets } from "../proxies/tunnel.ts";
import { approvedAddresses, approvePort, outsideSender, rejectInternal } from "./approve.ts";
import type { DialOptions } from "./dial-options.ts";
import { DialedConnection, type DialResult } from "./dialed-connection.ts";
import { decideDataPort } from "./policy.ts";
import { raceAddresses } from "./race.ts";
import { checkSamePeer, createTlsEndpoint, type TlsPeer, upgradeToTls } from "./tls.ts";

/**
 * Connects to an endpoint that the policy allows. A name is looked up once, and the policy checks each of its
 * addresses. The connection goes to an approved address and never to the name, because a later DNS answer could
 * differ. If a proxy is set for the host, connects through the proxy.
 *
 * The connection has `secure`, which starts TLS with the dialed host.
 *
 * @param made converts the connection to the result. Default: the connection itself.
 * @throws {AccessError} port-blocked, host-blocked, connect-failed, tls-failed, timeout, bounce-refused,
 *   proxy-refused, proxy-auth-required.
 */
export function dial<R = Connection>(
  dialling: DialOptions,
  endpoint: Endpoint,
  options: ConnectOptions = {},
  made: (connection: Connection) => R = (connection) => connection as R,
): Promise<R> {
  return withConnectTimeout(
    dialling,
    (signal) => reach(dialling, endpoint, options, signal),
    (late) => late.connection.close(),
    (arrival) => made(dialledOf(dialling, arrival, options.peerOf)),
  );
}

/** Accepts a connection on a listener from the peer of another connection. @throws {AccessError} timeout */
export function acceptConnection(
  dialling: DialOptions,
  listener: Pick<Listener, "accept">,
  beside: Connection,
): Promise<Connection> {
  return withConnectTimeout(
    dialling,
    () => listener.accept(),
    (late) => late.close(),
    (connection) => {
      const { address, host = address } = beside.remote;
      const remote = { ...connection.remote, host };
      return dialledOf(dialling, { connection, remote, isSecure: false }, beside);
    },
  );
}

function dialledOf(dialling: DialOptions, arrival: DialResult, beside: Connection | undefined): Connection {
  const { remote } = arrival;
  const serverName = remote.host ?? remote.address;
  const dialled = new DialedConnection(arrival, (plain, options = {}) =>
    withConnectTimeout(
      dialling,
      (signal) => begun(dialling, plain, { serverName, beside, ...options }, signal),
      (late) => late.close(),
      (secure) => secure,
    ),
  );
  dialling.call.keep(dialled);
  return dialled;
}

/**
 * Runs the work until `connectTimeout` or the end of the call. A later result is dropped.
 *
 * @param came converts the result of the work.
 */
export function withConnectTimeout<T, R = T>(
  { call, limits }: Pick<DialOptions, "call" | "limits">,
  work: (signal: AbortSignal) => Promise<T>,
  drop: (late: T) => void,
  came: (arrived: T) => R,
  what = "connecting",
): Promise<R> {
  // Aborts the work after the timeout, and when the call ends.
  const attempt = new AbortController();
  const within = limits.connectTimeout;
  try {
    call.throwIfAborted();
    const done = work(attempt.signal);
    return call.unlessAborted(done, {
      within,
      onTimeout: () => timeoutError(what, within, "connectTimeout"),
      map: came,
      onAbandon: (reason) => {
        done.then(drop, () => {});
        attempt.abort(reason);
      },
    });
  } catch (error) {
    return Promise.reject(error);
  }
}

/*
 * Functions that only return a promise are not async: each async function costs some turns of the microtask queue, and
 * a data connection for every small file passes through here.
 */

function reach(
  dialling: DialOptions,
  endpoint: Endpoint,
  options: ConnectOptions,
  signal: AbortSignal,
): Promise<DialResult> {
  const { peerOf, sentBy } = options;
  return peerOf === undefined
    ? reachHost(dialling, endpoint, sentBy, signal)
    : reachBeside(dialling, endpoint, peerOf, signal);
}

async function reachHost(
  dialling: DialOptions,
  endpoint: Endpoint,
  sentBy: Remote | undefined,
  signal: AbortSignal,
): Promise<DialResult> {
  const { scheme, proxies } = dialling;
  const { port } = endpoint;
  const host = endpoint.host ?? "";
  const sender = outsideSender(sentBy, dialling.sentBy);
  await approvePort(dialling, host, port, sender);
  const proxy = proxies && findProxy(scheme, host, port, proxies);
  const approved = await (proxy === undefined
    ? approvedAddresses(dialling, host, signal)
    : tunnelTargets(dialling, proxy, host, signal));
  const addresses = rejectInternal(approved, sender);
  return arrive(dialling, endpoint, { host, addresses, proxy, beside: undefined }, signal);
}

/** Connects to the peer of another connection by the same route: the same address, through the same proxy. */
function reachBeside(
  dialling: DialOptions,
  endpoint: Endpoint,
  beside: Connection,
  signal: AbortSignal,
): Promise<DialResult> {
  const { port } = endpoint;
  if (decideDataPort(port) === "refuse") {
    throw new AccessError(
      "bounce-refused",
      `the server requested a connection to port ${port}, which belongs to another service`,
    );
  }
  const { address, host = address, port: first, proxy: shown } = beside.remote;
  const { scheme, proxies } = dialling;
  const proxy =
    shown === undefined || proxies === undefined ? undefined : findProxy(scheme, host, first, proxies);
  return arrive(dialling, endpoint, { host, addresses: [address], proxy, beside }, signal);
}

interface Way {
  readonly host: string;
  readonly addresses: readonly string[];
  readonly proxy: ProxyServer | undefined;
  readonly beside: Connection | undefined;
}

function arrive(
  dialling: DialOptions,
  endpoint: Endpoint,
  { host, addresses, proxy, beside }: Way,
  signal: AbortSignal,
): Promise<DialResult> {
  if (proxy !== undefined)
    return arriveThrough(dialling, endpoint, { host, addresses, proxy, beside }, signal);
  const { port, tls, closeNotify } = endpoint;
  const isSecure = tls === true;
  const peer = { serverName: host, beside, closeNotify };
  const speaking = isSecure ? createTlsEndpoint(dialling, peer) : undefined;
  return raceAddresses(dialling, addresses, port, speaking, signal).then((connection) => {
    if (isSecure) checkSamePeer(connection, beside);
    return { connection, remote: { ...connection.remote, host }, isSecure };
  });
}

async function arriveThrough(
  dialling: DialOptions,
  { port, tls, closeNotify }: Endpoint,
  { host, addresses, proxy, beside }: Way & { readonly proxy: ProxyServer },
  signal: AbortSignal,
): Promise<DialResult> {
  const { connection, address } = await openTunnel(dialling, proxy, addresses, port, signal);
  const remote = { address, port, host, proxy: proxy.shown };
  if (tls !== true) return { connection, remote, isSecure: false };
  const secure = await begun(dialling, connection, { serverName: host, beside, closeNotify }, signal);
  return { connection: secure, remote, isSecure: true };
}

/** Starts TLS on an open connection. */
async function begun(
  dialling: DialOptions,
  plain: Connection,
  peer: TlsPeer,
  signal: AbortSignal,
): Promise<Connection> {
  const connection = await upgradeToTls(dialling, plain, createTlsEndpoint(dialling, peer), signal);
  checkSamePeer(connection, peer.beside);
  return connection;
}
