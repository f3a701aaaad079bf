// #if list
import { AccessError, decodeText, type Limits, textOf } from "@anyurl/core";
import { type Exchange, ListingLines } from "@anyurl/core/exchange";
import { sendRequest, startDialogue } from "./reply.ts";
import { formatRequest } from "./request.ts";
import type { XDemoParts } from "./syntax.ts";

/** A line of a listing. Its name is not trusted. */
export interface Listed {
  readonly name: string;
  readonly kind: "file" | "directory";
  readonly size: number | undefined;
}

/**
 * The events of a listing: lines as they arrive, and the number of lines that were skipped because they were too long.
 */
export type ListingEvent = { readonly listed: readonly Listed[] } | { readonly skipped: number };

/**
 * Lists a directory: lines up to a line ".", with limits on length, number, and total size.
 *
 * @throws {AccessError} not-found, not-a-directory, too-large, truncated, protocol-error, …
 */
export function* listing(parts: XDemoParts, limits: Limits): Exchange<ListingEvent, true> {
  if (parts.segments.at(-1) !== "") {
    throw new AccessError("not-a-directory", "not a directory: only a directory has entries", {
      hint: 'add "/" to the end of the URL',
    });
  }
  const dialogue = startDialogue(limits);
  yield* sendRequest(dialogue, formatRequest("LIST", parts, limits), 200);
  const lines = new ListingLines(limits);
  let octets: Uint8Array | undefined = dialogue.inbox.take();
  for (;;) {
    lines.push(octets);
    const listed: Listed[] = [];
    let isOver = false;
    for (const line of lines.take()) {
      isOver = line.length === 1 && line[0] === DOT;
      if (isOver) break;
      listed.push(listedIn(textOf(line)));
    }
    if (listed.length > 0) yield { do: "emit", event: { listed } };
    if (isOver) break;
    octets = yield { do: "receive", phase: "body" };
    if (octets === undefined)
      throw new AccessError("truncated", "the listing is incomplete: its end is missing", {
        retryable: true,
      });
  }
  if (lines.skipped > 0) yield { do: "emit", event: { skipped: lines.skipped } };
  return true;
}

const DOT = 0x2e;

/** entry = ( "f" SP size / "d" ) SP name: the name escaped as in a URL. */
function listedIn(line: string): Listed {
  const match = /^(?:f ([^ ]*)|d) ((?:[^%]|%[0-9A-Fa-f]{2})+)$/.exec(line);
  if (match === null) throw new AccessError("protocol-error", "malformed line in the listing");
  const [, digits, name] = match;
  const size = digits !== undefined && /^[0-9]{1,15}$/.test(digits) ? Number(digits) : undefined;
  return { name: decodeText(name!), kind: digits === undefined ? "directory" : "file", size };
}
// #endif
