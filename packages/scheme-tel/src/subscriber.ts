import { asciiLowerCase, CharSet, DIGIT, encodeText } from "@anyurl/core";
import {
  checkParameters,
  decodePlain,
  type Find,
  fieldError,
  formatOthers,
  formatParameter,
  type Parameter,
  pickOthers,
  readParameters,
  type TextRange,
  VALUE,
} from "./parameters.ts";

/*
 * telephone-subscriber = global-number / local-number
 * global-number        = global-number-digits *par
 * local-number         = local-number-digits *par context *par
 * par                  = parameter / ";ext=" 1*phonedigit / ";isub=" 1*uric
 * context              = ";phone-context=" ( domainname / global-number-digits )     (RFC 3966 §3)
 */

/** A telephone number with its parameters (RFC 3966 §3): a tel URL, or one recipient of an sms URL. */
export interface Subscriber {
  /** As written, decoded: "+1-816-555-1212". */
  readonly number: string;
  /** The number without visual separators, in lower case: "+18165551212". */
  readonly digits: string;
  /** Does the number begin with "+"? Otherwise it is valid only in its context. */
  readonly global: boolean;
  /** Where a local number is valid: a domain, or a global number that it extends. As written. */
  readonly phoneContext: string | undefined;
  /** The extension, as written. */
  readonly ext: string | undefined;
  /** The ISDN subaddress, decoded. */
  readonly isub: string | undefined;
  /** All other parameters, in the order of their names. */
  readonly parameters: readonly Parameter[];
}

/** The fields from which a number is formatted. */
export interface SubscriberInit {
  /** With or without visual separators: "+1-816-555-1212". A local number needs phoneContext. */
  readonly number: string;
  readonly phoneContext?: string | undefined;
  readonly ext?: string | undefined;
  readonly isub?: string | undefined;
  readonly parameters?: readonly Parameter[] | undefined;
  /** Ignored, because it follows from the number: all parts of a URL can be passed. */
  readonly digits?: string | undefined;
  /** Ignored, because it follows from the number. */
  readonly global?: boolean | undefined;
}

/** The parameters with a field of their own. */
const DEFINED = ["ext", "isub", "phone-context"];
const CITE = "RFC 3966 §3";
/** "#" would begin a fragment, so it is escaped. */
const NUMBER_CHARACTERS: CharSet = new CharSet("+-.()*abcdefABCDEF", DIGIT);
const TEL_VALUE: CharSet = new CharSet("/", VALUE);
/** uric without escapes, and without ";" and "?", which end the value. */
const URIC: CharSet = new CharSet("=@,", TEL_VALUE);
const SEPARATORS = /[-.()]/g;

const GLOBAL = /^\+[-.()]*[0-9][-.()0-9]*$/;
const LOCAL = /^[-.()]*[0-9a-f*#][-.()0-9a-f*#]*$/i;
const EXT = /^[-.()]*[0-9][-.()0-9]*$/;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z](?:[a-z0-9-]*[a-z0-9])?\.?$/i;

const BAD_NUMBER =
  'a number must have "+" and digits, or for a local number digits, A to F, "*", and "#"; "-", ".", "(", and ")" can separate them';
const NO_CONTEXT = "a local number must have a phone-context";
const BAD_CONTEXT = "a phone-context must be a domain name or a global number";
const BAD_EXT = "an extension must have digits only, with or without separators";
const BOTH = "a number cannot have both an extension and an ISDN subaddress";

/** Decodes a number: also "%23", which no text can have as "#". */
function decodeNumber(raw: string): string {
  return decodePlain(raw).replaceAll("%23", "#");
}

