import { concat } from "@anyurl/core/exchange";
import type { Fault } from "./fault.ts";
import type { ExchangePoint, FaultInjector } from "./faulty-peer.ts";
import { fails, refuse, STORING, WHOLE, wholeOr } from "./outcomes.ts";
import { DATA_PORT, FOREIGN } from "./payload.ts";

const UNUSED_PORT = DATA_PORT + 1;

/** Each belongs to another service, or is none. */
const FORBIDDEN_PORTS: readonly number[] = [0, 22, 25, 1023, 6000, 65_536];

const SECOND = 1000;

const secures = ({ said }: ExchangePoint) => said.is === "reply" && said.secures === true;
const offers = ({ said }: ExchangePoint) => said.is === "reply" && said.offers !== undefined;

/** What may be wrong with a connection before, or beside, what is said over it. */
export const CONNECTION_SHAPES: readonly Fault[] = [
  { name: "the name is not known", network: { server: "unknown" }, outcome: () => fails("no-such-host") },
  { name: "nothing listens", network: { server: "refuses" }, outcome: () => fails("connect-failed") },
  {
    name: "nobody answers",
    network: { server: "drops" },
    outcome: () => fails("timeout"),
    within: ({ connectTimeout }) => connectTimeout,
  },
  {
    name: "the server speaks in the clear where TLS is due",
    suits: ({ tls }) => tls === "first octet",
    network: { clear: "all" },
    outcome: () => fails("tls-failed", "tls-required"),
    sends: false,
  },
  {
    name: "the further connection is in the clear where TLS is due",
    suits: ({ tls }) => tls !== undefined,
    when: offers,
    network: { clear: "data" },
    inject: () => async () => "say it",
    // A server that only listens does not show that it knows nothing of TLS.
    outcome: ({ operation }) =>
      fails("tls-failed", "tls-required", "desync", ...(STORING.has(operation) ? ["timeout" as const] : [])),
  },
  {
    name: "TLS is refused",
    suits: (_, { refusal }) => refusal !== undefined,
    when: secures,
    inject: (_at, _next, { refusal }) => refuse(refusal),
    outcome: () => fails("tls-required", "tls-failed", "unsupported"),
  },
  {
    name: "a reply waits in front of the handshake",
    when: secures,
    inject:
      (at, next): FaultInjector =>
      async (turn) => {
        await turn.say(concat(at.octets, next?.octets ?? at.octets));
        await turn.peer.secure();
        return "nothing";
      },
    outcome: () => fails("desync"),
  },
  {
    name: "the server goes on in the clear where the handshake is due",
    when: secures,
    inject:
      (at, next): FaultInjector =>
      async (turn) => {
        await turn.say(at.octets);
        await turn.pause(SECOND);
        await turn.say(next?.octets ?? at.octets);
        return "nothing";
      },
    outcome: () => fails("tls-failed", "desync"),
  },
  {
    name: "the handshake does not begin",
    when: secures,
    inject: (at) => async (turn) => {
      await turn.say(at.octets);
      await turn.silence();
      return "nothing";
    },
    outcome: () => fails("timeout"),
    within: ({ connectTimeout, replyTimeout }) => Math.max(connectTimeout, replyTimeout),
  },
  {
    name: "the handshake breaks off",
    when: secures,
    inject: (at) => async (turn) => {
      await turn.say(at.octets);
      await turn.pause(SECOND);
      turn.leave("reset");
      return "nothing";
    },
    outcome: () => fails("tls-failed", "truncated", "connect-failed"),
  },
  {
    name: "the server never closes",
    network: { staysOpen: true },
    // A mark at the end may say that all has come, where the protocol does not rely on one.
    outcome: ({ end }) => (end === "close" ? wholeOr("timeout") : WHOLE),
  },
  {
    name: "every offer of a further connection is refused",
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
    name: "the first offer of a further connection is refused",
    suits: (_, { refusal }) => refusal !== undefined,
    when: offers,
    inject: (_at, _next, { refusal }) => refuse(refusal),
    outcome: () => wholeOr("unsupported", "connect-failed"),
  },
  {
    name: "the first offer leads to where nothing listens",
    when: offers,
    inject: () => offerInstead({ port: UNUSED_PORT }),
    outcome: () => wholeOr("connect-failed"),
  },
  {
    name: "the first offer leads to where nobody answers",
    when: offers,
    network: { dropped: [UNUSED_PORT] },
    inject: () => offerInstead({ port: UNUSED_PORT }),
    outcome: () => wholeOr("timeout", "connect-failed"),
  },
  ...FORBIDDEN_PORTS.map(
    (port): Fault => ({
      name: `a further connection is offered at port ${port}`,
      when: offers,
      world: () => ({ port }),
      inject: () => async () => "say it",
      outcome: () => fails("bounce-refused", "port-blocked", "protocol-error"),
    }),
  ),
  {
    name: "a further connection is offered at another address",
    when: offers,
    world: () => ({ address: FOREIGN }),
    inject: () => async () => "say it",
    outcome: () => wholeOr("bounce-refused"),
  },
  {
    name: "the first offer is refused, and the next one names another address",
    suits: (_, { refusal }) => refusal !== undefined,
    when: offers,
    world: () => ({ address: FOREIGN }),
    inject: (_at, _next, { refusal }) => refuse(refusal),
    outcome: () => wholeOr("bounce-refused", "unsupported", "connect-failed"),
  },
  {
    name: "the caller gives up",
    when: () => true,
    inject: () => async (turn) => {
      turn.abort();
      await turn.silence();
      return "nothing";
    },
    outcome: (_operation, at) =>
      at?.said.is === "farewell" ? { gives: "all", aborts: true } : { aborts: true },
  },
];

function offerInstead(changes: { readonly port: number }): FaultInjector {
  return async (turn) => {
    await turn.say(turn.as(changes));
    return "nothing";
  };
}
