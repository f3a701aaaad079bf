import type { Entry, Operations, Url } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import type { ClientSettings } from "../client-options.ts";
import { openCall } from "./call.ts";
import { type CallOptions, resolveCall } from "./call-options.ts";
import { checkEntry } from "./check-result.ts";
import { setProvenance, type UrlOrEntry } from "./provenance.ts";
import { RetryState } from "./retry.ts";

type Work<O extends "list" | "search"> = (
  operation: Operations[O],
  url: Url,
  context: Context,
) => AsyncGenerator<Entry, void, void>;

/** Yields the entries of a directory or a search. @throws {UrlSyntaxError | AccessError} the URL must not be opened. */
export function listEntries<O extends "list" | "search">(
  settings: ClientSettings,
  url: UrlOrEntry,
  operation: O,
  given: CallOptions | undefined,
  work: Work<O>,
): AsyncGenerator<Entry, void, void> {
  const options = resolveCall(settings, given);
  const { clock } = settings;
  const retrying = options.retry.attempts === 0 ? undefined : new RetryState(clock, options);
  const open = () => {
    const call = openCall(settings, url, operation, retrying?.limit(options) ?? options);
    return call.iterate(work, (entry) => {
      checkEntry(entry);
      setProvenance(entry, call.found);
      return entry;
    });
  };
  try {
    // Opened at once, so that a URL that must not be opened throws here.
    const first = open();
    return retrying === undefined ? first : readEntries(first, open, retrying);
  } catch (error) {
    retrying?.end();
    throw error;
  }
}

/** Lists a directory of a tree whose symbolic links are followed: to places in the tree, if its scheme knows where they lead. */
export function listWithin(
  settings: ClientSettings,
  url: UrlOrEntry,
  linksWithin: Url,
  options: CallOptions,
): AsyncGenerator<Entry, void, void> {
  return listEntries(settings, url, "list", options, (list, target, context) =>
    list(target, { ...context, linksWithin }),
  );
}

/** Yields entries. Retries if the call fails before the first entry. */
async function* readEntries(
  first: AsyncGenerator<Entry, void, void>,
  open: () => AsyncGenerator<Entry, void, void>,
  retrying: RetryState,
): AsyncGenerator<Entry, void, void> {
  let begun = false;
  try {
    for (let entries = first; ; entries = open()) {
      try {
        for await (const entry of entries) {
          begun = true;
          yield entry;
        }
        return;
      } catch (error) {
        // Entries were already yielded, so the call cannot be repeated.
        if (begun) throw error;
        await retrying.failed(error);
      }
    }
  } finally {
    retrying.end();
  }
}
