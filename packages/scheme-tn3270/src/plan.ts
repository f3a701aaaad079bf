import { DEFAULT_LIMITS, noPlanError, type Plan, parseLogin } from "@anyurl/core";
import { createPlan, type Exchange, type IdealPeer } from "@anyurl/core/exchange";
import { describe } from "./describe.ts";
import { Tn3270Exchange } from "./exchange.ts";
import { type Tn3270Settings, tn3270Options } from "./options.ts";
import { DEFAULT_PORT, type Tn3270Url } from "./syntax.ts";
import { rejectControls, toEndpoint } from "./target.ts";
import { TN3270E } from "./tn3270e.ts";

/**
 * Returns what opening the URL would do: connect, and answer the negotiation of an ideal server, which accepts the first
 * device type. User and password are not sent.
 *
 * @throws {AccessError} control-octet; unsupported: another operation than "open".
 */
export function plan(
  url: Tn3270Url,
  operation = "open",
  options: Tn3270Settings = tn3270Options.defaults,
): Plan {
  if (operation !== "open") throw noPlanError("tn3270", operation, ["open"]);
  const { user, password } = parseLogin(url, DEFAULT_PORT);
  rejectControls(user, password);
  return createPlan(negotiate(options), {
    operation,
    endpoint: toEndpoint(url, options),
    parts: describe(url),
    peer: createIdealPeer(options),
    cite: options.tn3270e ? "RFC 2355 §7" : "RFC 1576 §2",
  });
}

/** Answers the server until nothing more arrives. */
function* negotiate(options: Tn3270Settings): Exchange<never> {
  const exchange = new Tn3270Exchange(options, DEFAULT_LIMITS);
  for (;;) {
    const bytes = yield { do: "receive", phase: "reply" };
    if (bytes === undefined) return;
    for (const event of exchange.receive(bytes))
      if (event.is === "answer") yield { do: "send", octets: event.octets };
  }
}

const IAC = 255;
const SB = 250;
const SE = 240;
const WILL = 251;
const DO = 253;
const TERMINAL_TYPE = 24;
const END_OF_RECORD = 25;
const BINARY = 0;

const say = (...bytes: readonly number[]) => Uint8Array.from(bytes);
const subnegotiate = (...bytes: readonly number[]) => say(IAC, SB, ...bytes, IAC, SE);

/** A server that accepts the first device type, and all functions. */
function createIdealPeer({ tn3270e }: Tn3270Settings): IdealPeer {
  return (sent) => {
    if (sent === undefined) return say(IAC, DO, tn3270e ? TN3270E : TERMINAL_TYPE);
    const [, command, option, ...rest] = sent;
    if (command === WILL && option === TN3270E) return subnegotiate(TN3270E, 8, 2);
    if (command === WILL && option === TERMINAL_TYPE) return subnegotiate(TERMINAL_TYPE, 1);
    if (command !== SB) return undefined;
    const parameters = rest.slice(0, -2);
    if (option === TERMINAL_TYPE)
      return say(...[END_OF_RECORD, BINARY].flatMap((each) => [IAC, DO, each, IAC, WILL, each]));
    // DEVICE-TYPE REQUEST and FUNCTIONS REQUEST are answered by IS, with the same data.
    const [what = 0, , ...data] = parameters;
    return subnegotiate(TN3270E, what, 4, ...data);
  };
}
