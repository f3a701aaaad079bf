import { asciiLowerCase } from "@anyurl/core";
import { decodeParameters } from "@anyurl/core/exchange";
import { isList } from "./envelope.ts";
import type { Value } from "./values.ts";

/** A part of a message that is not a multipart (RFC 3501 §7.4.2, BODYSTRUCTURE). */
export interface BodyPart {
  /** Its section: "1", "2.1". */
  readonly section: string;
  /** In lower case, without parameters. */
  readonly type: string;
  /** By name in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
  /** In lower case: "base64", "quoted-printable", "7bit". */
  readonly encoding: string;
  /** Bytes, with the encoding. */
  readonly size: number | undefined;
  readonly isAttachment: boolean;
  /** The name of its file, as its sender wrote it. Not trusted. */
  readonly filename: string | undefined;
}

/** Returns the parts of a BODYSTRUCTURE in their order. A message within it is a part, followed by its own parts. */
export function readBodyStructure(value: Value | undefined): readonly BodyPart[] {
  return isList(value) ? collect(value, "", true) : [];
}

/** @param isMessage the value is the body of the message `section`, whose only part is number 1. */
function collect(body: readonly Value[], section: string, isMessage: boolean): readonly BodyPart[] {
  const child = (i: number) => (section === "" ? String(i) : `${section}.${i}`);
  if (isList(body[0])) {
    // The parts end at the subtype.
    const end = body.findIndex((each) => !isList(each));
    const parts = end < 0 ? body : body.slice(0, end);
    return parts.flatMap((part, i) => (isList(part) ? collect(part, child(i + 1), false) : []));
  }
  const own = isMessage ? child(1) : section;
  const part = readPart(body, own);
  const inner = body[INNER_BODY];
  return isMessageBody(part.type, body) && isList(inner) ? [part, ...collect(inner, own, true)] : [part];
}

/** The fields of a part; those after the size depend on its type. */
const ENVELOPE = 7;
const INNER_BODY = 8;

/** Has a message within a message its envelope and its body? A server that did not read it has them not. */
function isMessageBody(type: string, body: readonly Value[]): boolean {
  return /^message\/(?:rfc822|global)$/.test(type) && isList(body[ENVELOPE]);
}

function readPart(body: readonly Value[], section: string): BodyPart {
  const [type, subtype, parameters, , , encoding, size] = body;
  const mediaType = `${text(type)}/${text(subtype)}`;
  const extension = mediaType.startsWith("text/") ? 8 : isMessageBody(mediaType, body) ? 10 : 7;
  const disposition = body[extension + 1];
  const [kind, dispositionParameters] = isList(disposition) ? disposition : [];
  const own = readParameters(parameters);
  const filename = readParameters(dispositionParameters).get("filename") ?? own.get("name");
  return {
    section,
    type: mediaType,
    parameters: own,
    encoding: text(encoding),
    size: typeof size === "string" && /^[0-9]{1,15}$/.test(size) ? Number(size) : undefined,
    isAttachment: text(kind) === "attachment",
    filename: filename === undefined || filename === "" ? undefined : filename,
  };
}

function text(value: Value | undefined): string {
  return typeof value === "string" ? asciiLowerCase(value) : "";
}

/** Names and values in turn. A server joins what RFC 2231 has split, or leaves it unchanged. */
function readParameters(value: Value | undefined): ReadonlyMap<string, string> {
  const raw = new Map<string, string>();
  if (!isList(value)) return raw;
  for (let i = 0; i + 1 < value.length; i += 2) {
    const content = value[i + 1];
    if (typeof content === "string") raw.set(text(value[i]), content);
  }
  return decodeParameters(raw);
}

/** Returns the media type of a part with its character set, in the form of Content-Type. */
export function mediaTypeOf({ type, parameters }: BodyPart): string {
  const charset = parameters.get("charset");
  return charset !== undefined && /^[\w.+-]{1,40}$/.test(charset)
    ? `${type}; charset=${asciiLowerCase(charset)}`
    : type;
}

/** Returns the part to read: plain text, otherwise HTML. A text that is attached is not one to read. */
export function findText(parts: readonly BodyPart[]): BodyPart | undefined {
  const texts = parts.filter(({ isAttachment }) => !isAttachment);
  return texts.find(({ type }) => type === "text/plain") ?? texts.find(({ type }) => type === "text/html");
}

/** Is there a part with this number, or a multipart? */
export function hasSection(parts: readonly BodyPart[], section: string): boolean {
  return parts.some((each) => each.section === section || each.section.startsWith(`${section}.`));
}
