import { type Entry, isAccessError } from "@anyurl/core";
import { partTargetName } from "@anyurl/core/exchange";

/** Can a directory be listed? */
export async function exists(listing: AsyncIterable<Entry>): Promise<boolean> {
  try {
    for await (const _ of listing) break;
    return true;
  } catch (error) {
    if (isAccessError(error) && error.code !== "aborted") return false;
    throw error;
  }
}

/** Does a listing have an entry of this name? `undefined` if the server does not list it. */
export async function hasEntry(listing: AsyncIterable<Entry>, name: string): Promise<boolean | undefined> {
  try {
    for await (const entry of listing) if (entry.name === name) return true;
    return false;
  } catch (error) {
    if (isAccessError(error) && error.code !== "aborted") return undefined;
    throw error;
  }
}

/** Returns the names of the incomplete files in a directory. */
export async function findPartNames(listing: AsyncIterable<Entry>): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const { name } of listing) if (partTargetName(name) !== undefined) names.push(name);
  return names;
}
