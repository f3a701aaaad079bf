import { AccessError, type Limits, tooLongError } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import { formatLine, quoteToken } from "./quoting.ts";
import type { Fieldspec } from "./syntax.ts";

/** An object on a server, from a URL, a link, or a referral. */
export interface Target {
  /** Without brackets. */
  readonly host: string;
  readonly port: number;
  readonly hsoname: string;
  /** 0: the current version. */
  readonly version: number;
  /** Other fields that the object must match. */
  readonly fieldspecs: readonly Fieldspec[];
}

/** The maximum number of digits of a version: all such numbers are safe integers. */
const VERSION = /^[0-9]{1,10}$/;

/** The field that becomes the version of a request (RFC 1738 §3.11). */
const OBJECT_VERSION = "OBJECT-VERSION";

/**
 * Returns the target of a URL. OBJECT-VERSION, in any case, becomes the version; other fields are compared.
 *
 * @throws {AccessError} control-octet; bad-field: a version that is not a number, or a second version.
 */
export function toTarget(
  { hsoname, fieldspecs }: { readonly hsoname: string; readonly fieldspecs: readonly Fieldspec[] },
  { host, port }: Pick<Target, "host" | "port">,
): Target {
  for (const text of [hsoname, ...fieldspecs.flatMap(({ fieldname, fieldvalue }) => [fieldname, fieldvalue])])
    rejectControls(text);
  const isVersion = ({ fieldname }: Fieldspec) => fieldname.toUpperCase() === OBJECT_VERSION;
  const versions = fieldspecs.filter(isVersion).map(({ fieldvalue }) => parseVersion(fieldvalue));
  const [version = 0, second] = versions;
  if (version === undefined || versions.includes(undefined) || second !== undefined) {
    throw new AccessError(
      "bad-field",
      "invalid OBJECT-VERSION: expected one whole number; nothing was sent",
      {
        hint: `use one field such as ";${OBJECT_VERSION}=3"`,
      },
    );
  }
  const others = fieldspecs.filter((field) => !isVersion(field));
  if (others.some(({ fieldname }) => fieldname === ""))
    throw new AccessError("bad-field", "a field has an empty name; nothing was sent");
  return { host, port, hsoname, version, fieldspecs: others };
}

/** Parses a decimal number; `undefined` if invalid. */
export function parseVersion(digits: string): number | undefined {
  return VERSION.test(digits) ? Number(digits) : undefined;
}

/**
 * Formats a request for the entries of a directory. With `names`, only matching entries: "*" and "?" are wildcards, and
 * each name is looked up in the one before. The fields of the URL are requested first.
 *
 * @throws {AccessError} control-octet, too-long.
 */
export function formatListRequest(
  target: Target,
  names: readonly string[],
  limits: RequestLimits,
): Uint8Array {
  const { hsoname, version, fieldspecs } = target;
  return joinRequestLines(
    [
      ...(fieldspecs.length > 0 ? formatObjectLines("#ALL", target) : []),
      ["DIRECTORY", "ASCII", quoteToken(hsoname), String(version)],
      ["LIST", "ATTRIBUTES+LEXPAND", "COMPONENTS", ...names.map(quoteToken)],
    ],
    limits,
  );
}

/**
 * Formats a request for all attributes of an object, not only its access methods: a server of 1994 checks its file
 * system only for attributes of files.
 *
 * @throws {AccessError} control-octet, too-long.
 */
export function formatAttributesRequest(target: Target, limits: RequestLimits): Uint8Array {
  return joinRequestLines(formatObjectLines("#ALL", target), limits);
}

/** Formats a request that checks whether a directory exists. @throws {AccessError} control-octet, too-long. */
export function formatVerifyRequest({ hsoname, version }: Target, limits: RequestLimits): Uint8Array {
  return joinRequestLines(
    [
      ["DIRECTORY", "ASCII", quoteToken(hsoname), String(version)],
      ["LIST", "VERIFY", "COMPONENTS"],
    ],
    limits,
  );
}

/** Formats a request for the contents of an object only. @throws {AccessError} control-octet, too-long. */
export function formatContentsRequest(target: Target, limits: RequestLimits): Uint8Array {
  return joinRequestLines(formatObjectLines("CONTENTS", target), limits);
}

type RequestLimits = Pick<Limits, "maxCommand">;

/** GET-OBJECT-INFO; restrictions of a command follow it. */
function formatObjectLines(
  attributes: string,
  { hsoname, version, fieldspecs }: Target,
): readonly string[][] {
  return [
    ["GET-OBJECT-INFO", attributes, "ASCII", quoteToken(hsoname), String(version)],
    ...fieldspecs.map((field) => [
      "SELECT",
      "OBJECT",
      "FIELD",
      quoteToken(field.fieldname),
      ...fieldValues(field).map(quoteToken),
    ]),
  ];
}

/** Returns the values of a field. An ID has a type and a value, separated by a space. */
export function fieldValues({ fieldname, fieldvalue }: Fieldspec): readonly string[] {
  if (fieldname.toUpperCase() !== "ID") return [fieldvalue];
  const blank = fieldvalue.indexOf(" ");
  return blank < 0 ? [fieldvalue] : [fieldvalue.slice(0, blank), fieldvalue.slice(blank + 1)];
}

/** The first lines of every request. The user name is a constant and reveals nothing. */
const PREAMBLE: readonly string[][] = [
  ["VERSION", "5", "anyurl"],
  ["AUTHENTICATE", "''", "UNAUTHENTICATED", "anonymous"],
];

function joinRequestLines(commands: readonly string[][], { maxCommand }: RequestLimits): Uint8Array {
  const lines = [...PREAMBLE, ...commands];
  for (const tokens of lines) tokens.forEach(rejectControls);
  const octets = joinBytes(lines.map((tokens) => formatLine(...tokens)));
  if (octets.length > maxCommand) {
    throw tooLongError(
      `the request exceeds the limit of ${maxCommand} bytes; nothing was sent`,
      "maxCommand",
    );
  }
  return octets;
}

/** Quoting could carry these, but old servers crash on them. */
function rejectControls(token: string): void {
  if (!/[\0\r\n]/.test(token)) return;
  throw new AccessError(
    "control-octet",
    "NUL, CR, and LF are not allowed in a Prospero name; nothing was sent",
  );
}
