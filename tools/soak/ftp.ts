import { decodeText } from "@anyurl/core";
import { type FtpServer, type FtpServerOptions, folder, startFtpServer } from "@anyurl/servers";
import { SELF_SIGNED } from "@anyurl/testkit/certificates";
import type { SoakClient } from "./client.ts";
import { documents, documentsIn, inOnePiece, nodeAt, readDocument } from "./documents.ts";
import { attributedOf, listingOf, readingOf } from "./found.ts";
import type { Shelf } from "./shelf.ts";
import type { Place, Target } from "./target.ts";

/** Directories of the tree, for URLs of the types "d" and "i". */
const TYPECODE = /;type=[aid]$/;

/**
 * FTP in each mode: passive and active, unencrypted and over TLS. The end of a data connection is the end of the data
 * (RFC 959 §3.4.1), so truncation cannot be detected. Nor can it over TLS, where Node accepts the end of TCP.
 */
export async function ftpPlaces(client: SoakClient): Promise<Place> {
  const root = documents();
  const tls = { ...SELF_SIGNED, required: true };
  const servers = await Promise.all([
    startFtpServer({ root }),
    startFtpServer({ root, active: true }),
    startFtpServer({ root, tls }),
  ]);
  const [passive, active, secure] = servers as [FtpServer, FtpServer, FtpServer];
  const targets = [
    ...(await everything(client, passive, root)),
    ...(await some(client, active, "ftp active", { data: "active" }, "unmarked")),
    ...(await some(client, secure, "ftp tls", { tls: "required" }, "unmarked")),
  ];
  return {
    name: "ftp",
    targets,
    live: () => servers.reduce((sum, { live }) => sum + live, 0),
    [Symbol.asyncDispose]: async () => void (await Promise.all(servers.map((server) => server.close()))),
  };
}

/** Finds all documents by walking the tree, and compares them with the stored ones. */
async function everything(
  client: SoakClient,
  { origin }: FtpServer,
  root: ReturnType<typeof documents>,
): Promise<readonly Target[]> {
  const base = `${origin}/`;
  const asked = (url: string) => ({ scheme: "ftp", url, end: "unmarked" }) as const;
  const targets: Target[] = [
    await listingOf(client, { ...asked(base), does: "walk" }),
    await listingOf(client, { ...asked(`${base}large/`), does: "walk" }),
    await listingOf(client, { ...asked(base), does: "list" }),
  ];
  let found = 0;
  for await (const { entry, path } of client.walk(base)) {
    const { url, kind } = entry;
    if (url === undefined) continue;
    if (kind === "directory") targets.push(await listingOf(client, { ...asked(url), does: "list" }));
    if (kind !== "file") continue;
    const node = nodeAt(root, path) ?? nodeAt(root, segmentsOf(url));
    if (node?.kind !== "document") throw new Error(`no document is stored at ${url}`);
    found++;
    targets.push(
      await readingOf(client, asked(url), readDocument(node)),
      await attributedOf(client, asked(url)),
    );
  }
  const count = [...documentsIn(root)].length;
  if (found !== count) throw new Error(`ftp: found ${found} of ${count} documents`);
  return targets;
}

function segmentsOf(url: string): readonly string[] {
  return url
    .replace(TYPECODE, "")
    .split("/")
    .slice(3)
    .map((segment) => decodeText(segment));
}

/** Returns a sample of the targets, for the other modes. */
async function some(
  client: SoakClient,
  { origin }: FtpServer,
  scheme: string,
  options: NonNullable<Target["options"]>,
  end: Target["end"],
): Promise<readonly Target[]> {
  const asked = (path: string) => ({ scheme, url: `${origin}/${path}`, options, end });
  const stored = nodeAt(documents(), ["large", "several-chunks.bin"]);
  return [
    await readingOf(
      client,
      asked("large/several-chunks.bin;type=i"),
      stored?.kind === "document" ? readDocument(stored) : undefined,
    ),
    await readingOf(client, asked("large/one-segment.bin;type=i")),
    await readingOf(client, asked("poems/tide.txt;type=a")),
    await listingOf(client, { ...asked(""), does: "list" }),
    await listingOf(client, { ...asked("large/"), does: "list" }),
    await attributedOf(client, asked("poems/tide.txt")),
  ];
}

export interface FtpShelf extends Place {
  readonly shelf: Shelf;
}

/** A server that allows anonymous writes. */
export async function ftpShelf(
  client: SoakClient,
  scheme: string,
  options: NonNullable<Target["options"]> | undefined,
  how: FtpServerOptions = {},
): Promise<FtpShelf> {
  const root = folder({ in: folder({}) });
  const server = await startFtpServer({ root, writable: "everybody", maxTree: 2 ** 31, ...how });
  const base = `${server.origin}/in/`;
  const given = options === undefined ? {} : { options };
  return {
    name: `${scheme}, writable`,
    targets: [],
    live: () => server.live,
    [Symbol.asyncDispose]: () => server.close(),
    shelf: {
      scheme,
      base,
      ...given,
      takesBeginnings: true,
      at: async (path) => {
        const node = nodeAt(server.tree(), ["in", ...path]);
        if (node === undefined) return undefined;
        return node.kind === "folder" ? "directory" : readDocument(node);
      },
      set: async (name, what) => {
        const node = nodeAt(server.tree(), ["in", name]);
        if (what === "directory") await client.makeDirectory(`${base}${name}/`, given);
        else if (what !== undefined) await client.put(base + name, inOnePiece(what), given);
        else if (node?.kind === "document") await client.remove(base + name, given);
        // A folder that is not empty stays. Its name is not used again.
      },
    },
  };
}
