import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@anyurl/client";
import type { Entry, Scheme } from "@anyurl/core";
import { nodeTransport } from "@anyurl/transport-node";
import { describe, expect, it } from "vitest";
import { missing, type Peer, startPeer } from "./start.ts";

/** Returns the scheme of a folder of examples/, from its source. It is not part of the workspace, so it has no types here. */
async function loadExample(folder: string, name: string): Promise<Scheme> {
  const path = join(import.meta.dirname, "../../examples", folder, "src/index.ts");
  return ((await import(path)) as Readonly<Record<string, Scheme>>)[name]!;
}

/** Creates a client of an example that may connect to the port of the server. */
async function createExampleClient(folder: string, name: string, options: object = {}) {
  return createClient({
    ...{ schemes: [await loadExample(folder, name)], transport: nodeTransport() },
    policy: { allowAddresses: ["127.0.0.1"], allowPorts: [`${name}:*`] },
    credentials: () => ({ password: "s3cr:t@/%" }),
    options: { [name]: options },
  });
}

async function namesOf(listing: AsyncIterable<Entry>): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const { name } of listing) names.push(name);
  return names.sort();
}

/** Declares a test with a server of its own. */
function withPeer(
  name: string,
  seed: (root: string) => void,
  title: string,
  run: (peer: Peer) => Promise<void>,
): void {
  it.skipIf(missing(name) !== undefined)(`${title} of ${name}`, async () => {
    const peer = await startPeer(name, seed);
    try {
      await run(peer);
    } finally {
      await peer.stop();
    }
  });
}

const inRoot = (text: string) => (root: string) => writeFileSync(join(root, "text.gmi"), text);

describe("the plugins of examples/", () => {
  withPeer(
    "molly-brown",
    inRoot("# Title\n=> other.gmi a link\n"),
    "x-gemini opens pages",
    async ({ port }) => {
      const client = await createExampleClient("x-gemini", "gemini");
      const url = `gemini://127.0.0.1:${port}/text.gmi`;
      expect(await (await client.get(url)).text()).toContain("# Title");
      expect(await namesOf(client.list(url))).toContain("a link");
      await expect(client.get(`gemini://127.0.0.1:${port}/nothing`)).rejects.toMatchObject({
        code: "not-found",
      });
    },
  );

  withPeer(
    "fingerd",
    () => {},
    "x-finger asks for the users",
    async ({ port }) => {
      const client = await createExampleClient("x-finger", "finger");
      expect(await (await client.get(`finger://127.0.0.1:${port}/alice`)).text()).toContain(
        "To read URLs.\n",
      );
    },
  );

  const home = (root: string) => mkdirSync(join(root, "home/incoming"), { recursive: true });
  withPeer("sshd", home, "x-sftp writes, lists, and removes files", async ({ port, root }) => {
    const knownHosts = `[127.0.0.1]:${port} ${readFileSync(join(root, "hostkey.pub"), "utf8")}`;
    const client = await createExampleClient("x-sftp", "sftp", { knownHosts });
    const folder = `sftp://alice@127.0.0.1:${port}${root}/home/incoming/`;
    await client.put(`${folder}a.txt`, "text");
    expect(await namesOf(client.list(folder))).toEqual(["a.txt"]);
    expect(await (await client.get(`${folder}a.txt`)).text()).toBe("text");
    await client.remove(`${folder}a.txt`);
    expect(await namesOf(client.list(folder))).toEqual([]);
  });
});
