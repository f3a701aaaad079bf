import type { CallOptions } from "@anyurl/client";
import type { SoakClient } from "./client.ts";
import type { Attributed, Listing, Reading } from "./target.ts";

type Asked = Pick<Reading, "scheme" | "url" | "options" | "end">;

/*
 * What is right is found by asking with nothing in the way; documents are compared with what is stored, besides.
 */

/** @throws {Error} what comes is not what is stored. */
export async function readingOf(client: SoakClient, asked: Asked, stored?: Uint8Array): Promise<Reading> {
  const octets = await (await client.get(asked.url, given(asked))).bytes();
  if (stored !== undefined && Buffer.compare(octets, stored) !== 0)
    throw new Error(`${asked.url} is not what is stored there`);
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
  return does === "walk" ? client.walk(url, options) : client.list(url, options);
}

/** An entry, or attributes, to be compared. */
export function shown(of: object): string {
  return JSON.stringify(of);
}

/** The options of the scheme, where the target has some. */
export function given({ options }: Pick<Asked, "options">): Pick<CallOptions, "options"> {
  return options === undefined ? {} : { options };
}
