import { AccessError, octetsOf } from "@anyurl/core";
import { joinBytes, type Remote } from "@anyurl/core/exchange";
import { type AccessMethod, parseAccessMethods } from "./access-method.ts";
import { exchangeRequest } from "./ardp.ts";
import { toLinkTarget } from "./entry.ts";
import type { ProsperoSettings } from "./options.ts";
import { type ReferralChain, referralLoopError, requestKey } from "./referral-chain.ts";
import { type Attribute, type ObjectName, parseReply, type Reply } from "./reply.ts";
import {
  fieldValues,
  formatAttributesRequest,
  formatContentsRequest,
  formatVerifyRequest,
  type Target,
} from "./request.ts";
import type { DatagramExchange } from "./step.ts";

export interface ProsperoSession extends ProsperoSettings {
  /** Returns an unpredictable number from 1 to 65535. */
  readonly connectionId: () => number;
}

/** A reply, with the final target and its server. */
export interface ServedReply {
  readonly reply: Reply;
  /** Bytes of the reply. */
  readonly size: number;
  readonly target: Target;
  readonly remote: Remote;
}

/** A request: its target, the server that referred to it, and its text. */
export interface RequestPlan {
  readonly target: Target;
  readonly sentBy: Remote | undefined;
  readonly write: (target: Target) => Uint8Array;
}

/**
 * Sends a request, and follows FORWARDED replies: with a new connection id each time, and to no server twice.
 *
 * @throws {AccessError} the errors of ARDP and of the reply; too-many-redirects, redirect-refused.
 */
export function* sendRequest(
  question: RequestPlan,
  trip: ReferralChain,
  session: ProsperoSession,
): DatagramExchange<never, ServedReply> {
  let { target, sentBy } = question;
  const asked = new Set<string>();
  for (;;) {
    asked.add(requestKey(target));
    const { host, port } = target;
    const request = { endpoint: { host, port }, sentBy, text: question.write(target), part: "hsoname" };
    const redirect = trip.redirect.bind(trip);
    const { text, remote } = yield* exchangeRequest(request, { ...session, redirect });
    const reply = parseReply(text, session.limits);
    if (reply.forwarded === undefined) return { reply, size: text.length, target, remote };
    target = resolveForward(reply.forwarded, target);
    sentBy = remote;
    if (asked.has(requestKey(target))) throw referralLoopError();
    trip.refer();
  }
}

/** The fields of the URL also identify the new target. */
function resolveForward(object: ObjectName, { fieldspecs }: Target): Target {
  const target = toLinkTarget(object);
  if (typeof target !== "string") return { ...target, fieldspecs };
  throw new AccessError("redirect-refused", `cannot follow the server's referral: ${target}`);
}

/** An object: its attributes and its access methods. */
export interface FoundObject {
  readonly attributes: readonly Attribute[];
  readonly methods: readonly AccessMethod[];
  readonly isDirectory: boolean;
  /** The server that has it, and its name there. */
  readonly target: Target;
  readonly remote: Remote;
}

/**
 * Returns the attributes and access methods of a target. If it has no attributes, checks whether it is a directory.
 *
 * @throws {AccessError} not-found, permission-denied, …
 */
export function* findObject(
  target: Target,
  trip: ReferralChain,
  session: ProsperoSession,
): DatagramExchange<never, FoundObject> {
  const question = { target, sentBy: undefined };
  const write = (of: Target) => formatAttributesRequest(of, session.limits);
  try {
    return toFoundObject(yield* sendRequest({ ...question, write }, trip, session));
  } catch (error) {
    // A directory without attributes also counts as not found.
    if (!(error instanceof AccessError) || error.code !== "not-found" || target.fieldspecs.length > 0)
      throw error;
    const verify = (of: Target) => formatVerifyRequest(of, session.limits);
    try {
      const { target: found, remote } = yield* sendRequest({ ...question, write: verify }, trip, session);
      return { attributes: [], methods: [], isDirectory: true, target: found, remote };
    } catch (other) {
      if (other instanceof AccessError && (other.code === "not-a-directory" || other.code === "not-found"))
        throw error;
      throw other;
    }
  }
}

function toFoundObject({ reply, target, remote }: ServedReply): FoundObject {
  const { attributes } = reply;
  // No attributes means not found: the specified reply is NONE-FOUND.
  if (attributes.length === 0) throw new AccessError("not-found", "the server has no such object");
  checkFields(attributes, target);
  const methods = parseAccessMethods(attributes, {
    hostType: "INTERNET-D",
    // Without the port: it is Prospero's, not that of the access method.
    host: target.host,
    hsonameType: "ASCII",
    hsoname: target.hsoname,
    version: String(target.version),
  });
  const modes = attributes.find(({ name }) => name === "UNIX-MODES")?.values[0];
  return {
    attributes,
    methods,
    isDirectory: methods.length === 0 && modes?.startsWith("d") === true,
    target,
    remote,
  };
}

/**
 * "If present, these fields serve to identify the target of the URL" (RFC 1738 §3.11): if the object has a field of
 * that name, one of its values must equal that of the URL.
 *
 * @throws {AccessError} not-found
 */
export function checkFields(attributes: readonly Attribute[], { fieldspecs }: Target): void {
  for (const field of fieldspecs) {
    const same = attributes.filter(({ name }) => name.toUpperCase() === field.fieldname.toUpperCase());
    const wanted = fieldValues(field).join(" ");
    if (same.length === 0 || same.some(({ values }) => values.join(" ") === wanted)) continue;
    throw new AccessError("not-found", "the object does not match a field of the URL");
  }
}

/**
 * Downloads the contents that the server has itself. The result is always complete.
 *
 * @throws {AccessError} not-found, too-large, …
 */
export function* fetchContents(
  found: FoundObject,
  trip: ReferralChain,
  session: ProsperoSession,
): DatagramExchange<never, Uint8Array> {
  const { target } = found;
  const write = (of: Target) => formatContentsRequest(of, session.limits);
  const { reply } = yield* sendRequest({ target, sentBy: undefined, write }, trip, session);
  const pieces = reply.attributes
    .filter(({ name }) => name === "CONTENTS")
    .map(({ values }) => parseContents(values));
  if (pieces.length === 0)
    throw new AccessError("protocol-error", "the server offered contents but did not send them");
  return joinBytes(pieces);
}

/** Parses `DATA octets` or `TAGGED name octets`. */
function parseContents([form, ...values]: readonly string[]): Uint8Array {
  const octets = form === "DATA" ? values[0] : form === "TAGGED" ? values[1] : undefined;
  if (octets === undefined) throw new AccessError("protocol-error", "unknown form of contents");
  return octetsOf(octets);
}
