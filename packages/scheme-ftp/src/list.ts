import { AccessError } from "@anyurl/core";
import { type Exchange, ListingLines, mapEvents } from "@anyurl/core/exchange";
import { command } from "./command.ts";
import { type Control, endSession } from "./control.ts";
import { inBatches } from "./listing/batches.ts";
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
export function* list(control: Control, login: FtpLogin, parts: FtpParts, now: Date): Exchange<ListEvent> {
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
  function* takeEntries(atEnd: boolean): Generator<Found, void> {
    for (const entries of inBatches(lines.takeTexts(atEnd), read)) yield { entries };
  }
  // "-a" is not the name of a file here: it is an option of `ls`, which many servers run or imitate.
  const flags = format === "LIST" && control.options.hiddenFiles ? "-a" : undefined;
  const listing = command(control, format, flags, { cite: FORMATS[format] });
  const transfer = receiveData(control, listing, { start: 0, isDirectory: true });
  yield* mapEvents<FtpEvent, ListEvent, void>(transfer, function* (event) {
    if (event instanceof Uint8Array) {
      lines.push(event);
      yield* takeEntries(false);
    } else if ("begins" in event) yield event;
  });
  for (const event of takeEntries(true)) yield { do: "emit", event };
  return lines.skipped;
}
