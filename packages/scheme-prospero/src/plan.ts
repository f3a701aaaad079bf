import { DEFAULT_LIMITS, noPlanError, octetsOf, type Plan, parseLogin, textOf } from "@anyurl/core";
import { concat, createPlan, type Exchange, type IdealPeer } from "@anyurl/core/exchange";
import { parsePacket } from "./ardp-packet.ts";
import { describe } from "./describe.ts";
import { fetchContents, findObject, type ProsperoSession } from "./exchange.ts";
import { list } from "./list.ts";
import { prosperoOptions, type ResolvedProsperoOptions } from "./options.ts";
import { ReferralChain } from "./referral-chain.ts";
import { toTarget } from "./request.ts";
import type { DatagramExchange } from "./step.ts";
import { DEFAULT_PORT, type ProsperoUrl } from "./syntax.ts";

/**
 * Returns the requests that opening the URL would send. "***" stands for the random connection id. The second request
 * is for a server that has the contents itself; for another access method its URL is opened.
 *
 * @throws {AccessError} control-octet, bad-field, too-long, unsupported.
 */
export function plan(
  url: ProsperoUrl,
  operation = "get",
  options: ResolvedProsperoOptions = prosperoOptions.defaults,
): Plan {
  const { hostname, port } = parseLogin(url, DEFAULT_PORT);
  return createPlan(toExchange(selectExchange(operation, url, options)), {
    operation,
    endpoint: { host: hostname, port },
    parts: describe(url),
    peer: idealPeer,
    cite: "RFC 4157 §2",
  });
}

function selectExchange(
  operation: string,
  url: ProsperoUrl,
  options: ResolvedProsperoOptions,
): DatagramExchange<unknown, unknown> {
  const { hostname, port } = parseLogin(url, DEFAULT_PORT);
  const target = toTarget(url.parts, { host: hostname, port });
  const session: ProsperoSession = { ...options, limits: DEFAULT_LIMITS, connectionId: () => 1 };
  const trip = new ReferralChain(session);
  if (operation === "list") return list(target, [], session);
  if (operation === "stat") return findObject(target, trip, session);
  if (operation === "get") {
    return (function* () {
      yield* fetchContents(yield* findObject(target, trip, session), trip, session);
    })();
  }
  throw noPlanError("prospero", operation, ["get", "list", "stat"]);
}

/** The bytes of a header that have the connection id. */
const CONNECTION_ID = [1, 3] as const;

/** Runs the same steps as an exchange: each peer is a channel, and no time passes. */
function* toExchange(dialogue: DatagramExchange<unknown, unknown>): Exchange<unknown, unknown> {
  let peers = 0;
  let next = dialogue.next({ elapsed: 0 });
  while (next.done !== true) {
    const step = next.value;
    if (step.do === "receive") {
      const datagram = yield { do: "receive" };
      next = dialogue.next({ datagram, elapsed: datagram === undefined ? step.within : 0 });
      continue;
    }
    if (step.do === "open") {
      // The first channel is open when an exchange begins.
      if (peers++ > 0) yield { do: "open", on: "control", endpoint: step.endpoint };
      next = dialogue.next({ elapsed: 0, remote: { address: "", port: step.endpoint.port } });
      continue;
    }
    if (step.do === "send") yield { ...step, part: step.part!, secret: CONNECTION_ID };
    next = dialogue.next({ elapsed: 0 });
  }
  return next.value;
}

/**
 * A server in which every directory exists and is empty, and every object has contents. It replies after the complete
 * request.
 */
const idealPeer: IdealPeer = (sent) => {
  const packet = sent && parsePacket(sent);
  if (packet === undefined || packet === "foreign" || packet.number < packet.total) return undefined;
  const text = textOf(packet.content);
  const answer = text.includes("LIST")
    ? "NONE-FOUND"
    : `ATTRIBUTE OBJECT INTRINSIC ${formatIdealAttribute(text)}`;
  return concat(new Uint8Array([3, 0, 1]), octetsOf(`${answer}\n`));
};

function formatIdealAttribute(request: string): string {
  return request.includes("GET-OBJECT-INFO CONTENTS")
    ? "CONTENTS SEQUENCE DATA ''"
    : "ACCESS-METHOD SEQUENCE PROSPERO-CONTENTS '' '' '' ''";
}
