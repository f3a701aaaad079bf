import {
  asciiLowerCase,
  CharSet,
  decodeOctets,
  decodeText,
  encodeBase64,
  encodeOctets,
  encodeText,
  formatFragment,
  normalizeFragment,
  octetsOf,
  PATH,
  type ProblemCode,
  QUERY,
  type Report,
  refuseComponent,
  requireList,
  syntaxError,
  textOf,
  UNRESERVED,
  type Url,
} from "@anyurl/core";
import { decodeBase64, measureBase64 } from "./base64.ts";
import {
  type DataMediaType,
  type DataParameter,
  DEFAULT_PARAMETERS,
  isDefault,
  isHeaderParameter,
  isMediaType,
  quote,
  TEXT_PLAIN,
  unquote,
} from "./media-type.ts";

/*
 * dataurl   = "data:" [ mediatype ] [ ";base64" ] "," data
 * mediatype = [ type "/" subtype ] *( ";" parameter )
 * data      = *urlchar
 * parameter = attribute "=" value                         (RFC 2397 §3)
 *
 * A urlchar is a uric of RFC 2396, so "?" is data. The first unescaped comma ends the header.
 */

/** The decoded fields of a data URL. */
export interface DataParts extends DataMediaType {
  /** Is the content written in base64? */
  readonly base64: boolean;
  /** The content, as text that keeps its bytes: `octetsOf` returns them. */
  readonly data: string;
}

/** The fields from which a data URL is built. */
export interface DataInit {
  readonly scheme?: "data";
  /** Default "text/plain". */
  readonly type?: string;
  /** Default: none; without a type, those of RFC 2397 §2. */
  readonly parameters?: readonly DataParameter[];
  /** Default: true if the URL is shorter. */
  readonly base64?: boolean;
  /** The content: bytes, or a text, which is written in UTF-8. */
  readonly data: string | Uint8Array;
  readonly fragment?: string | undefined;
}

export type DataUrl = Url<"data", DataParts>;

/** A range of the text as written: [start, end). */
type TextRange = readonly [start: number, end: number];

/** Where the fields are. */
export interface DataRanges {
  /** Empty without a type. */
  readonly type: TextRange;
  /** Each parameter, with the offset of its "=", or -1 without one. */
  readonly parameters: readonly { readonly range: TextRange; readonly equals: number }[];
  /** The word "base64"; `undefined` without it. */
  readonly base64: TextRange | undefined;
  /** `undefined` without a comma. */
  readonly data: TextRange | undefined;
}

const CITE = "RFC 2397 §3";
/** Unescaped in a type, an attribute, and a value. */
const HEADER_CHARS: CharSet = new CharSet("!$&'*+", UNRESERVED);
const TYPE_CHARS: CharSet = new CharSet("/", HEADER_CHARS);
/** Unescaped in the content, after the comma: everything that a path or a query can contain. */
const DATA_CHARS: CharSet = new CharSet(PATH, QUERY);

const SIZE_OF_MARK = ";base64".length;
/** Bytes in each chunk of a decoded content. */
const CHUNK_BYTES = 48 * 1024;

/** Finds the fields. The header is split before it is decoded. */
export function findRanges({ href, offsets: { pathStart, queryEnd } }: Url): DataRanges {
  const comma = href.indexOf(",", pathStart);
  const found = comma >= 0 && comma < queryEnd;
  const headerEnd = found ? comma : queryEnd;
  const pieces: TextRange[] = [];
  for (let start = pathStart; start <= headerEnd; ) {
    let end = href.indexOf(";", start);
    if (end < 0 || end > headerEnd) end = headerEnd;
    pieces.push([start, end]);
    start = end + 1;
  }
  const [type, ...rest] = pieces as [TextRange, ...TextRange[]];
  const last = rest.at(-1);
  const isMarked = last !== undefined && asciiLowerCase(href.slice(...last)) === "base64";
  const parameters = (isMarked ? rest.slice(0, -1) : rest).map((range) => {
    const equals = href.indexOf("=", range[0]);
    return { range, equals: equals < range[1] ? equals : -1 };
  });
  return {
    type,
    parameters,
    base64: isMarked ? last : undefined,
    data: found ? [comma + 1, queryEnd] : undefined,
  };
}

