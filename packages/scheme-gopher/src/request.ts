import { AccessError, decodeText, octetsOf } from "@anyurl/core";
import { joinBytes, type SendStep } from "@anyurl/core/exchange";
import { formatForm, formatLines, formOf } from "./form.ts";
import type { CheckedOptions } from "./options.ts";
import { formatView } from "./plus.ts";
import type { GopherParts, GopherUrl } from "./syntax.ts";
import { itemType } from "./types.ts";

const TAB = new Uint8Array([0x09]);
const CRLF = new Uint8Array([0x0d, 0x0a]);

export interface RequestOptions extends Pick<CheckedOptions, "limits" | "allowForms" | "keepEmptySearch"> {
  /** A clean end of the connection is a close_notify of TLS, so it proves that all came (RFC 8446 §6.1). Default false. */
  readonly closeNotify?: boolean;
}

/** The fields that are sent for a URL, with what the options add to it. */
export function partsOf(url: GopherUrl, options: CheckedOptions): GopherParts {
  const parts = options.questionMarkIsSearch ? withWords(url) : url.parts;
  const { view, language } = options;
  // What the URL itself names comes first.
  if (view === undefined || (parts.gopherPlus !== undefined && parts.gopherPlus !== "+")) return parts;
  return { ...parts, search: parts.search ?? "", gopherPlus: formatView(view, language) };
}

/** A search in the manner of old clients, `7<selector>?<words>`. */
function withWords({ parts, query, path }: GopherUrl): GopherParts {
  if (parts.gophertype !== "7" || parts.search !== undefined || query === undefined) return parts;
  // Behind the "/" and the type, which may be escaped.
  const typeLength = path[1] === "%" ? 3 : 1;
  return { ...parts, selector: decodeText(path.slice(1 + typeLength)), search: decodeText(query) };
}

/**
 * The step that sends a request.
 *
 * @param secret [from, to) of the values of its form that nobody may see.
 * @throws {AccessError} unsupported, control-octet, too-long.
 */
export function sendStep(
  parts: GopherParts,
  options: RequestOptions,
  secret?: readonly [from: number, to: number],
): SendStep {
  const octets = requestLine(parts, options);
  return {
    do: "send",
    octets,
    part: "selector",
    cite: citeOf(parts),
    ...(secret !== undefined && { secret: secretOctets(parts, octets.length, secret) }),
  };
}

function citeOf({ search, gopherPlus }: GopherParts): string {
  if (gopherPlus !== undefined) return "RFC 4266 §2.4";
  return search === undefined ? "RFC 4266 §2.2" : "RFC 4266 §2.3";
}

/** Where values of a form stand in a request of that many octets, counted from its end. */
function secretOctets(
  { gopherPlus = "" }: GopherParts,
  length: number,
  [from, to]: readonly [number, number],
): readonly [number, number] {
  const values = formOf(gopherPlus)?.values ?? [];
  const tail = (at: number) => octetsOf(formatLines(values.slice(at))).length;
  return [length - tail(from), length - tail(to) - CRLF.length];
}

/**
 * selector [ HT search ] [ HT gopher+_string ] CR LF. Without words to search for, Gopher+ has its string as
 * the second field, and that is what its servers read; only an index server gets an empty search before it.
 *
 * @throws {AccessError} unsupported, control-octet, too-long.
 */
export function requestLine(
  parts: GopherParts,
  { limits, allowForms, keepEmptySearch }: RequestOptions,
): Uint8Array {
  refuseUnfetchable(parts);
  const { gophertype, selector, search, gopherPlus } = parts;
  const fields = [fieldOctets(selector)];
  const form = gopherPlus !== undefined && formOf(gopherPlus) !== undefined;
  // RFC 4266 §2.9 has a form without it, whatever §2.4 says of the others.
  const keepsSearch =
    gopherPlus === undefined || search !== "" || gophertype === "7" || (keepEmptySearch && !form);
  if (search !== undefined && keepsSearch) fields.push(TAB, fieldOctets(search));
  if (gopherPlus !== undefined) fields.push(TAB, plusOctets(gopherPlus, allowForms));
  // A form's data end with their own CR LF.
  const line = joinBytes(form ? fields : [...fields, CRLF]);
  if (line.length > limits.maxCommand) {
    throw new AccessError("too-long", `a request may have ${limits.maxCommand} octets; nothing was sent`, {
      hint: "raise the limit maxCommand",
    });
  }
  return line;
}

function refuseUnfetchable({ gophertype, search }: GopherParts): void {
  const { entity, name } = itemType(gophertype);
  if (entity === "none") {
    throw new AccessError("unsupported", `${name} (type ${gophertype}) is not fetched by gopher`, {
      hint: HINTS.get(gophertype),
    });
  }
  if (gophertype === "7" && search === undefined) {
    throw new AccessError("unsupported", "a search wants words to search for", {
      hint: 'add "%09" and the words to the URL, or use the operation search',
    });
  }
}

const HINTS: ReadonlyMap<string, string> = new Map([["+", "write the type of the item that it mirrors"]]);

function fieldOctets(field: string): Uint8Array {
  const octets = octetsOf(field);
  for (const octet of octets) {
    if (octet === 0x00 || octet === 0x09 || octet === 0x0a || octet === 0x0d) throw controlOctet();
  }
  return octets;
}

function plusOctets(gopherPlus: string, allowForms: boolean): Uint8Array {
  const form = formOf(gopherPlus);
  if (form === undefined) {
    if (/[\0\r\n]/.test(gopherPlus)) throw controlOctet();
    return octetsOf(gopherPlus);
  }
  if (allowForms) return octetsOf(formatForm(form));
  throw new AccessError("control-octet", "the URL fills in a form; nothing was sent", {
    hint: "set the gopher option allowForms to send it",
  });
}

function controlOctet(): AccessError {
  return new AccessError(
    "control-octet",
    "an octet NUL, HT, CR or LF would end the request early; nothing was sent",
  );
}
