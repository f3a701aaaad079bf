import { startWaisServer } from "@anyurl/servers";
import type { SoakClient } from "./client.ts";
import { documents } from "./documents.ts";
import { attributedOf, listingOf, readingOf } from "./found.ts";
import type { Place, Target } from "./target.ts";

/** Databases, searches, and the documents that are found. Every message has a length. */
export async function waisPlace(client: SoakClient): Promise<Place> {
  const server = await startWaisServer({ databases: { library: documents() } });
  const asked = (url: string) => ({ scheme: "wais", url, end: "marked" }) as const;
  const targets: Target[] = [
    await listingOf(client, { ...asked(`${server.origin}/library`), does: "list" }),
    await attributedOf(client, asked(`${server.origin}/library`)),
  ];
  const documentsFound = new Set<string>();
  for (const words of ["the", "lamp", "percent", "line", "nowhere"]) {
    const search = `${server.origin}/library?${words}`;
    targets.push(
      await listingOf(client, { ...asked(`${server.origin}/library`), does: "search", words }),
      await listingOf(client, { ...asked(search), does: "list" }),
    );
    for await (const { url } of client.list(search)) if (url !== undefined) documentsFound.add(url);
  }
  for (const url of documentsFound)
    targets.push(await readingOf(client, asked(url)), await attributedOf(client, asked(url)));
  return { name: "wais", targets, live: () => server.live, [Symbol.asyncDispose]: () => server.close() };
}