/**
 * Checks `data:<type>;<attribute>=<value>;base64,<data>`, with the same result in every profile.
 *
 * Reports authority-not-allowed, bad-field: no comma, an invalid parameter; bad-base64; and as a warning
 * bad-media-type.
 */
export function check(url: Url, report: Report): void {
  const { pathStart, queryEnd } = url.offsets;
  const why = { message: "a data URL has no server", hint: 'remove the "//"', cite: CITE };
  if (refuseComponent(url, "authority", report, why)) return;
  const { type, parameters, base64, data } = findRanges(url);
  if (data === undefined) {
    report({
      code: "bad-field",
      message: "a data URL must have a comma before its content",
      component: "path",
      start: pathStart,
      end: queryEnd,
      hint: 'write "," before the content',
      cite: CITE,
    });
    return;
  }
  checkType(url.href, type, report);
  for (const each of parameters) checkParameter(url.href, each, report);
  if (base64 === undefined) return;
  const { error } = measureBase64(url.href, ...data);
  if (error !== undefined) reportBase64(error, url, report);
}

function checkType(text: string, range: TextRange, report: Report): void {
  if (range[0] === range[1] || isMediaType(decodeText(text.slice(...range)))) return;
  const message = 'the media type has no subtype after "/": the content is read as text';
  reportMediaType(range, message, "write a type and a subtype, such as text/plain", report);
}

function checkParameter(text: string, at: DataRanges["parameters"][number], report: Report): void {
  const { range, equals } = at;
  if (equals <= range[0] || equals + 1 === range[1]) {
    const isMark = asciiLowerCase(text.slice(...range)) === "base64";
    report({
      code: "bad-field",
      message: isMark
        ? '";base64" must be the last field before the comma'
        : 'a parameter must have a name, "=", and a value',
      component: "path",
      // An empty parameter is shown with its ";".
      start: range[0] === range[1] ? range[0] - 1 : range[0],
      end: range[1],
      hint: isMark
        ? 'move ";base64" before the comma'
        : 'write ";name=value", or "%3B" for a ";" that is data',
      cite: CITE,
    });
    return;
  }
  if (isHeaderParameter(readParameter(text, at))) return;
  const message = "no header field can have this parameter: it is not part of the media type";
  reportMediaType(range, message, "remove it, or use only printable ASCII characters", report);
}

function reportMediaType([start, end]: TextRange, message: string, hint: string, report: Report): void {
  const cite = "RFC 2045 §5.1";
  report({ code: "bad-media-type", severity: "warning", message, component: "path", start, end, hint, cite });
}

function reportBase64([start, end]: TextRange, { offsets }: Url, report: Report): void {
  report({
    code: "bad-base64",
    message: "the content is not valid base64",
    component: start >= offsets.pathEnd && offsets.pathEnd < offsets.queryEnd ? "query" : "path",
    start,
    end,
    hint: 'use A-Z, a-z, 0-9, "+", and "/", with "=" only at the end; remove ";base64" if it is text',
    cite: "RFC 4648 §4",
  });
}

/** Reads the fields of a checked URL. */
export function parse(url: Url): DataParts {
  const ranges = findRanges(url);
  return {
    ...readMediaType(url, ranges),
    base64: ranges.base64 !== undefined,
    data: readText(url, ranges),
  };
}

function readText({ href }: Url, { base64, data }: DataRanges): string {
  const [start, end] = data!;
  if (base64 === undefined) return decodeText(href.slice(start, end));
  // One chunk for all bytes: at least 1, a multiple of 3.
  const chunkBytes = 3 * Math.ceil((end - start + 1) / 4);
  return [...decodeBase64(href, start, end, chunkBytes)].map(textOf).join("");
}

export function readMediaType({ href }: Url, { type, parameters }: DataRanges): DataMediaType {
  if (type[0] < type[1]) {
    const read = parameters.map((each) => readParameter(href, each));
    return { type: asciiLowerCase(decodeText(href.slice(...type))), parameters: Object.freeze(read) };
  }
  const read = parameters.map((each) => readParameter(href, each));
  return { type: TEXT_PLAIN, parameters: Object.freeze(read.length === 0 ? [...DEFAULT_PARAMETERS] : read) };
}

function readParameter(text: string, { range, equals }: DataRanges["parameters"][number]): DataParameter {
  return Object.freeze({
    attribute: asciiLowerCase(decodeText(text.slice(range[0], equals))),
    value: unquote(decodeText(text.slice(equals + 1, range[1]))),
  });
}

