import { concat } from "@anyurl/core/exchange";
import type { Fault } from "./fault.ts";
import type { ExchangePoint, FaultInjector } from "./faulty-peer.ts";
import { fails, refuse, STORING, WHOLE, wholeOr } from "./outcomes.ts";
import { DATA_PORT, FOREIGN } from "./payload.ts";

const UNUSED_PORT = DATA_PORT + 1;

/** Ports of other services, and invalid ports. */
const FORBIDDEN_PORTS: readonly number[] = [0, 22, 25, 1023, 6000, 65_536];

const SECOND = 1000;

const secures = ({ said }: ExchangePoint) => said.is === "reply" && said.secures === true;
const offers = ({ said }: ExchangePoint) => said.is === "reply" && said.offers !== undefined;

/** Faults of connections: name resolution, connecting, TLS, and data connections. */
export const CONNECTION_FAULTS: readonly Fault[] = [
  {
    name: "the host name is unknown",
    over: "both",
    network: { server: "unknown" },
    outcome: () => fails("no-such-host"),
  },
  { name: "nothing listens", network: { server: "refuses" }, outcome: () => fails("connect-failed") },
  {
    name: "the server does not answer",
    network: { server: "drops" },
    outcome: () => fails("timeout"),
    within: ({ connectTimeout }) => connectTimeout,
  },
  {
    name: "the server sends clear text instead of TLS",
    suits: ({ tls }) => tls === "implicit",
    network: { clear: "all" },
    outcome: () => fails("tls-failed", "tls-required"),
    sends: false,
  },
  {
    name: "the data connection is in the clear instead of TLS",
    suits: ({ tls }) => tls !== undefined,
    when: offers,
    network: { clear: "data" },
    inject: () => async () => "say it",
    // A server that only reads does not show that it has no TLS.
    outcome: ({ operation }) =>
      fails("tls-failed", "tls-required", "desync", ...(STORING.has(operation) ? ["timeout" as const] : [])),
  },
  {
    name: "the server rejects TLS",
    suits: (_, { refusal }) => refusal !== undefined,
    when: secures,
    inject: (_at, _next, { refusal }) => refuse(refusal),
    outcome: () => fails("tls-required", "tls-failed", "unsupported"),
  },
  {
    name: "the server sends a reply before the TLS handshake",
    when: secures,
    inject:
      (at, next): FaultInjector =>
      async (turn) => {
        await turn.say(concat(at.octets, next?.octets ?? at.octets));
        await turn.peer.secure();
      },
    outcome: () => fails("desync"),
  },
  {
    name: "the server continues in the clear instead of the TLS handshake",
    when: secures,
    inject:
      (at, next): FaultInjector =>
      async (turn) => {
        await turn.say(at.octets);
        await turn.pause(SECOND);
        await turn.say(next?.octets ?? at.octets);
      },
    outcome: () => fails("tls-failed", "desync"),
  },
  {
    name: "the TLS handshake does not start",
    when: secures,
    inject: (at) => async (turn) => {
      await turn.say(at.octets);
      await turn.silence();
    },
    outcome: () => fails("timeout"),
    within: ({ connectTimeout, replyTimeout }) => Math.max(connectTimeout, replyTimeout),
  },
  {
    name: "the connection is reset during the TLS handshake",
    when: secures,
    inject: (at) => async (turn) => {
      await turn.say(at.octets);
      await turn.pause(SECOND);
      turn.leave("reset");
    },
    outcome: () => fails("tls-failed", "truncated", "connect-failed"),
  },
  {
    name: "the server never closes",
    network: { staysOpen: true },
    // A mark at the end may show that the body is complete, even if the protocol does not rely on it.
    outcome: ({ end }) => (end === "close" ? wholeOr("timeout") : WHOLE),
  },
  {
    name: "the server rejects every request for a data connection",
    suits: (_, { refusal }) => refusal !== undefined,
    when: offers,
    inject: (_at, _next, { refusal }) => refuse(refusal),
    injectAfter:
      ({ refusal }) =>
      async (turn) =>
        offers(turn) ? refuse(refusal)(turn) : "say it",
    outcome: () => fails("unsupported", "connect-failed", "temporarily-unavailable", "protocol-error"),
  },
  {
    name: "the server rejects the first request for a data connection",
    suits: (_, { refusal }) => refusal !== undefined,
    when: offers,
    inject: (_at, _next, { refusal }) => refuse(refusal),
    outcome: () => wholeOr("unsupported", "connect-failed"),
  },
  {
    name: "nothing listens at the first data port",
    when: offers,
    inject: () => offerInstead({ port: UNUSED_PORT }),
    outcome: () => wholeOr("connect-failed"),
  },
  {
    name: "the first data port does not answer",
    when: offers,
    network: { dropped: [UNUSED_PORT] },
    inject: () => offerInstead({ port: UNUSED_PORT }),
    outcome: () => wholeOr("timeout", "connect-failed"),
  },
  ...FORBIDDEN_PORTS.map(
    (port): Fault => ({
      name: `the server offers a data connection at port ${port}`,
      when: offers,
      world: () => ({ port }),
      inject: () => async () => "say it",
      outcome: () => fails("bounce-refused", "port-blocked", "protocol-error"),
    }),
  ),
  {
    name: "the server offers a data connection at another address",
    when: offers,
    world: () => ({ address: FOREIGN }),
    inject: () => async () => "say it",
    outcome: () => wholeOr("bounce-refused"),
  },
  {
    name: "the server rejects the first request for a data connection and then offers another address",
    suits: (_, { refusal }) => refusal !== undefined,
    when: offers,
    world: () => ({ address: FOREIGN }),
    inject: (_at, _next, { refusal }) => refuse(refusal),
    outcome: () => wholeOr("bounce-refused", "unsupported", "connect-failed"),
  },
  {
    name: "the caller aborts",
    over: "all",
    when: () => true,
    inject: () => async (turn) => {
      turn.abort();
      await turn.silence();
    },
    outcome: (_operation, at) =>
      at?.said.is === "farewell" ? { gives: "all", aborts: true } : { aborts: true },
  },
];

function offerInstead(changes: { readonly port: number }): FaultInjector {
  return (turn) => turn.say(turn.as(changes));
}
