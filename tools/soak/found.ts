import type { CallOptions } from "@anyurl/client";
import type { SoakClient } from "./client.ts";
import type { Attributed, Listing, Reading } from "./target.ts";

type Asked = Pick<Reading, "scheme" | "url" | "options" | "end">;

/*
 * Finds the expected results over an undisturbed network. Documents are also compared with the stored ones.
 */

/** @throws {Error} if the received document differs from the stored one. */
export async function readingOf(client: SoakClient, asked: Asked, stored?: Uint8Array): Promise<Reading> {
  const octets = await (await client.get(asked.url, given(asked))).bytes();
  if (stored !== undefined && Buffer.compare(octets, stored) !== 0)
    throw new Error(`${asked.url} differs from the stored document`);
  return { ...asked, does: "get", octets };
}

export async function listingOf(
  client: SoakClient,
  asked: Asked & Pick<Listing, "does" | "words">,
): Promise<Listing> {
  const entries: string[] = [];
  for await (const entry of entriesOf(client, asked, given(asked))) entries.push(shown(entry));
  return { ...asked, entries };
}

export async function attributedOf(client: SoakClient, asked: Asked): Promise<Attributed> {
  return { ...asked, does: "stat", attributes: shown(await client.stat(asked.url, given(asked))) };
}

export function entriesOf(
  client: SoakClient,
  { does, url, words = "" }: Pick<Listing, "does" | "url" | "words">,
  options: CallOptions,
): AsyncGenerator<object, void, void> {
  if (does === "search") return client.search(url, words, options);
  return does === "walk" ? walkedBy(client, url, options) : client.list(url, options);
}

/** A walk goes on after a directory that it cannot list; here, its error ends it. */
async function* walkedBy(
  client: SoakClient,
  url: string,
  options: CallOptions,
): AsyncGenerator<object, void, void> {
  for await (const each of client.walk(url, options)) {
    if (each.error !== undefined) throw each.error;
    yield each;
  }
}

/** Returns an entry or attributes as a string, for comparison. */
export function shown(of: object): string {
  return JSON.stringify(of);
}

/** Returns the scheme options of the target, if it has any. */
export function given({ options }: Pick<Asked, "options">): Pick<CallOptions, "options"> {
  return options === undefined ? {} : { options };
}
