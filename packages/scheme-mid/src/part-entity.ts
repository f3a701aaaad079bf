import type { Attributes, Completeness, Entity, Entry } from "@anyurl/core";
import { type Context, decodeEncodedWords, listingTooLargeError, readDateTime } from "@anyurl/core/exchange";
import { embedPictures } from "./embed.ts";
import { findPart } from "./mime/find-part.ts";
import { findField, type HeaderField, removeComments } from "./mime/header.ts";
import { readParameters } from "./mime/parameters.ts";
import { decodeBody } from "./mime/transfer-encoding.ts";
import { IDENTITY, type MimePart, readMessage, walkParts } from "./mime/tree.ts";
import type { PartSettings } from "./options.ts";
import { notFound } from "./source/find-message.ts";

/** A message and one of its parts. */
export interface FoundPart {
  readonly octets: Uint8Array;
  readonly root: MimePart;
  readonly part: MimePart;
}

/** Finds a part of a message by its Content-ID or number. @throws {AccessError} not-found, too-large. */
export function locatePart(octets: Uint8Array, contentId: string, options: PartSettings): FoundPart {
  const root = readMessage(octets, options);
  const part = findPart(root, contentId, options);
  if (part === undefined) throw notFound("no part of the message has this Content-ID");
  return { octets, root, part };
}

/** Returns a part, decoded. @throws {AccessError} unsupported: an unknown transfer encoding. */
export function createPartEntity({ octets, root, part }: FoundPart, options: PartSettings): Entity {
  const body = octets.subarray(part.bodyStart, part.bodyEnd);
  const mediaType = formatMediaType(part);
  const chunks = decodeBody(body, part.transferEncoding);
  if (options.embed && part.type.value === "text/html" && !isWide(part)) {
    const html = embedPictures(joinAll(chunks), { root, octets }, part, options.maxEmbedded);
    return { mediaType, size: html.length, body: yieldAll(decodeBody(html, "binary")) };
  }
  const size = IDENTITY.has(part.transferEncoding) ? { size: body.length } : {};
  return { mediaType, ...size, body: yieldAll(chunks) };
}

/** Returns the message itself. */
export function createMessageEntity(octets: Uint8Array): Entity {
  return {
    ...{ mediaType: "message/rfc822", size: octets.length, framing: "length" },
    body: yieldAll(decodeBody(octets, "binary")),
  };
}

/** In UTF-16 and UTF-32, a character of HTML is not one byte. */
function isWide({ type }: MimePart): boolean {
  return /^(?:utf-?(?:16|32)|ucs-)/i.test(type.parameters.get("charset") ?? "");
}

function joinAll(chunks: Iterable<Uint8Array>): Uint8Array {
  const all = [...chunks];
  const joined = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of all) {
    joined.set(chunk, at);
    at += chunk.length;
  }
  return joined;
}

async function* yieldAll(
  chunks: Generator<Uint8Array, Completeness, void>,
): AsyncGenerator<Uint8Array, Completeness, void> {
  return yield* chunks;
}

/** Returns the metadata of a part. */
export function describePart({ part }: FoundPart): Attributes {
  const size = IDENTITY.has(part.transferEncoding) ? { size: part.bodyEnd - part.bodyStart } : {};
  return { kind: "file", mediaType: formatMediaType(part), ...size, attributes: readPartAttributes(part) };
}

/** The fields that a reader of a message looks for, by attribute. */
const FIELDS = { subject: "subject", from: "from", to: "to", date: "date" } as const;

/** Returns the metadata of a message. */
export function describeMessage(octets: Uint8Array, options: PartSettings): Attributes {
  const { fields } = readMessage(octets, options);
  const attributes: Record<string, string> = {};
  for (const [name, field] of Object.entries(FIELDS)) {
    const value = findField(fields, field);
    if (value !== undefined) attributes[name] = decodeEncodedWords(value);
  }
  const modified = readDate(fields);
  return {
    ...{ kind: "directory", mediaType: "message/rfc822", size: octets.length, attributes },
    ...(modified !== undefined && { modified }),
  };
}

function readDate(fields: readonly HeaderField[]): Date | undefined {
  return readDateTime(removeComments(findField(fields, "date") ?? "").trim());
}

/**
 * Yields an entry for each part that is not a multipart.
 *
 * @param formatUrl returns the URL of a part by its Content-ID or number; `undefined` if the id is not valid.
 * @throws {AccessError} too-large: a limit is exceeded.
 */
export function* listParts(
  octets: Uint8Array,
  { options, limits }: Pick<Context<PartSettings>, "options" | "limits">,
  formatUrl: (id: string) => string | undefined,
): Generator<Entry, void, void> {
  const root = readMessage(octets, options);
  const all = [...walkParts(root)];
  const seen = new Map<string | undefined, number>();
  for (const { contentId } of all) seen.set(contentId, (seen.get(contentId) ?? 0) + 1);
  let entries = 0;
  let bytes = 0;
  for (const part of all) {
    // The text of a listing is the headers: the bodies are not in it.
    for (const { name, value } of part.fields) bytes += name.length + value.length;
    if (bytes > limits.maxListing) throw listingTooLargeError("bytes", "maxListing", limits.maxListing);
    if (part.type.value.startsWith("multipart/")) continue;
    if (++entries > limits.maxEntries) throw listingTooLargeError("entries", "maxEntries", limits.maxEntries);
    const { contentId, section } = part;
    const isUnique = contentId !== undefined && seen.get(contentId) === 1;
    const size = IDENTITY.has(part.transferEncoding) ? { size: part.bodyEnd - part.bodyStart } : {};
    yield {
      name: getFileName(part) ?? contentId ?? `${part.type.value} ${section}`,
      kind: "file",
      url: (isUnique ? formatUrl(contentId) : undefined) ?? formatUrl(section),
      mediaType: formatMediaType(part),
      ...size,
      attributes: { section, ...readPartAttributes(part) },
    };
  }
}

function readPartAttributes({ contentId, fields }: MimePart): Record<string, string> {
  const disposition = findField(fields, "content-disposition");
  const description = findField(fields, "content-description");
  return {
    ...(contentId !== undefined && { contentId }),
    ...(disposition !== undefined && { disposition: readParameters(disposition).value }),
    ...(description !== undefined && { description: decodeEncodedWords(description) }),
  };
}

function getFileName({ fields, type }: MimePart): string | undefined {
  const { parameters } = readParameters(findField(fields, "content-disposition") ?? "");
  const name = parameters.get("filename") ?? type.parameters.get("name");
  // A name is not a path, whatever the sender wrote (RFC 2183 §2.3).
  return name?.split(/[/\\]/).findLast((each) => each !== "");
}

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const TYPE = /^[!#$%&'*+\-.^_`|~0-9a-z]+\/[!#$%&'*+\-.^_`|~0-9a-z]+$/;

/** Returns the media type with its charset and boundary. The default is that of RFC 2045 §5.2. */
function formatMediaType({ type: { value, parameters } }: MimePart): string {
  if (!TYPE.test(value)) return "application/octet-stream";
  let text = value;
  for (const name of ["charset", "boundary", "type", "format", "delsp"]) {
    const parameter = parameters.get(name);
    if (parameter === undefined || !/^[ -~]+$/.test(parameter)) continue;
    text += `;${name}=${TOKEN.test(parameter) ? parameter : `"${parameter.replace(/["\\]/g, "\\$&")}"`}`;
  }
  return text;
}
