import { AccessError, type EntryKind } from "@anyurl/core";
import { type Exchange, formatReply, type Reply, readReply } from "@anyurl/core/exchange";
import { type Command, command } from "./command.ts";
import { type Control, fetchFeatures, sendCommand, sendTogether } from "./control.ts";
import type { Dated } from "./listing/dates.ts";
import { timeVal } from "./listing/mlsd.ts";
import type { Route } from "./path.ts";
import { refusal } from "./reply.ts";

/** Metadata of a file, from a server. All of it can be wrong. */
export interface Facts {
  readonly size?: number;
  readonly modified?: Date;
  readonly kind?: EntryKind;
}

/**
 * Sends SIZE and MDTM (RFC 3659 §3, §4) in image type, because the size of text depends on line ends. Rejected values
 * are absent.
 */
export function* fetchMetadata(control: Control, route: Route): Exchange<never, Facts> {
  const { size, date } = yield* factReplies(control, route);
  const octets = sizeIn(size);
  const modified = timeIn(date)?.modified;
  return { ...(octets !== undefined && { size: octets }), ...(modified !== undefined && { modified }) };
}

/**
 * Returns the replies to SIZE and MDTM. @throws {AccessError} temporarily-unavailable: the server closes the
 * connection.
 */
export function* factReplies(
  control: Control,
  route: Route,
): Exchange<never, { readonly size: Reply; readonly date: Reply }> {
  const { name, part } = route;
  const asksDate = command(control, "MDTM", name, { cite: "RFC 3659 §3", part });
  // A server that reads EPSV and the next command from one packet does so with other commands as well.
  if (control.known.extended) return yield* pipelineFacts(control, sizeCommand(control, route), asksDate);
  const size = yield* sizeReply(control, route);
  const date = yield* sendCommand(control, asksDate);
  return { size, date };
}

/** Sends both commands together: a copy of a tree asks for each file, and each round trip counts. */
function* pipelineFacts(
  control: Control,
  asksSize: Command,
  asksDate: Command,
): Exchange<never, { readonly size: Reply; readonly date: Reply }> {
  yield* sendTogether(control, asksSize, asksDate);
  const size = yield* readReply(control);
  control.hasAnswered = true;
  if (size.code === 421) throw refusal(size, "facts");
  return { size, date: yield* readReply(control) };
}

/** Returns the size of a file in bytes, in the current type (RFC 3659 §4); `undefined` if unknown. */
export function* fetchSize(control: Control, route: Route): Exchange<never, number | undefined> {
  return sizeIn(yield* sizeReply(control, route));
}

function sizeCommand(control: Control, { name, part }: Route): Command {
  return command(control, "SIZE", name, { cite: "RFC 3659 §4", part });
}

function* sizeReply(control: Control, route: Route): Exchange<never, Reply> {
  const size = yield* sendCommand(control, sizeCommand(control, route));
  if (size.code === 421) throw refusal(size, "facts");
  return size;
}

/**
 * Parses the reply to SIZE; `undefined` for any other reply. @throws {AccessError} too-large: the size is above 2^53 - 1.
 */
export function sizeIn({ text, code }: Reply): number | undefined {
  if (code !== 213) return undefined;
  const digits = /^ *([0-9]{1,40}) *$/.exec(text)?.[1];
  if (digits === undefined) return undefined;
  const size = Number(digits);
  if (size <= Number.MAX_SAFE_INTEGER) return size;
  throw new AccessError("too-large", "the size exceeds the limit of 2^53 - 1 bytes", {
    reply: formatReply({ code, text }),
    replyCode: code,
  });
}

/**
 * Parses `213 YYYYMMDDHHMMSS[.sss]` in UTC; `undefined` for any other reply. Some old servers print the year 2001 as
 * 19101.
 */
export function timeIn({ code, text }: Reply): Dated | undefined {
  if (code !== 213) return undefined;
  const digits = text.trim();
  return timeVal(
    /^191[0-9]{2}[0-9]{10}$/.test(digits) ? `${1900 + Number(digits.slice(2, 5))}${digits.slice(5)}` : digits,
  );
}

/** Returns whether FEAT lists MLST, which implies MLSD (RFC 3659 §7.8). */
export function* supportsMlst(control: Control): Exchange<never, boolean> {
  return (yield* fetchFeatures(control)).has("MLST");
}

/**
 * Sets the modification time of a file with MFMT (draft-somers-ftp-mfxx §3), if FEAT lists it. MDTM with a time, which
 * some servers take for the same, is not sent: for others the time is a part of the name. A server that refuses leaves
 * the file with the time of the upload.
 */
export function* setModified(control: Control, { name, part }: Route, modified: Date): Exchange<never> {
  const time = formatTime(modified);
  if (time === undefined || !(yield* fetchFeatures(control)).has("MFMT")) return;
  const init = { cite: "draft-somers-ftp-mfxx §3", part };
  const reply = yield* sendCommand(control, command(control, "MFMT", `${time} ${name}`, init));
  if (reply.code === 421) throw refusal(reply, "change");
}

/** Formats `YYYYMMDDHHMMSS` in UTC; `undefined` for a year without four digits. */
function formatTime(time: Date): string | undefined {
  const year = time.getUTCFullYear();
  return year < 0 || year > 9999 ? undefined : time.toISOString().slice(0, 19).replaceAll(/[-T:]/g, "");
}
