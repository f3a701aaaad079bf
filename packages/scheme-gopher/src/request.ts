import { AccessError, decodeText, octetsOf, tooLongError } from "@anyurl/core";
import { joinBytes, type SendStep } from "@anyurl/core/exchange";
import { getItemType } from "./menu/types.ts";
import type { GopherSettings } from "./options.ts";
import { formatForm, formatLines, parseForm } from "./plus/form.ts";
import { formatView } from "./plus/plus.ts";
import type { GopherParts, GopherUrl } from "./syntax.ts";

const TAB = new Uint8Array([0x09]);
const CRLF = new Uint8Array([0x0d, 0x0a]);

export interface RequestOptions extends Pick<GopherSettings, "limits" | "allowForms" | "keepEmptySearch"> {
  /** A clean end of the connection is a close_notify of TLS, so it proves that all came (RFC 8446 §6.1). Default false. */
  readonly provesEnd?: boolean;
}

/** Returns the fields to send for a URL, with those that the options add. */
export function resolveParts(url: GopherUrl, options: GopherSettings): GopherParts {
  const parts = options.questionMarkIsSearch ? splitSearchWords(url) : url.parts;
  const { view, language } = options;
  // The URL takes precedence over the options.
  if (view === undefined || (parts.gopherPlus !== undefined && parts.gopherPlus !== "+")) return parts;
  return { ...parts, search: parts.search ?? "", gopherPlus: formatView(view, language) };
}

/** Parses a search as old clients write it: `7<selector>?<words>`. */
function splitSearchWords({ parts, query, path }: GopherUrl): GopherParts {
  if (parts.gophertype !== "7" || parts.search !== undefined || query === undefined) return parts;
  // Skip the "/" and the type, which can be percent-encoded.
  const typeLength = path[1] === "%" ? 3 : 1;
  return { ...parts, selector: decodeText(path.slice(1 + typeLength)), search: decodeText(query) };
}

/**
 * Returns the step that sends a request.
 *
 * @param secret [from, to) of the secret values of its form.
 * @throws {AccessError} unsupported, control-octet, too-long.
 */
export function createSendStep(
  parts: GopherParts,
  options: RequestOptions,
  secret?: readonly [from: number, to: number],
): SendStep {
  const octets = formatRequestLine(parts, options);
  return {
    do: "send",
    octets,
    part: "selector",
    cite: findCite(parts),
    ...(secret !== undefined && { secret: findSecretRange(parts, octets.length, secret) }),
  };
}

function findCite({ search, gopherPlus }: GopherParts): string {
  if (gopherPlus !== undefined) return "RFC 4266 §2.4";
  return search === undefined ? "RFC 4266 §2.2" : "RFC 4266 §2.3";
}

/** Returns the byte range of the secret form values in a request of this length, counted from its end. */
function findSecretRange(
  { gopherPlus = "" }: GopherParts,
  length: number,
  [from, to]: readonly [number, number],
): readonly [number, number] {
  const values = parseForm(gopherPlus)?.values ?? [];
  const tail = (at: number) => octetsOf(formatLines(values.slice(at))).length;
  return [length - tail(from), length - tail(to) - CRLF.length];
}

/**
 * Formats `selector [ HT search ] [ HT gopher+_string ] CR LF`. Without search words, Gopher+ servers expect the
 * gopher+ string as the second field; only an index server gets an empty search before it.
 *
 * @throws {AccessError} unsupported, control-octet, too-long.
 */
export function formatRequestLine(
  parts: GopherParts,
  { limits, allowForms, keepEmptySearch }: RequestOptions,
): Uint8Array {
  rejectUnfetchable(parts);
  const { gophertype, selector, search, gopherPlus } = parts;
  const fields = [encodeField(selector)];
  const form = gopherPlus !== undefined && parseForm(gopherPlus) !== undefined;
  // The form of RFC 4266 §2.9 has no empty search, although §2.4 requires one otherwise.
  const keepsSearch =
    gopherPlus === undefined || search !== "" || gophertype === "7" || (keepEmptySearch && !form);
  if (search !== undefined && keepsSearch) fields.push(TAB, encodeField(search));
  if (gopherPlus !== undefined) fields.push(TAB, encodePlus(gopherPlus, allowForms));
  // The data of a form end with their own CR LF.
  const line = joinBytes(form ? fields : [...fields, CRLF]);
  if (line.length > limits.maxCommand) {
    throw tooLongError(
      `the request exceeds the limit of ${limits.maxCommand} bytes; nothing was sent`,
      "maxCommand",
    );
  }
  return line;
}

function rejectUnfetchable({ gophertype, search }: GopherParts): void {
  const { entity, name } = getItemType(gophertype);
  if (entity === "none") {
    throw new AccessError("unsupported", `cannot open ${name} (type ${gophertype}) over gopher`, {
      hint: HINTS.get(gophertype),
    });
  }
  if (gophertype === "7" && search === undefined) {
    throw new AccessError("unsupported", "missing search words", {
      hint: 'add "%09" and the words to the URL, or use the operation search',
    });
  }
}

const HINTS: ReadonlyMap<string, string> = new Map([["+", "use the type of the mirrored item"]]);

function encodeField(field: string): Uint8Array {
  const octets = octetsOf(field);
  for (const octet of octets) {
    if (octet === 0x00 || octet === 0x09 || octet === 0x0a || octet === 0x0d) throw controlOctetError();
  }
  return octets;
}

function encodePlus(gopherPlus: string, allowForms: boolean): Uint8Array {
  const form = parseForm(gopherPlus);
  if (form === undefined) {
    if (/[\0\r\n]/.test(gopherPlus)) throw controlOctetError();
    return octetsOf(gopherPlus);
  }
  if (allowForms) return octetsOf(formatForm(form));
  throw new AccessError("control-octet", "the URL fills in a form; nothing was sent", {
    hint: "set the gopher option allowForms to send it",
  });
}

function controlOctetError(): AccessError {
  return new AccessError(
    "control-octet",
    "the request has a NUL, HT, CR, or LF byte, which would end it early; nothing was sent",
  );
}
