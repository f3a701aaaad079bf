import { AccessError, type Exchange, Inbox, type Limits } from "@anyurl/core";
import { commandOf, dialogue } from "./command.ts";
import {
  type Ask,
  expect,
  type FtpEvent,
  type FtpLogin,
  logIn,
  pathCommands,
  receiveData,
  sayGoodbye,
  typeCommand,
  walk,
} from "./exchange.ts";
import { type Listing, type ListingFormat, listingOf } from "./listing.ts";
import { openData } from "./passive.ts";
import type { Reply } from "./reply.ts";
import { type FtpParts, withoutDotSegments } from "./syntax.ts";

/** How many entries were longer than allowed, or could not be read, and are missing. */
export interface Skipped {
  readonly skipped: number;
}

export type ListEvent = Ask | Listing;

const FORMATS: Readonly<Record<ListingFormat, string>> = {
  MLSD: "RFC 3659 §7",
  LIST: "RFC 959 §4.1.3",
  NLST: "RFC 959 §4.1.3",
};

/**
 * Lists the directory that an ftp URL names: the best listing that the server has, MLSD, else LIST, else NLST.
 * Emits an entry for each line.
 *
 * @throws {AccessError} not-found, not-a-directory, too-large, and what a login or a transfer fails with.
 */
export function* list(
  login: FtpLogin,
  parts: FtpParts,
  limits: Limits,
  now: Date,
): Exchange<ListEvent, Skipped> {
  const walked = withoutDotSegments(parts);
  // A directory is entered, whether or not its URL ends with "/".
  const target =
    walked.name === ""
      ? []
      : [commandOf("CWD", walked.name, limits, { part: "name", cite: "RFC 1738 §3.2.2" })];
  const path = [...pathCommands(walked, limits), ...target];
  const type = typeCommand("A", parts, limits);

  const inbox = new Inbox();
  yield* logIn(inbox, login, limits);
  const features = yield* dialogue(
    inbox,
    commandOf("FEAT", undefined, limits, { cite: "RFC 2389 §3" }),
    limits,
  );
  yield* walk(inbox, path, limits);
  yield* expect(inbox, type, [200], "type", limits);
  const formats: readonly ListingFormat[] = hasMlst(features) ? ["MLSD", "LIST", "NLST"] : ["LIST", "NLST"];
  const skipped = yield* firstThatWorks(inbox, formats, limits, now);
  yield* sayGoodbye(limits);
  return { skipped };
}

/** A server that has MLST has MLSD, whether it says so or not (RFC 3659 §7.8). */
export function hasMlst({ code, text }: Reply): boolean {
  return code === 211 && text.split("\n").some((line) => /^ *MLST(?: |$)/i.test(line));
}

function* firstThatWorks(
  inbox: Inbox,
  formats: readonly ListingFormat[],
  limits: Limits,
  now: Date,
): Exchange<ListEvent, number> {
  for (const [i, format] of formats.entries()) {
    yield* openData(inbox, limits);
    try {
      return yield* entries(inbox, format, limits, now);
    } catch (error) {
      const last = i === formats.length - 1;
      if (last || !(error instanceof AccessError) || error.code !== "unsupported") throw error;
      yield { do: "close", on: "data" };
    }
  }
  return 0;
}

/** Emits the entries of one listing; gives how many lines were skipped. */
function* entries(
  inbox: Inbox,
  format: ListingFormat,
  limits: Limits,
  now: Date,
): Exchange<ListEvent, number> {
  const command = commandOf(format, undefined, limits, { cite: FORMATS[format] });
  const lines = new Inbox();
  let octets = 0;
  let count = 0;
  let skipped = 0;
  let skipping = false;

  function* read(atEnd: boolean): Exchange<ListEvent> {
    for (;;) {
      if (skipping && !lines.skipLine()) return;
      skipping = false;
      let line: Uint8Array | undefined;
      try {
        line = lines.takeLine(limits.maxEntryLine, "maxEntryLine");
      } catch {
        skipped++;
        skipping = true;
        continue;
      }
      // A last line may lack its end.
      if (line === undefined && atEnd && lines.size > 0) line = lines.take();
      if (line === undefined) return;
      const entry = listingOf(line, format, now);
      if (entry === undefined) continue;
      if (++count > limits.maxEntries) throw tooLarge("entries", "maxEntries", limits.maxEntries);
      yield { do: "emit", event: entry };
    }
  }

  const transfer: Exchange<FtpEvent> = receiveData(inbox, command, limits);
  let answer: Uint8Array | undefined;
  for (;;) {
    const next = transfer.next(answer);
    if (next.done === true) break;
    const step = next.value;
    answer = undefined;
    if (step.do !== "emit") {
      answer = yield step;
    } else if (step.event instanceof Uint8Array) {
      octets += step.event.length;
      if (octets > limits.maxListing) throw tooLarge("octets", "maxListing", limits.maxListing);
      lines.push(step.event);
      yield* read(false);
    }
  }
  yield* read(true);
  return skipped;
}

function tooLarge(what: string, limit: string, max: number): AccessError {
  return new AccessError("too-large", `the listing has more than ${max} ${what}`, {
    hint: `raise the limit ${limit}`,
  });
}
