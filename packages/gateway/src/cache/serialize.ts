import type { StoredValue } from "./stored.ts";

/** Version of the format. Values of other versions in a shared store are ignored. */
const FORMAT_VERSION = 2;

/** Serializes a value for stores of strings: JSON, with bytes in base64 and dates in the form of ISO 8601. */
export function serialize(stored: StoredValue): string {
  return JSON.stringify({ version: FORMAT_VERSION, ...stored }, (_, value) =>
    value instanceof Uint8Array ? encodeBase64(value) : value,
  );
}

/** Deserializes the result of {@link serialize}. Returns `undefined` for anything else, because a store may be shared. */
export function deserialize(text: unknown): StoredValue | undefined {
  if (typeof text !== "string") return undefined;
  try {
    const data = JSON.parse(text) as { readonly version?: unknown; readonly is?: string } | null;
    const parse = data?.version === FORMAT_VERSION ? PARSERS.get(data.is ?? "") : undefined;
    return parse?.(data) as StoredValue | undefined;
  } catch {
    return undefined;
  }
}

/** Returns the value in the right form, without unknown fields. @throws {TypeError} the value is invalid. */
type Parser = (value: unknown) => unknown;

const check =
  (isValid: (value: unknown) => boolean): Parser =>
  (value) => {
    if (!isValid(value)) throw new TypeError("invalid value in a cache");
    return value;
  };
const optional =
  (parse: Parser): Parser =>
  (value) =>
    value === undefined ? undefined : parse(value);
const oneOf = (...values: readonly unknown[]): Parser => check((value) => values.includes(value));
const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

const object =
  (fields: Readonly<Record<string, Parser>>): Parser =>
  (value) => {
    const given = check(isObject)(value) as Readonly<Record<string, unknown>>;
    const parsed = Object.entries(fields).map(([name, parse]) => [name, parse(given[name])] as const);
    return Object.fromEntries(parsed.filter(([, field]) => field !== undefined));
  };

const string = check((value) => typeof value === "string");
const number = check(Number.isFinite);
const strings = check(
  (value) => isObject(value) && Object.values(value).every((each) => typeof each === "string"),
);
const date: Parser = (value) => {
  const parsed = new Date(string(value) as string);
  return check(() => !Number.isNaN(parsed.getTime()))(parsed) && parsed;
};

const ATTRIBUTES = {
  kind: oneOf("file", "directory", "search", "link", "session", "information", "error", "unknown"),
  size: optional(number),
  modified: optional(date),
  mediaType: optional(string),
  modifiedPrecision: oneOf(undefined, "millisecond", "second", "minute", "day"),
  modifiedZone: oneOf(undefined, "UTC", "unknown"),
  attributes: optional(strings),
};
const entry = object({ ...ATTRIBUTES, name: string, url: optional(string), unsafe: optional(string) });

const PARSERS: ReadonlyMap<string, Parser> = new Map(
  Object.entries({
    body: {
      url: string,
      mediaType: optional(string),
      size: optional(number),
      modified: optional(number),
      etag: optional(string),
      complete: oneOf(true, "unknown"),
      octets: (value: unknown) => decodeBase64(string(value) as string),
    },
    entries: { entries: (value: unknown) => (check(Array.isArray)(value) as readonly unknown[]).map(entry) },
    attributes: { attributes: object(ATTRIBUTES) },
    absence: {
      message: string,
      scheme: optional(string),
      operation: optional(string),
      reply: optional(string),
    },
  } satisfies Readonly<Record<StoredValue["is"], unknown>>).map(([is, fields]) => [
    is,
    object({ is: string, time: number, ...fields }),
  ]),
);

/** Number of bytes converted per call, because the number of arguments is limited. */
const CHUNK_BYTES = 8192;

function encodeBase64(octets: Uint8Array): string {
  let binary = "";
  for (let i = 0; i < octets.length; i += CHUNK_BYTES)
    binary += String.fromCharCode(...octets.subarray(i, i + CHUNK_BYTES));
  return btoa(binary);
}

function decodeBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}
