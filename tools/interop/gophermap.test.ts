import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createClient, type TreeCopyResult } from "@anyurl/client";
import type { Entry } from "@anyurl/core";
import { file } from "@anyurl/scheme-file";
import { gopher } from "@anyurl/scheme-gopher";
import { nodeTransport } from "@anyurl/transport-node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seedGopher } from "./seeds.ts";
import { missing, type Peer, startPeer } from "./start.ts";

const reason = missing("gophernicus");

/** Lines that a menu of the internet has, and those that a gophermap must not have verbatim. */
const MENU = [
  "i#1 in gophers\t\tnull.host\t1",
  "i   indented\t\tnull.host\t1",
  "1A menu\tdocs",
  "1The same menu again\t/docs",
  "0A text\tabout",
  "0Another text of this name\t/docs/about",
  "gA picture\tdot.gif",
  "1Elsewhere\t/x\tother.example\t7070",
  "7Search\t/find\tother.example\t70",
  "8Library\tguest\tlib.example\t23",
  "hA page\tURL:http://x.example/",
  "0Gone\tgone.txt\tlocalhost\t1",
].join("\n");

describe.skipIf(reason !== undefined)(
  `a Gopher tree and gophernicus${reason === undefined ? "" : `: ${reason}`}`,
  () => {
    let directory = "";
    beforeAll(async () => {
      directory = await mkdtemp(join(tmpdir(), "anyurl-gophermap-"));
    });
    afterAll(() => rm(directory, { recursive: true }));

    const clientOf = () =>
      createClient({
        schemes: [gopher, file] as const,
        transport: nodeTransport(),
        policy: { files: { roots: [directory], write: true } },
      });

    async function menuOf(peer: Peer, path: string): Promise<readonly object[]> {
      const client = clientOf();
      const found: Entry[] = [];
      for await (const entry of client.list(`gopher://localhost:${peer.port}${path}` as "gopher://h"))
        found.push(entry);
      client.close();
      // The server adds a footer to each menu.
      const footer = found.findIndex(({ name }) => name.startsWith("____"));
      return found.slice(0, footer < 0 ? undefined : footer).map(({ name, kind, url, attributes }) => ({
        ...{ name, kind, attributes },
        url: url === undefined || url.includes(`:${peer.port}`) ? undefined : url,
      }));
    }

    async function copy(peer: Peer, name: string): Promise<readonly TreeCopyResult[]> {
      const client = clientOf();
      const results: TreeCopyResult[] = [];
      await mkdir(join(directory, name));
      const to = `${pathToFileURL(join(directory, name)).href}/` as `file://${string}`;
      for await (const each of client.copyTree(`gopher://localhost:${peer.port}/`, to)) results.push(each);
      client.close();
      return results;
    }

    it("serves the copy of a tree as the same menus, and a copy of that is equal", async () => {
      const seed = join(directory, "seed");
      await mkdir(join(seed, "docs"), { recursive: true });
      await writeFile(join(seed, "gophermap"), MENU);
      await writeFile(join(seed, "docs/gophermap"), "1Back\t/\n0A text\tabout\n");
      await writeFile(join(seed, "about"), "the first\n");
      await writeFile(join(seed, "docs/about"), "the second\n");
      await writeFile(join(seed, "dot.gif"), "GIF89a");
      await using first = await startPeer("gophernicus", seedGopher, {});
      await rm(first.root, { recursive: true });
      await cp(seed, first.root, { recursive: true });
      const results = await copy(first, "one");
      expect(results.filter(({ did }) => did === "failed").map(({ path }) => path)).toEqual([]);
      expect(await readFile(join(directory, "one/docs%2Fabout.txt"), "utf8")).toBe("the second\r\n");
      expect(results.find(({ renamed }) => renamed !== undefined)?.path).toEqual(["docs/about.txt"]);

      await using second = await startPeer("gophernicus", seedGopher);
      await rm(second.root, { recursive: true });
      await cp(join(directory, "one"), second.root, { recursive: true });
      expect(await menuOf(second, "/")).toEqual(await menuOf(first, "/"));
      expect(await menuOf(second, "/1docs")).toEqual(await menuOf(first, "/1docs"));

      await copy(second, "two");
      await using third = await startPeer("gophernicus", seedGopher);
      await rm(third.root, { recursive: true });
      await cp(join(directory, "two"), third.root, { recursive: true });
      expect(await menuOf(third, "/")).toEqual(await menuOf(first, "/"));
      expect(await readFile(join(directory, "two/docs/about.txt"), "utf8")).toBe("the second\r\n");
    });
  },
);