/** Decodes the content in chunks. */
export function readContent({ href }: Url, { base64, data }: DataRanges): Iterable<Uint8Array> {
  const [start, end] = data!;
  return base64 === undefined ? decodeEscapes(href, start, end) : decodeBase64(href, start, end, CHUNK_BYTES);
}

function* decodeEscapes(text: string, start: number, end: number): Generator<Uint8Array, void, void> {
  for (let from = start; from < end; ) {
    let to = Math.min(from + CHUNK_BYTES, end);
    // Do not split an escape.
    const percent = text.lastIndexOf("%", to - 1);
    if (percent >= from && percent + 3 > to) to = Math.min(percent + 3, end);
    yield decodeOctets(text.slice(from, to));
    from = to;
  }
}

/** Returns the size of the content in bytes, without decoding it. */
export function measureContent({ href }: Url, { base64, data }: DataRanges): number {
  const [start, end] = data!;
  if (base64 !== undefined) return measureBase64(href, start, end).size;
  let size = end - start;
  for (let at = href.indexOf("%", start); at >= 0 && at < end; at = href.indexOf("%", at + 3)) size -= 2;
  return size;
}

/**
 * Formats a data URL. The inverse of {@link parse}.
 *
 * @throws {UrlSyntaxError} bad-field: a type or an attribute that is empty or not in lower case; a field of another type.
 */
export function format(init: DataInit): string {
  const octets = init.data instanceof Uint8Array ? init.data : octetsOf(requireText(init.data));
  const escaped = encodeOctets(octets, DATA_CHARS);
  const base64 = init.base64 ?? SIZE_OF_MARK + Math.ceil(octets.length / 3) * 4 < escaped.length;
  if (typeof base64 !== "boolean") throw fieldError("invalid base64: expected true or false");
  const content = base64 ? `;base64,${encodeBase64(octets)}` : `,${escaped}`;
  return `data:${formatHeader(init)}${content}${formatFragment(init.fragment)}`;
}

function formatHeader({
  type,
  parameters = type === undefined ? DEFAULT_PARAMETERS : [],
}: Partial<DataMediaType>): string {
  const whole = {
    type: requireName(type === undefined ? TEXT_PLAIN : type),
    parameters: requireList(parameters, "parameters", "object").map(requireParameter),
  };
  if (isDefault(whole)) return "";
  // "As a shorthand, "text/plain" can be omitted but the charset parameter supplied." (RFC 2397 §2)
  const isShort = whole.type === TEXT_PLAIN && whole.parameters.length > 0;
  const written = encodeText(whole.type, isMediaType(whole.type) ? TYPE_CHARS : HEADER_CHARS);
  return [isShort ? "" : written, ...whole.parameters.map(formatParameter)].join(";");
}

function requireParameter({ attribute, value }: DataParameter): DataParameter {
  return { attribute: requireName(attribute), value: requireText(value) };
}

function formatParameter({ attribute, value }: DataParameter): string {
  const isQuoted = value === "" || value.startsWith('"');
  return `${encodeText(attribute, HEADER_CHARS)}=${encodeText(isQuoted ? quote(value) : value, HEADER_CHARS)}`;
}

/** Requires a type or an attribute as `parse` returns it. */
function requireName(value: unknown): string {
  const name = requireText(value);
  if (name !== "" && name === asciiLowerCase(name)) return name;
  throw fieldError("a type and the name of a parameter must be in lower case and not empty");
}

function requireText(value: unknown): string {
  if (typeof value === "string") return value;
  throw fieldError("every field must be a string; the content can also be a Uint8Array");
}

function fieldError(message: string): Error {
  const code: ProblemCode = "bad-field";
  return syntaxError({ code, message, component: "path", start: 0, end: 0, cite: CITE });
}

/**
 * Returns the normal form: names in lower case, no header that equals the default, as few escapes as possible, base64
 * with its padding. The two ways to write a content stay different.
 */
export function normalize({ parts, fragment }: DataUrl): string {
  const parameters = parts.parameters.map(({ attribute, value }) => ({
    attribute,
    value: attribute === "charset" ? asciiLowerCase(value) : value,
  }));
  return format({ ...parts, parameters }) + normalizeFragment({ fragment });
}
