import { decodeText } from "@anyurl/core";
import { type Folder, startGopherServer } from "@anyurl/servers";
import type { SoakClient } from "./client.ts";
import { documents, documentsIn, readDocument } from "./documents.ts";
import { attributedOf, listingOf, readingOf } from "./found.ts";
import type { Place, Target } from "./target.ts";

/** Menus, texts, binary files, and searches. */
export async function gopherPlace(client: SoakClient): Promise<Place> {
  const root = documents();
  const server = await startGopherServer({ root });
  const targets: Target[] = [];
  let found = 0;
  const asked = (url: string) => ({ scheme: "gopher", url, end: "may be marked" }) as const;
  const visit = async (url: string, { entries }: Folder): Promise<void> => {
    targets.push(await listingOf(client, { ...asked(url), does: "list" }));
    for await (const { url: to, kind } of client.list(url)) {
      if (to === undefined || (kind !== "file" && kind !== "directory")) continue;
      const child = entries.get(decodeText(to.replace(/\/$/, "").split("/").at(-1) ?? ""));
      if (child?.kind === "folder") await visit(to, child);
      if (child?.kind !== "document") continue;
      found++;
      targets.push(
        await documentAt(client, asked(to), readDocument(child)),
        await attributedOf(client, asked(to)),
      );
    }
  };
  await visit(`${server.origin}/`, root);
  const count = [...documentsIn(root)].length;
  if (found !== count) throw new Error(`gopher: found ${found} of ${count} documents`);
  const search = `${server.origin}/7/search`;
  for (const words of ["percent", "the", "nowhere"]) {
    targets.push(await listingOf(client, { ...asked(search), does: "search", words }));
    targets.push(await listingOf(client, { ...asked(`${search}%09${words}`), does: "list" }));
  }
  targets.push(await listingOf(client, { ...asked(`${server.origin}/1/large`), does: "walk" }));
  return { name: "gopher", targets, live: () => server.live, [Symbol.asyncDispose]: () => server.close() };
}

async function documentAt(
  client: SoakClient,
  asked: { readonly scheme: string; readonly url: string; readonly end: "may be marked" },
  stored: Uint8Array,
): Promise<Target> {
  if (!asked.url.includes("/0/")) return readingOf(client, asked, stored);
  const text = await readingOf(client, asked);
  // A Gopher text is sent as lines that end with CR LF, including the last one.
  if (linesOf(text.octets) !== linesOf(stored))
    throw new Error(`${asked.url} differs from the stored document`);
  return { ...text, isGopherText: true };
}

function linesOf(octets: Uint8Array): string {
  return Buffer.from(octets).toString("latin1").replaceAll("\r\n", "\n").replace(/\n$/, "");
}
