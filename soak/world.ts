import { type Client, createClient } from "@anyurl/client";
import { decodeText, displayText, type Entry as Listed } from "@anyurl/core";
import { ftp } from "@anyurl/scheme-ftp";
import { gopher } from "@anyurl/scheme-gopher";
import {
  counting,
  type EmbeddedServer,
  type Folder,
  folder,
  library,
  type Node,
  startFtpServer,
  startGopherServer,
} from "@anyurl/servers";
import { nodeTransport } from "@anyurl/transport-node";

export const SCHEMES: readonly [typeof ftp, typeof gopher] = [ftp, gopher];
export type SoakClient = Client<(typeof SCHEMES)[number]>;

/** Something that can be asked for, and what is right. */
export type Target = { readonly scheme: "ftp" | "gopher"; readonly url: string } & (
  | { readonly does: "get"; readonly octets: Uint8Array; readonly text: boolean }
  | { readonly does: "list"; readonly entries: readonly string[] }
  | { readonly does: "stat"; readonly attributes: string }
);

export interface World {
  readonly targets: readonly Target[];
  /** Sockets and listeners that the servers have open. */
  readonly live: () => number;
  readonly close: () => Promise<void>;
}

/**
 * Two servers of the same documents, and all that they have. Found by walking through them with nothing in the way, and
 * compared with the documents themselves: what is delivered later must be the same.
 */
export async function startWorld(): Promise<World> {
  const root = documents();
  const servers = [await startFtpServer({ root }), await startGopherServer({ root })];
  const close = async () => void (await Promise.all(servers.map((server) => server.close())));
  try {
    const client: SoakClient = createClient({ schemes: SCHEMES, transport: nodeTransport() });
    const targets: Target[] = [];
    for (const server of servers) targets.push(...(await targetsOf(server, root, client)));
    const [search] = servers.slice(-1).map(({ origin }) => `${origin}/7/search%09`);
    for (const words of ["percent", "the", "nowhere"])
      targets.push(await listOf(client, "gopher", search + words));
    return { targets, close, live: () => servers.reduce((sum, { live }) => sum + live, 0) };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The library, and documents that do not come in one piece. */
function documents(): Folder {
  const large = folder({
    "one-segment.bin": counting(1_400),
    "one-chunk.bin": counting(64 * 1024),
    "several-chunks.bin": counting(300_000),
    "more-than-buffers.bin": counting(3_000_000),
    "long.txt": Array.from({ length: 4_000 }, (_, i) => `line ${i}${".".repeat(i % 9)}\n`).join(""),
  });
  const books = library();
  // An author's own menu would leave this folder out.
  return folder([...books.entries, ["large", large]]);
}

async function targetsOf({ origin }: EmbeddedServer, root: Folder, client: SoakClient): Promise<Target[]> {
  const scheme = origin.startsWith("ftp:") ? "ftp" : "gopher";
  const operations: object = (await (scheme === "ftp" ? ftp : gopher).access?.()) ?? {};
  const targets: Target[] = [];
  let found = 0;
  const visit = async (url: string, node: Folder): Promise<void> => {
    targets.push(await listOf(client, scheme, url));
    for await (const { url: to, kind } of client.list(url)) {
      if (to === undefined || (kind !== "file" && kind !== "directory")) continue;
      const child = childAt(scheme, to, node);
      if (child?.kind === "folder") await visit(to, child);
      if (child?.kind !== "document") continue;
      found++;
      targets.push(await documentAt(client, scheme, to, octetsOf(child)));
      if ("stat" in operations) targets.push(await statOf(client, scheme, to));
    }
  };
  await visit(`${origin}/`, root);
  const count = countOf(root);
  if (found !== count) throw new Error(`${scheme}: ${count} documents are there, and ${found} were found`);
  return targets;
}

/** The node that an entry's URL names by its last segment; what follows a ";" is for FTP a typecode. */
function childAt(scheme: Target["scheme"], url: string, { entries }: Folder): Node | undefined {
  const last = url.replace(/\/$/, "").split("/").at(-1) ?? "";
  return entries.get(decodeText(scheme === "ftp" ? last.replace(/;.*$/, "") : last));
}

async function documentAt(
  client: SoakClient,
  scheme: Target["scheme"],
  url: string,
  stored: Uint8Array,
): Promise<Target> {
  const octets = await (await client.get(url)).bytes();
  const text = url.includes("/0/");
  // A Gopher text comes as lines that end in CR LF, the last one too.
  const same = text ? linesOf(octets) === linesOf(stored) : Buffer.compare(octets, stored) === 0;
  if (!same) throw new Error(`${displayText(url)} is not what is stored there`);
  return { does: "get", scheme, url, octets, text };
}

async function listOf(client: SoakClient, scheme: Target["scheme"], url: string): Promise<Target> {
  const entries: string[] = [];
  for await (const entry of client.list(url)) entries.push(shown(entry));
  return { does: "list", scheme, url, entries };
}

async function statOf(client: SoakClient, scheme: Target["scheme"], url: string): Promise<Target> {
  return { does: "stat", scheme, url, attributes: shown(await client.stat(url as never)) };
}

/** An entry, or attributes, to be compared. */
export function shown(of: Listed | object): string {
  return JSON.stringify(of);
}

function linesOf(octets: Uint8Array): string {
  return Buffer.from(octets).toString("latin1").replaceAll("\r\n", "\n").replace(/\n$/, "");
}

function octetsOf({ content }: Extract<Node, { kind: "document" }>): Uint8Array {
  return content instanceof Uint8Array ? content : Buffer.concat([...content.chunks()]);
}

function countOf({ entries }: Folder): number {
  let count = 0;
  for (const node of entries.values()) count += node.kind === "folder" ? countOf(node) : 1;
  return count;
}
