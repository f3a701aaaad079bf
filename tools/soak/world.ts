import { rm } from "node:fs/promises";
import { folder, startFtpServer } from "@anyurl/servers";
import { SELF_SIGNED } from "@anyurl/testkit/certificates";
import { nodeTransport } from "@anyurl/transport-node";
import { clientOver, type SoakClient } from "./client.ts";
import { documents, nodeAt, readDocument, smallTree } from "./documents.ts";
import { filePlace, temporaryRoot } from "./file.ts";
import { ftpPlaces, ftpShelf } from "./ftp.ts";
import { gopherPlace } from "./gopher.ts";
import { httpPlace } from "./http.ts";
import { mailtoPlace } from "./mailto.ts";
import { newsPlace } from "./news.ts";
import { prosperoPlace } from "./prospero.ts";
import { jobsOn, type Source } from "./shelf.ts";
import type { Place, Target } from "./target.ts";
import { telnetPlace } from "./telnet.ts";
import { waisPlace } from "./wais.ts";

export interface World extends AsyncDisposable {
  readonly targets: readonly Target[];
  /** The writable directory. */
  readonly root: string;
  /** Returns the servers with open sockets or listeners, and their number: "http: 1". */
  readonly live: () => readonly string[];
  /** Returns unexpected files and messages at the end. */
  readonly leftovers: () => Promise<readonly string[]>;
}

/** The places whose operations need no other place, by the first word of their rows in the report. */
const ALONE: ReadonlyMap<string, (client: SoakClient) => Promise<Place>> = new Map([
  ["gopher", gopherPlace],
  ["wais", waisPlace],
  ["prospero", prosperoPlace],
  ["telnet", telnetPlace],
]);

/**
 * Starts all servers and returns their targets. The expected results are found over an undisturbed network.
 *
 * @param rows only the targets of rows that begin with this text are needed.
 */
export async function startWorld(rows = ""): Promise<World> {
  const root = await temporaryRoot();
  const client = clientOver(nodeTransport(), root);
  await using stack = new AsyncDisposableStack();
  const places: Place[] = [];
  const alone = ALONE.get(rows.split(" ")[0]!);
  if (alone !== undefined) {
    stack.defer(() => rm(root, { recursive: true }));
    places.push(stack.use(await alone(client)));
    return worldOf(places, places[0]!.targets, root, stack.move());
  }
  const at = async <P extends Place>(place: Promise<P>): Promise<P> => {
    places.push(stack.use(await place));
    return (await place) as P;
  };
  const files = await at(filePlace(client, root));
  await at(ftpPlaces(client));
  await at(gopherPlace(client));
  const http = await at(httpPlace(client));
  await at(newsPlace(client));
  await at(waisPlace(client));
  await at(prosperoPlace(client));
  await at(telnetPlace(client));
  await at(mailtoPlace());
  const plain = await at(ftpShelf(client, "ftp", undefined));
  const active = await at(ftpShelf(client, "ftp active", { data: "active" }, { active: true }));
  const tls = { ...SELF_SIGNED, required: true };
  const secure = await at(ftpShelf(client, "ftp tls", { tls: "required" }, { tls }));
  const trees = await at(treeServer());

  const node = nodeAt(documents(), ["large", "several-chunks.bin"]);
  const octets = node?.kind === "document" ? readDocument(node) : new Uint8Array(0);
  const httpSource: Source = {
    url: places
      .flatMap(({ targets }) => targets)
      .find(({ scheme, url }) => scheme === "http" && url.endsWith("/several-chunks.bin"))!.url,
    octets,
    end: "marked",
  };
  const ftpSource: Source = {
    url: places
      .flatMap(({ targets }) => targets)
      .find(({ scheme, url }) => scheme === "ftp" && url.includes("/several-chunks.bin"))!.url,
    octets,
    end: "unmarked",
  };
  const changes = ["put", "append", "remove", "rename", "makeDirectory"] as const;
  const ftpTree = { url: trees.url, end: "unmarked" } as const;
  const fileTree = { url: files.tree, end: "marked" } as const;
  const targets = [
    ...places.flatMap((place) => place.targets),
    ...jobsOn(files.shelf, changes, [httpSource, ftpSource], [ftpTree]),
    ...jobsOn(plain.shelf, changes, [httpSource], [fileTree]),
    ...jobsOn(active.shelf, ["put", "append"]),
    ...jobsOn(secure.shelf, changes),
    ...jobsOn(http.shelf, ["put", "remove"], [ftpSource]),
  ];
  return worldOf(places, targets, root, stack.move());
}

function worldOf(
  places: readonly Place[],
  targets: readonly Target[],
  root: string,
  all: AsyncDisposableStack,
): World {
  return {
    targets,
    root,
    live: () => places.flatMap(({ name, live }) => (live() > 0 ? [`${name}: ${live()}`] : [])),
    leftovers: async () => (await Promise.all(places.map((place) => place.leftovers?.() ?? []))).flat(),
    [Symbol.asyncDispose]: () => all[Symbol.asyncDispose](),
  };
}

/** A server with only a tree for copying. */
async function treeServer(): Promise<Place & { readonly url: string }> {
  const server = await startFtpServer({ root: folder({ tree: smallTree() }) });
  return {
    name: "ftp, source",
    targets: [],
    url: `${server.origin}/tree/`,
    live: () => server.live,
    [Symbol.asyncDispose]: () => server.close(),
  };
}
