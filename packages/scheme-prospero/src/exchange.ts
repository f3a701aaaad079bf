import { AccessError, octetsOf } from "@anyurl/core";
import { joinBytes, type Remote } from "@anyurl/core/exchange";
import { type AccessMethod, accessMethodsOf } from "./access-method.ts";
import { transact } from "./ardp.ts";
import { targetOfObject } from "./entry.ts";
import type { ProsperoOptions } from "./options.ts";
import { type Attribute, type ObjectName, type Reply, readReply } from "./reply.ts";
import { attributesRequest, contentsRequest, type Target, valuesOf, verifyRequest } from "./request.ts";
import type { Dialogue } from "./step.ts";
import { circle, keyOf, type Trip } from "./trip.ts";

export interface ProsperoSession extends ProsperoOptions {
  /** A number that nobody can guess, from 1 to 65535. */
  readonly connectionId: () => number;
}

/** What a server has answered, and whom it was asked about in the end. */
export interface Answered {
  readonly reply: Reply;
  readonly target: Target;
  readonly remote: Remote;
}

/** What is to be asked, of whom, and why there. */
export interface Question {
  readonly target: Target;
  readonly sentBy: Remote | undefined;
  readonly write: (target: Target) => Uint8Array;
}

/**
 * Asks a server, and where it says FORWARDED, the one that it names: under a new connection id each time, and no one
 * twice.
 *
 * @throws {AccessError} what ARDP and the answer fail with; too-many-redirects, redirect-refused.
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

/** What identifies the target besides its name goes with us. */
function forwardedTo(object: ObjectName, { fieldspecs }: Target): Target {
  const target = targetOfObject(object);
  if (typeof target !== "string") return { ...target, fieldspecs };
  throw new AccessError("redirect-refused", `the server sends us to an object, but ${target}`);
}

/** An object that was found: what it is, and how to get at it. */
export interface Found {
  readonly attributes: readonly Attribute[];
  readonly methods: readonly AccessMethod[];
  readonly isDirectory: boolean;
  /** Who knows of it, and by which name. */
  readonly target: Target;
  readonly remote: Remote;
}

/**
 * Finds out what a target is: by its attributes, and where it has none, by whether a directory has its name.
 *
 * @throws {AccessError} not-found, permission-denied, …
 */
export function* find(target: Target, trip: Trip, session: ProsperoSession): Dialogue<never, Found> {
  const question = { target, sentBy: undefined };
  const write = (of: Target) => attributesRequest(of, session.limits);
  try {
    return foundOf(yield* ask({ ...question, write }, trip, session));
  } catch (error) {
    // A directory may have no attributes, and what has none is not found.
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
  // What has nothing to tell of itself is not there: in the document the answer is NONE-FOUND.
  if (attributes.length === 0) throw new AccessError("not-found", "the server has no such object");
  identify(attributes, target);
  const methods = accessMethodsOf(attributes, {
    hostType: "INTERNET-D",
    // Without the port: that one is for Prospero, and not for what a method speaks.
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
 * "If present, these fields serve to identify the target of the URL" (RFC 1738 §3.11): where the object has a field of
 * that name, one of its values must be that of the URL.
 *
 * @throws {AccessError} not-found
 */
export function identify(attributes: readonly Attribute[], { fieldspecs }: Target): void {
  for (const field of fieldspecs) {
    const same = attributes.filter(({ name }) => name.toUpperCase() === field.fieldname.toUpperCase());
    const wanted = valuesOf(field).join(" ");
    if (same.length === 0 || same.some(({ values }) => values.join(" ") === wanted)) continue;
    throw new AccessError("not-found", "the object of that name differs in a field of the URL");
  }
}

/**
 * The octets of an object that its server has itself. They come whole, or not at all.
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
    throw new AccessError("protocol-error", "the server has offered contents, and does not give them");
  return joinBytes(pieces);
}

/** DATA octets, or TAGGED name octets. */
function pieceOf([form, ...values]: readonly string[]): Uint8Array {
  const octets = form === "DATA" ? values[0] : form === "TAGGED" ? values[1] : undefined;
  if (octets === undefined)
    throw new AccessError("protocol-error", "the contents are written in an unknown way");
  return octetsOf(octets);
}
