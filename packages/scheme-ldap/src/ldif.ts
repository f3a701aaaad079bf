import { encodeBase64, octetsOf, textOf } from "@anyurl/core";
import { ByteCollector, type Exchange } from "@anyurl/core/exchange";
import type { FoundEntry } from "./message.ts";

/*
 * LDIF content records (RFC 2849): "attribute: value", or "attribute:: base64" for a value that is not a SAFE-STRING.
 * Lines are folded: a line that begins with a space continues the one before.
 */

export const LDIF_HEADER = "version: 1\n";

const MAX_LINE = 76;
/** Bytes to collect before the rest of a packet is read. */
const MAX_CHUNK = 16 * 1024;

/** Formats an entry, with an empty line before it. */
export function formatRecord({ dn, attributes }: FoundEntry): string {
  const lines = [formatLine("dn", octetsOf(dn))];
  for (const { name, values } of attributes) for (const value of values) lines.push(formatLine(name, value));
  return `\n${lines.join("")}`;
}

/** Formats a comment. The text must be one line of ASCII. */
export function formatComment(text: string): string {
  return `\n${fold(`# ${text}`)}`;
}

function formatLine(name: string, value: Uint8Array): string {
  if (value.length === 0) return `${name}:\n`;
  return fold(isSafe(value) ? `${name}: ${textOf(value)}` : `${name}:: ${encodeBase64(value)}`);
}

/** SAFE-STRING, and without a space at its end, which is easily lost (RFC 2849, note 8). */
function isSafe(value: Uint8Array): boolean {
  const first = value[0];
  if (first === 0x20 || first === 0x3a || first === 0x3c || value.at(-1) === 0x20) return false;
  return value.every((byte) => byte < 0x80 && byte !== 0 && byte !== 0x0a && byte !== 0x0d);
}

function fold(line: string): string {
  if (line.length <= MAX_LINE) return `${line}\n`;
  const lines = [line.slice(0, MAX_LINE)];
  for (let at = MAX_LINE; at < line.length; at += MAX_LINE - 1)
    lines.push(` ${line.slice(at, at + MAX_LINE - 1)}`);
  return `${lines.join("\n")}\n`;
}

/**
 * Makes LDIF of the events of a search, in chunks: the records of one packet are one chunk. Passes on every event that
 * `format` leaves out.
 */
export function* writeLdif<Event, Result>(
  search: Exchange<Event, Result>,
  format: (event: Event) => string | undefined,
): Exchange<Event | Uint8Array, Result> {
  const collected = new ByteCollector();
  let octets: Uint8Array | undefined;
  let failure: { readonly error: unknown } | undefined;
  for (;;) {
    const next = failure === undefined ? search.next(octets) : search.throw(failure.error);
    failure = undefined;
    octets = undefined;
    const step = next.done === true ? undefined : next.value;
    if (step?.do === "emit") {
      const text = format(step.event);
      if (text === undefined) yield step;
      else collected.add(octetsOf(text));
      if (collected.length < MAX_CHUNK) continue;
    }
    if (collected.length > 0) yield { do: "emit", event: collected.take() };
    if (next.done === true) return next.value;
    if (step === undefined || step.do === "emit") continue;
    try {
      octets = yield step;
    } catch (error) {
      failure = { error };
    }
  }
}
