import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createClient } from "@anyurl/client";
import type { Limits } from "@anyurl/core";
import { describeAccess } from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { afterAll, beforeAll, expect, it } from "vitest";
import { xDemo } from "../src/index.ts";

const APP = `title = "café"
when = 2001-02-03
[server]
port = 7391
names = ["a", "b"]
up = true
"a/b" = 1
`;

let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "x-demo-"));
  await writeFile(join(root, "app.toml"), APP);
  await writeFile(join(root, "broken.toml"), "secret = \n");
  await writeFile(join(root, "latin1.toml"), Uint8Array.of(0x61, 0x3d, 0x22, 0xe9, 0x22));
  await writeFile(join(root, "empty.toml"), "");
  await symlink("/", join(root, "link"));
});
afterAll(() => rm(root, { recursive: true }));

interface World {
  readonly limits?: Partial<Limits>;
  /** Default: the directory of the test. */
  readonly roots?: readonly string[];
}

/** A client that can read only the files in the directory. */
function clientWith({ roots = [root], ...world }: World = {}) {
  return createClient({
    schemes: [xDemo],
    transport: nodeTransport(),
    policy: { files: { roots } },
    ...world,
  });
}

/** @param rest a name in the directory, and keys. */
function urlOf(rest: string): `x-demo:${string}` {
  return `x-demo://${pathToFileURL(root).pathname}/${rest}`;
}

// There is no server: the kit still finds resources that a call leaves open, reads too many of, or plans differently.
describeAccess(xDemo, {
  start: async () => ({ url: urlOf, received: [], live: 0, close: async () => {} }),
  client: (world) => clientWith(world),
  get: { path: "app.toml?title", octets: new TextEncoder().encode("café") },
  // #if list
  list: { path: "app.toml?server", names: ["port", "names", "up", "a/b"] },
  // #endif
  refuses: [
    { operation: "get", path: "none.toml", code: "not-found" },
    { operation: "get", path: "app.toml?none", code: "not-found" },
    { operation: "get", path: "app.toml?constructor", code: "not-found" },
    { operation: "get", path: "app.toml?title/length", code: "not-found" },
    { operation: "get", path: "app.toml?server", code: "is-a-directory" },
    { operation: "get", path: "broken.toml?secret", code: "protocol-error" },
    { operation: "get", path: "latin1.toml?a", code: "protocol-error" },
    { operation: "get", path: "link/etc/hosts?a", code: "path-blocked" },
    // #if list
    { operation: "list", path: "app.toml?title", code: "not-a-directory" },
    // #endif
  ],
});

it.each([
  ["when", "2001-02-03"],
  ["server/port", "7391"],
  ["server/up", "true"],
  ["server/names", '["a","b"]'],
  ["server/a%2Fb", "1"],
])("gets the value of %s as text", async (keys, value) => {
  expect(await (await clientWith().get(urlOf(`app.toml?${keys}`))).text()).toBe(value);
});

it("reads only files below the roots, and none without roots", async () => {
  for (const roots of [["/nowhere"], []]) {
    const call = clientWith({ roots }).get(urlOf("app.toml?title"));
    await expect(call).rejects.toMatchObject({ code: "path-blocked" });
  }
});

it("stops reading a file at the limit, and does not quote it", async () => {
  const call = clientWith({ limits: { maxBytes: 20 } }).get(urlOf("app.toml?title"));
  await expect(call).rejects.toMatchObject({ code: "too-large", hint: "increase the limit maxBytes" });
  await expect(clientWith().get(urlOf("broken.toml?a"))).rejects.toMatchObject({
    message: expect.not.stringContaining("secret"),
  });
});
// #if list

it("lists the keys of a whole file", async () => {
  const entries = [];
  for await (const entry of clientWith().list(urlOf("app.toml"))) entries.push(entry);
  expect(entries.map(({ kind, name, url }) => [kind, name, url])).toEqual([
    ["file", "title", urlOf("app.toml?title")],
    ["file", "when", urlOf("app.toml?when")],
    ["directory", "server", urlOf("app.toml?server")],
  ]);
  for await (const entry of clientWith().list(urlOf("empty.toml"))) expect(entry).toBeUndefined();
});
// #endif
