import { AccessError, type Limits } from "@anyurl/core";
import { type Exchange, Inbox, ListingLines, type Step } from "@anyurl/core/exchange";
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

/** How many lines were longer than allowed, and are missing. */
interface Skipped {
  readonly skipped: number;
}

export type ListEvent = Ask | Listing | Skipped;

const FORMATS: Readonly<Record<ListingFormat, string>> = {
  MLSD: "RFC 3659 §7",
  LIST: "RFC 959 §4.1.3",
  NLST: "RFC 959 §4.1.3",
};

/**
 * Lists the directory that an ftp URL names: the best listing that the server has, MLSD, else LIST, else NLST.
 * Emits an entry for each line, and at the end how many were too long.
 *
 * @throws {AccessError} not-found, not-a-directory, too-large, and what a login or a transfer fails with.
 */
export function* list(login: FtpLogin, parts: FtpParts, limits: Limits, now: Date): Exchange<ListEvent> {
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
  if (skipped > 0) yield { do: "emit", event: { skipped } };
  yield* sayGoodbye(limits);
}

/** A server that has MLST has MLSD, whether it says so or not (RFC 3659 §7.8). */
function hasMlst({ code, text }: Reply): boolean {
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
  const lines = new ListingLines(limits);
  function* emit(atEnd: boolean): Exchange<ListEvent> {
    for (const line of lines.take(atEnd)) {
      const entry = listingOf(line, format, now);
      if (entry !== undefined) yield { do: "emit", event: entry };
    }
  }

  const transfer = receiveData(
    inbox,
    commandOf(format, undefined, limits, { cite: FORMATS[format] }),
    limits,
  );
  let next = transfer.next();
  while (next.done !== true) {
    const step = next.value;
    if (step.do !== "emit") {
      next = yield* pass(step, transfer);
      continue;
    }
    if (step.event instanceof Uint8Array) {
      lines.push(step.event);
      yield* emit(false);
    }
    next = transfer.next();
  }
  yield* emit(true);
  return lines.skipped;
}

/** Hands a step on to whoever performs us, and what comes of it, a failure too, back to the exchange within. */
function* pass(
  step: Exclude<Step<FtpEvent>, { do: "emit" }>,
  within: Exchange<FtpEvent>,
): Exchange<never, IteratorResult<Step<FtpEvent>, void>> {
  let octets: Uint8Array | undefined;
  try {
    octets = yield step;
  } catch (error) {
    return within.throw(error);
  }
  return within.next(octets);
}
