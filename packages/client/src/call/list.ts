import type { Entry, Operations, Url } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import type { ClientSettings } from "../client-options.ts";
import { type Call, openCall } from "./call.ts";
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
  const retrying = options.retry.attempts === 0 ? undefined : new RetryState(settings.clock, options);
  const open = () => openCall(settings, url, operation, retrying?.limit(options) ?? options);
  try {
    return readEntries(open(), open, work, retrying);
  } catch (error) {
    retrying?.end();
    throw error;
  }
}

/** Yields entries. Retries if the call fails before the first entry. */
async function* readEntries<O extends "list" | "search">(
  first: Call<O>,
  open: () => Call<O>,
  work: Work<O>,
  retrying: RetryState | undefined,
): AsyncGenerator<Entry, void, void> {
  let begun = false;
  try {
    for (let call = first; ; call = open()) {
      try {
        for await (const entry of call.iterate(work, checkEntry)) {
          begun = true;
          setProvenance(entry, call.found);
          yield entry;
        }
        return;
      } catch (error) {
        // Entries were already yielded, so the call cannot be repeated.
        if (begun || retrying === undefined) throw error;
        await retrying.failed(error);
      }
    }
  } finally {
    retrying?.end();
  }
}