/** Reports bad-field for a number or a parameter that is not valid (RFC 3966 §3). */
export function checkSubscriber(text: string, range: TextRange, find: Find): void {
  const [first, parameters] = readParameters(text, range);
  const number = decodeNumber(text.slice(...first));
  const isGlobal = number.startsWith("+");
  const hint = 'write a global number, such as "+18165551212", with "%23" for a "#" in a local one';
  if (!(isGlobal ? GLOBAL : LOCAL).test(number)) find(first, { message: BAD_NUMBER, hint });
  checkParameters(text, parameters, (name) => (name === "isub" ? URIC : TEL_VALUE), find);
  const named = new Map(parameters.map((each) => [each.name, each]));
  const check = (name: string, isValid: (value: string) => boolean, message: string, fix: string) => {
    const found = named.get(name);
    if (found === undefined) return;
    const value = decodePlain(text.slice(found.equals + 1, found.range[1]));
    if (!isValid(value)) find(found.range, { message, hint: fix });
  };
  check("ext", (value) => EXT.test(value), BAD_EXT, 'write ";ext=" and digits');
  check("isub", (value) => value !== "", "an ISDN subaddress must not be empty", "remove it");
  check("phone-context", isContext, BAD_CONTEXT, 'write a domain, or "+" and digits');
  if (named.has("ext") && named.has("isub"))
    find(named.get("isub")!.range, { message: BOTH, hint: "remove one of them", cite: "RFC 3966 §5.3" });
  if (!isGlobal && !named.has("phone-context")) {
    const fix = 'write the number with "+" and its country code, or add ";phone-context="';
    find(first, { message: NO_CONTEXT, hint: fix, cite: "RFC 3966 §5.1.5" });
  }
}

function isContext(value: string): boolean {
  return GLOBAL.test(value) || DOMAIN.test(value);
}

/** Reads a checked number. */
export function parseSubscriber(text: string, range: TextRange): Subscriber {
  const [first, parameters] = readParameters(text, range);
  const number = decodeNumber(text.slice(...first));
  const getValue = (name: string) => parameters.find((each) => each.name === name)?.value;
  return Object.freeze({
    number,
    digits: toDigits(number),
    global: number.startsWith("+"),
    phoneContext: getValue("phone-context"),
    ext: getValue("ext"),
    isub: getValue("isub"),
    parameters: pickOthers(parameters, DEFINED),
  });
}

function toDigits(number: string): string {
  return asciiLowerCase(number.replace(SEPARATORS, ""));
}

/**
 * Formats a number with its parameters in the order of RFC 3966 §3. The inverse of {@link parseSubscriber}.
 *
 * @throws {UrlSyntaxError} bad-field: a field that is not valid.
 */
export function formatSubscriber({ number, phoneContext, ext, isub, parameters }: SubscriberInit): string {
  const isGlobal = typeof number === "string" && number.startsWith("+");
  if (typeof number !== "string" || !(isGlobal ? GLOBAL : LOCAL).test(number))
    throw fieldError(BAD_NUMBER, CITE);
  if (!isGlobal && phoneContext === undefined) throw fieldError(NO_CONTEXT, CITE);
  if (phoneContext !== undefined && !(typeof phoneContext === "string" && isContext(phoneContext)))
    throw fieldError(BAD_CONTEXT, CITE);
  if (ext !== undefined && !(typeof ext === "string" && EXT.test(ext))) throw fieldError(BAD_EXT, CITE);
  if (ext !== undefined && isub !== undefined) throw fieldError(BOTH, CITE);
  let text = encodeText(number, NUMBER_CHARACTERS);
  for (const [name, value] of Object.entries({ ext, isub, "phone-context": phoneContext }))
    if (value !== undefined) text += formatParameter(name, value, CITE);
  return text + formatOthers(parameters, DEFINED, CITE);
}

/** Returns the form of the number that is compared (RFC 3966 §4): in lower case and without visual separators. */
export function normalizeSubscriber({ digits, phoneContext, ext, isub, parameters }: Subscriber): string {
  const lower = (value: string | undefined) => (value === undefined ? undefined : asciiLowerCase(value));
  return formatSubscriber({
    number: digits,
    phoneContext: phoneContext?.startsWith("+") ? toDigits(phoneContext) : lower(phoneContext),
    ext: ext?.replace(SEPARATORS, ""),
    isub: lower(isub),
    parameters: parameters.map(({ name, value }) => ({ name, value: lower(value) })),
  });
}
