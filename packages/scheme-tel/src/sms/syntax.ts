import {
  type CharSet,
  decodeText,
  encodeText,
  QUERY,
  type Report,
  requireList,
  requireText,
  UNRESERVED,
  type Url,
} from "@anyurl/core";
import { checkOpaque, createFind, fieldError, splitText, type TextRange } from "../parameters.ts";
import {
  checkSubscriber,
  formatSubscriber,
  normalizeSubscriber,
  parseSubscriber,
  type Subscriber,
  type SubscriberInit,
} from "../subscriber.ts";

/*
 * sms-uri   = "sms:" recipient *( "," recipient ) [ "?" sms-field *( "&" sms-field ) ]
 * recipient = telephone-subscriber of RFC 3966
 * sms-field = ( "body" / 1*unreserved ) "=" *( unreserved / pct-encoded )     (RFC 5724 §2.2)
 */

/** A field of an sms URL other than the body, decoded. */
export interface SmsField {
  readonly name: string;
  readonly value: string;
}

/** The fields of an sms URL. */
export interface SmsParts {
  /** At least one, in the order of the text. */
  readonly recipients: readonly Subscriber[];
  /** The text of the message, decoded. `undefined` without one. */
  readonly body: string | undefined;
  /** All other fields, in the order of the text. */
  readonly fields: readonly SmsField[];
}

/** The fields from which an sms URL is built. */
export interface SmsInit {
  readonly scheme?: "sms";
  readonly recipients: readonly SubscriberInit[];
  readonly body?: string | undefined;
  readonly fields?: readonly SmsField[] | undefined;
}

export type SmsUrl = Url<"sms", SmsParts>;

/** A field in the text of a URL. */
interface WrittenField extends SmsField {
  readonly range: TextRange;
  /** The offset of the "="; the end of the range without one. */
  readonly equals: number;
}

const CITE = "RFC 5724 §2.2";
/** A "+" is data, and is escaped because form decoders read it as a space. */
const VALUE: CharSet = QUERY.without("&+;=");

/**
 * Checks `sms:<recipient>,<recipient>?body=<text>&<name>=<value>`. Accepts any character of a query in a value.
 *
 * Reports bad-address: a recipient is missing; bad-field, authority-not-allowed, and fragment-not-allowed.
 */
export function check(url: Url, report: Report): void {
  const find = createFind(report, CITE);
  checkOpaque(url, find, { query: true });
  if (url.offsets.hostStart >= 0) return;
  for (const range of readRecipients(url)) {
    if (range[0] < range[1]) checkSubscriber(url.href, range, find);
    else {
      const hint = 'write a number between "sms:", commas, and "?"';
      find(range, { code: "bad-address", message: "a recipient is missing", hint });
    }
  }
  let bodies = 0;
  for (const { name, range, equals } of readFields(url)) {
    if (name === "" || !UNRESERVED.covers(name) || equals === range[1]) {
      const message = 'a field must have a name, "=", and a value';
      find(range, { component: "query", message, hint: 'write "name=value", and "&" between two fields' });
    } else if (name === "body" && ++bodies > 1) {
      find(range, { component: "query", message: "a message has only one body", hint: "remove one of them" });
    }
  }
}

/** Returns the ranges of the recipients. */
export function readRecipients({ href, offsets: { pathStart, pathEnd } }: Url): readonly TextRange[] {
  return splitText(href, ",", [pathStart, pathEnd]);
}

/** Returns the fields of the query as written, with the body. */
export function readFields({ href, offsets: { pathEnd, queryEnd } }: Url): readonly WrittenField[] {
  if (pathEnd === queryEnd) return [];
  return splitText(href, "&", [pathEnd + 1, queryEnd]).map((range) => {
    const [start, end] = range;
    const found = href.indexOf("=", start);
    const equals = found < 0 || found >= end ? end : found;
    const name = decodeText(href.slice(start, equals));
    return { name, value: decodeText(href.slice(equals + 1, end)), range, equals };
  });
}

/** Reads the fields of a checked URL. */
export function parse(url: Url): SmsParts {
  const fields = readFields(url);
  return {
    recipients: Object.freeze(readRecipients(url).map((range) => parseSubscriber(url.href, range))),
    body: fields.find(({ name }) => name === "body")?.value,
    fields: Object.freeze(
      fields.filter(({ name }) => name !== "body").map(({ name, value }) => Object.freeze({ name, value })),
    ),
  };
}

/**
 * Formats an sms URL. The inverse of {@link parse}.
 *
 * @throws {UrlSyntaxError} bad-address: no recipient; bad-field: a field that is not valid.
 */
export function format({ recipients = [], body, fields }: SmsInit): string {
  return formatMessage(requireList(recipients, "recipients", "object").map(formatSubscriber), body, fields);
}

/** Returns the normal form: the numbers in their own normal form (RFC 3966 §4), the body, and the other fields. */
export function normalize({ parts: { recipients, body, fields } }: SmsUrl): string {
  return formatMessage(recipients.map(normalizeSubscriber), body, fields);
}

function formatMessage(
  recipients: readonly string[],
  body: string | undefined,
  fields: readonly SmsField[] = [],
): string {
  if (recipients.length === 0) throw fieldError("a recipient is missing", CITE, "bad-address");
  for (const { name } of requireList(fields, "fields", "object")) {
    if (typeof name !== "string" || name === "" || !UNRESERVED.covers(name))
      throw fieldError('a field must have a name of letters, digits, "-", ".", "_", and "~"', CITE);
    if (name === "body") throw fieldError("the body has its own field", CITE);
  }
  const all = body === undefined ? fields : [{ name: "body", value: body }, ...fields];
  const texts = all.map(({ name, value }) => `${name}=${encodeText(requireText(value, name), VALUE)}`);
  return `sms:${recipients.join(",")}${texts.length > 0 ? `?${texts.join("&")}` : ""}`;
}
