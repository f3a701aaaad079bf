import { AccessError, type Limits } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import { lineOfTokens, quoted } from "./quoting.ts";
import type { Fieldspec } from "./syntax.ts";

/** An object on a server: what a URL, a link or a referral names. */
export interface Target {
  /** Without brackets. */
  readonly host: string;
  readonly port: number;
  readonly hsoname: string;
  /** 0: the current one. */
  readonly version: number;
  /** What it must have besides. */
  readonly fieldspecs: readonly Fieldspec[];
}

/** The longest token of digits that is read as a version: no number beyond it is safe. */
const VERSION = /^[0-9]{1,10}$/;

/** The field that becomes the version of a request (RFC 1738 §3.11). */
const OBJECT_VERSION = "OBJECT-VERSION";

/**
 * What the parts of a URL name. OBJECT-VERSION becomes the version, whatever its case; other fields are compared.
 *
 * @throws {AccessError} control-octet; bad-field: a version that is no number, or a second one.
 */
export function targetOf(
  { hsoname, fieldspecs }: { readonly hsoname: string; readonly fieldspecs: readonly Fieldspec[] },
  { host, port }: Pick<Target, "host" | "port">,
): Target {
  for (const text of [hsoname, ...fieldspecs.flatMap(({ fieldname, fieldvalue }) => [fieldname, fieldvalue])])
    refuseControls(text);
  const isVersion = ({ fieldname }: Fieldspec) => fieldname.toUpperCase() === OBJECT_VERSION;
  const versions = fieldspecs.filter(isVersion).map(({ fieldvalue }) => versionOf(fieldvalue));
  const [version = 0, second] = versions;
  if (version === undefined || versions.includes(undefined) || second !== undefined) {
    throw new AccessError("bad-field", "the version of an object is one number; nothing was sent", {
      hint: `write it as in ";${OBJECT_VERSION}=3", once`,
    });
  }
  const others = fieldspecs.filter((field) => !isVersion(field));
  if (others.some(({ fieldname }) => fieldname === ""))
    throw new AccessError("bad-field", "a field without a name identifies nothing; nothing was sent");
  return { host, port, hsoname, version, fieldspecs: others };
}

/** A decimal number from 0 on; `undefined` where it is none. */
export function versionOf(digits: string): number | undefined {
  return VERSION.test(digits) ? Number(digits) : undefined;
}

/**
 * Asks for the entries of a directory; of those names only, where there are some: "*" and "?" stand for others, and
 * each after the first is looked for in the one before. What the URL says besides is asked for first.
 *
 * @throws {AccessError} control-octet, too-long.
 */
export function listRequest(target: Target, names: readonly string[], limits: RequestLimits): Uint8Array {
  const { hsoname, version, fieldspecs } = target;
  return request(
    [
      ...(fieldspecs.length > 0 ? objectLines("#ALL", target) : []),
      ["DIRECTORY", "ASCII", quoted(hsoname), String(version)],
      ["LIST", "ATTRIBUTES+LEXPAND", "COMPONENTS", ...names.map(quoted)],
    ],
    limits,
  );
}

/**
 * Asks for all attributes of an object. Not for its access methods alone: a server of 1994 looks into its file system
 * only for an attribute that files have.
 *
 * @throws {AccessError} control-octet, too-long.
 */
export function attributesRequest(target: Target, limits: RequestLimits): Uint8Array {
  return request(objectLines("#ALL", target), limits);
}

/** Asks whether a directory has that name. @throws {AccessError} control-octet, too-long. */
export function verifyRequest({ hsoname, version }: Target, limits: RequestLimits): Uint8Array {
  return request(
    [
      ["DIRECTORY", "ASCII", quoted(hsoname), String(version)],
      ["LIST", "VERIFY", "COMPONENTS"],
    ],
    limits,
  );
}

/** Asks for the octets of an object, and nothing beside them. @throws {AccessError} control-octet, too-long. */
export function contentsRequest(target: Target, limits: RequestLimits): Uint8Array {
  return request(objectLines("CONTENTS", target), limits);
}

type RequestLimits = Pick<Limits, "maxCommand">;

/** GET-OBJECT-INFO; what narrows a command follows it. */
function objectLines(attributes: string, { hsoname, version, fieldspecs }: Target): readonly string[][] {
  return [
    ["GET-OBJECT-INFO", attributes, "ASCII", quoted(hsoname), String(version)],
    ...fieldspecs.map((field) => [
      "SELECT",
      "OBJECT",
      "FIELD",
      quoted(field.fieldname),
      ...valuesOf(field).map(quoted),
    ]),
  ];
}

/** The values of a field; an ID has a type and a value, divided by a blank. */
export function valuesOf({ fieldname, fieldvalue }: Fieldspec): readonly string[] {
  if (fieldname.toUpperCase() !== "ID") return [fieldvalue];
  const blank = fieldvalue.indexOf(" ");
  return blank < 0 ? [fieldvalue] : [fieldvalue.slice(0, blank), fieldvalue.slice(blank + 1)];
}

/** The lines that every request begins with. The name of the user is a constant: whoever listens may know it. */
const PREAMBLE: readonly string[][] = [
  ["VERSION", "5", "anyurl"],
  ["AUTHENTICATE", "''", "UNAUTHENTICATED", "anonymous"],
];

function request(commands: readonly string[][], { maxCommand }: RequestLimits): Uint8Array {
  const lines = [...PREAMBLE, ...commands];
  for (const tokens of lines) tokens.forEach(refuseControls);
  const octets = joinBytes(lines.map((tokens) => lineOfTokens(...tokens)));
  if (octets.length > maxCommand) {
    throw new AccessError("too-long", `a request may have ${maxCommand} octets; nothing was sent`, {
      hint: "raise the limit maxCommand",
    });
  }
  return octets;
}

/** Quotes could carry them, and old servers fall over them. */
function refuseControls(token: string): void {
  if (!/[\0\r\n]/.test(token)) return;
  throw new AccessError(
    "control-octet",
    "NUL, CR and LF stand in no name that a Prospero server can be asked for; nothing was sent",
  );
}
