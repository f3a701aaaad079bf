import { AccessError } from "@anyurl/core";
import { type Exchange, ListingLines, type Step } from "@anyurl/core/exchange";
import { type Control, command, endSession } from "./control.ts";
import type { Listing } from "./listing/line-reader.ts";
import { createListingReader, type ListingFormat } from "./listing/listing.ts";
import { type Ask, type FtpLogin, logIn } from "./login.ts";
import { supportsMlst } from "./metadata.ts";
import { changeDirectory, inside, planRoute } from "./path.ts";
import { type Begin, type FtpEvent, receiveData } from "./retrieve.ts";
import { type FtpParts, withoutDotSegments } from "./syntax.ts";
import { setType } from "./type.ts";

/** The number of lines that were skipped because they were too long. */
interface Skipped {
  readonly skipped: number;
}

/** Entries that arrived together: one event for each entry would cost more than parsing it. */
interface Found {
  readonly entries: readonly Listing[];
}

export type ListEvent = Ask | Begin | Found | Skipped;

const FORMATS: Readonly<Record<ListingFormat, string>> = {
  MLSD: "RFC 3659 §7",
  LIST: "RFC 959 §4.1.3",
  NLST: "RFC 959 §4.1.3",
};

/**
 * Lists a directory with the best command that the server supports: MLSD, else LIST, else NLST. Emits a Begin, an entry
 * for each line in batches, and at the end the number of skipped lines.
 *
 * @throws {AccessError} not-found, not-a-directory, too-large, and errors of the login or the transfer.
 */
export function* list(
  control: Control,
  login: FtpLogin,
  parts: FtpParts,
  now: Date,
): Exchange<ListEvent, true> {
  // Enter the directory whether or not its URL ends with "/".
  const route = inside(planRoute(withoutDotSegments(parts), control), control);
  yield* logIn(control, login);
  const formats: readonly ListingFormat[] = (yield* supportsMlst(control))
    ? ["MLSD", "LIST", "NLST"]
    : ["LIST", "NLST"];
  yield* changeDirectory(control, route);
  yield* setType(control, "A", parts);
  const skipped = yield* firstThatWorks(control, formats, now);
  if (skipped > 0) yield { do: "emit", event: { skipped } };
  yield* endSession(control);
  return true;
}

function* firstThatWorks(
  control: Control,
  formats: readonly ListingFormat[],
  now: Date,
): Exchange<ListEvent, number> {
  for (const [i, format] of formats.entries()) {
    try {
      return yield* entries(control, format, now);
    } catch (error) {
      const last = i === formats.length - 1;
      const isRefused = error instanceof AccessError && error.code === "unsupported" && control.hasData;
      if (last || !isRefused) throw error;
      yield { do: "close", on: "data" };
    }
  }
  return 0;
}

/** Emits the entries of one listing. Returns the number of skipped lines. */
function* entries(control: Control, format: ListingFormat, now: Date): Exchange<ListEvent, number> {
  const lines = new ListingLines(control.limits);
  const read = createListingReader(format, now);
  function* emit(atEnd: boolean): Exchange<ListEvent> {
    for (const found of together(lines.takeTexts(atEnd), read))
      yield { do: "emit", event: { entries: found } };
  }

  const listing = command(control, format, undefined, { cite: FORMATS[format] });
  const transfer = receiveData(control, listing, { start: 0, isDirectory: true });
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
    } else if ("begins" in step.event) yield { do: "emit", event: step.event };
    next = transfer.next();
  }
  yield* emit(true);
  return lines.skipped;
}

/** Maximum entries per event: most objects of a larger batch would survive the garbage collector's young generation. */
const TOGETHER = 32;

/** Yields the entries of the lines in batches. If an error occurs, yields the earlier entries first. */
function* together(
  lines: Iterable<string>,
  read: (line: string) => Listing | undefined,
): Generator<readonly Listing[], void> {
  let found: Listing[] = [];
  try {
    for (const line of lines) {
      const entry = read(line);
      if (entry === undefined || found.push(entry) < TOGETHER) continue;
      yield found;
      found = [];
    }
  } catch (error) {
    if (found.length > 0) yield found;
    throw error;
  }
  if (found.length > 0) yield found;
}

/** Forwards a step to the caller, and its result or error to the inner exchange. */
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
