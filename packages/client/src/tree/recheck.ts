import { AccessError, type Attributes, type Entry, isAccessError } from "@anyurl/core";
import type { GetResult } from "../body/get-result.ts";
import { type Facts, hasSameFacts } from "./same-file.ts";

/**
 * Checks that a file is still as it was when it was opened. If its scheme or its server does not tell metadata, nothing
 * is known, and the check passes.
 *
 * @param response the metadata of the response, which is later and often more precise than that of the listing.
 * @throws {AccessError} changed: it has another size or time, or does not exist any more.
 */
export async function recheck(
  entry: Entry,
  { size, modified }: Partial<Pick<GetResult, "size" | "modified">>,
  stat: () => Promise<Attributes>,
): Promise<void> {
  let now: Attributes;
  try {
    now = await stat();
  } catch (error) {
    if (!isAccessError(error) || error.code === "aborted") throw error;
    if (error.code === "not-found") throw changed("it does not exist any more");
    return;
  }
  // A listing can have the size and the time of a link itself.
  const listed: Facts = entry.isLink === true || entry.kind === "link" ? {} : entry;
  // A response does not tell the precision of its date.
  const dated: Facts = modified === undefined ? listed : { ...now, modified };
  const { size: _, ...before } = dated;
  const known = size ?? listed.size;
  if (!hasSameFacts({ ...before, ...(known !== undefined && { size: known }) }, now))
    throw changed("its size or its time is another one");
}

function changed(why: string): AccessError {
  return new AccessError("changed", `the source changed while it was copied: ${why}`, {
    retryable: true,
    hint: "copy it again",
  });
}
