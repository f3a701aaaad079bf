import { AccessError, DEFAULT_LIMITS, octetsOf, type Plan, textOf } from "@anyurl/core";
import { createPlan, type Exchange, type IdealPeer } from "@anyurl/core/exchange";
import { describe } from "./describe.ts";
import {
  converse,
  Dialogue,
  fetchChannel,
  fetchMotd,
  fetchUser,
  listChannels,
  sendLines,
} from "./exchange.ts";
import { type IrcSettings, ircOptions } from "./options.ts";
import type { IrcUrl } from "./syntax.ts";
import { type Destination, toDestination } from "./target.ts";

/**
 * Returns the messages that opening the URL would send. The text of a message to send is not known, so it is "…".
 *
 * @throws {AccessError} control-octet, too-long, unsupported.
 */
export function plan(url: IrcUrl, operation?: string, options: IrcSettings = ircOptions.defaults): Plan {
  const destination = toDestination(url, options);
  const chosen = operation ?? (destination.target === undefined ? "list" : "get");
  return createPlan(createExchange(chosen, destination), {
    operation: chosen,
    endpoint: destination.endpoint,
    parts: describe(url),
    peer: idealPeer,
    cite: "RFC 2812",
  });
}

function createExchange(operation: string, { who, target }: Destination): Exchange<unknown, unknown> {
  if (operation === "get") return createGet({ who, target });
  if (operation === "list" && target === undefined) return listChannels(who, DEFAULT_LIMITS);
  if (operation === "send" && target !== undefined) return sendLines(target, ["…"], who, DEFAULT_LIMITS);
  if (operation === "open") return enterOnly({ who, target });
  throw new AccessError("unsupported", `this URL of irc has no plan for "${operation}"`, {
    hint: 'use "get", "list", "send", or "open"',
  });
}

/** Returns the exchange of `get`. */
export function createGet(
  { who, target }: Pick<Destination, "who" | "target">,
  limits: typeof DEFAULT_LIMITS = DEFAULT_LIMITS,
): ReturnType<typeof fetchMotd> {
  if (target === undefined) return fetchMotd(who, limits);
  if (!target.isChannel) return fetchUser(target.name, who, limits);
  return fetchChannel({ channel: target.name, key: target.key }, who, limits);
}

/** A session without what its user says. */
function* enterOnly({ who, target }: Pick<Destination, "who" | "target">): Exchange<unknown> {
  const session = converse(new Dialogue(who, DEFAULT_LIMITS), target, who);
  let sent: Uint8Array | undefined;
  for (;;) {
    const { done, value: step } = session.next(sent);
    // Nothing arrives after the end of the ideal peer's replies.
    if (done === true || (step.do === "receive" && step.phase === "body")) return;
    sent = yield step;
  }
}

/** A server that has every channel and every user. */
const idealPeer: IdealPeer = (sent) => {
  if (sent === undefined) return undefined;
  const [verb = "", name = ""] = textOf(sent).trimEnd().split(" ");
  const replies: Readonly<Record<string, string>> = {
    USER: ":s 001 guest :hello\r\n:s 422 guest :none\r\n",
    TOPIC: `:s 331 guest ${name} :none\r\n`,
    NAMES: `:s 366 guest ${name} :end\r\n`,
    JOIN: `:s 366 guest ${name} :end\r\n`,
    WHOIS: `:s 311 guest ${name} u h * :r\r\n:s 318 guest ${name} :end\r\n`,
    LIST: ":s 323 guest :end\r\n",
    PING: ":s PONG s :sent\r\n",
  };
  const reply = replies[verb];
  return reply === undefined ? undefined : octetsOf(reply);
};
