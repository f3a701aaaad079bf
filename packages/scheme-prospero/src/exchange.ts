import { AccessError, octetsOf } from "@anyurl/core";
import { joinBytes, type Remote } from "@anyurl/core/exchange";
import { type AccessMethod, accessMethodsOf } from "./access-method.ts";
import { transact } from "./ardp.ts";
import { targetOfObject } from "./entry.ts";
import type { ProsperoOptions } from "./options.ts";
import { circle, keyOf, type Trip } from "./referral-chain.ts";
import { type Attribute, type ObjectName, type Reply, readReply } from "./reply.ts";
import { attributesRequest, contentsRequest, type Target, valuesOf, verifyRequest } from "./request.ts";
import type { Dialogue } from "./step.ts";

export interface ProsperoSession extends ProsperoOptions {
  /** Returns an unpredictable number from 1 to 65535. */
  readonly connectionId: () => number;
}

/** A reply, with the final target and its server. */
export interface Answered {
  readonly reply: Reply;
  readonly target: Target;
  readonly remote: Remote;
}

/** A request: its target, the server that referred to it, and its text. */
export interface Question {
  readonly target: Target;
  readonly sentBy: Remote | undefined;
  readonly write: (target: Target) => Uint8Array;
}

/**
 * Sends a request, and follows FORWARDED replies: with a new connection id each time, and to no server twice.
 *
 * @throws {AccessError} the errors of ARDP and of the reply; too-many-redirects, redirect-refused.
 */
export function* ask(question: Question, trip: Trip, session: ProsperoSession): Dialogue<never, Answered> {
  let { target, sentBy } = question;
  const asked = new Set<string>();
  for (;;) {
    asked.add(keyOf(target));
    const { host, port } = target;
    const request = { endpoint: { host, port }, sentBy, text: question.write(target), part: "hsoname" };
    const redirect = trip.redirect.bind(trip);
    const { text, remote } = yield* transact(request, { ...session, redirect });
    const reply = readReply(text, session.limits);
    if (reply.forwarded === undefined) return { reply, target, remote };
    target = forwardedTo(reply.forwarded, target);
    sentBy = remote;
    if (asked.has(keyOf(target))) throw circle();
    trip.refer();
  }
}

/** The fields of the URL also identify the new target. */
function forwardedTo(object: ObjectName, { fieldspecs }: Target): Target {
  const target = targetOfObject(object);
  if (typeof target !== "string") return { ...target, fieldspecs };
  throw new AccessError("redirect-refused", `cannot follow the server's referral: ${target}`);
}

/** An object: its attributes and its access methods. */
export interface Found {
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
export function* find(target: Target, trip: Trip, session: ProsperoSession): Dialogue<never, Found> {
  const question = { target, sentBy: undefined };
  const write = (of: Target) => attributesRequest(of, session.limits);
  try {
    return foundOf(yield* ask({ ...question, write }, trip, session));
  } catch (error) {
    // A directory without attributes also counts as not found.
    if (!(error instanceof AccessError) || error.code !== "not-found" || target.fieldspecs.length > 0)
      throw error;
    const verify = (of: Target) => verifyRequest(of, session.limits);
    try {
      const { target: found, remote } = yield* ask({ ...question, write: verify }, trip, session);
      return { attributes: [], methods: [], isDirectory: true, target: found, remote };
    } catch (other) {
      if (other instanceof AccessError && (other.code === "not-a-directory" || other.code === "not-found"))
        throw error;
      throw other;
    }
  }
}

function foundOf({ reply, target, remote }: Answered): Found {
  const { attributes } = reply;
  // No attributes means not found: the specified reply is NONE-FOUND.
  if (attributes.length === 0) throw new AccessError("not-found", "the server has no such object");
  identify(attributes, target);
  const methods = accessMethodsOf(attributes, {
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
export function identify(attributes: readonly Attribute[], { fieldspecs }: Target): void {
  for (const field of fieldspecs) {
    const same = attributes.filter(({ name }) => name.toUpperCase() === field.fieldname.toUpperCase());
    const wanted = valuesOf(field).join(" ");
    if (same.length === 0 || same.some(({ values }) => values.join(" ") === wanted)) continue;
    throw new AccessError("not-found", "the object does not match a field of the URL");
  }
}

/**
 * Downloads the contents that the server has itself. The result is always complete.
 *
 * @throws {AccessError} not-found, too-large, …
 */
export function* contents(found: Found, trip: Trip, session: ProsperoSession): Dialogue<never, Uint8Array> {
  const { target } = found;
  const write = (of: Target) => contentsRequest(of, session.limits);
  const { reply } = yield* ask({ target, sentBy: undefined, write }, trip, session);
  const pieces = reply.attributes
    .filter(({ name }) => name === "CONTENTS")
    .map(({ values }) => pieceOf(values));
  if (pieces.length === 0)
    throw new AccessError("protocol-error", "the server offered contents but did not send them");
  return joinBytes(pieces);
}

/** Parses `DATA octets` or `TAGGED name octets`. */
function pieceOf([form, ...values]: readonly string[]): Uint8Array {
  const octets = form === "DATA" ? values[0] : form === "TAGGED" ? values[1] : undefined;
  if (octets === undefined) throw new AccessError("protocol-error", "unknown form of contents");
  return octetsOf(octets);
}
