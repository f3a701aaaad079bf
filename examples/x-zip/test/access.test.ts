import { deepEqual, equal, rejects } from "node:assert/strict";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { createClient } from "@anyurl/client";
import type { Limits } from "@anyurl/core";
import { describeAccess } from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { TextReader, Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js";
import { zip } from "../src/index.ts";

/** Test data with varied bytes. */
const OCTETS = Uint8Array.from({ length: 300_000 }, (_, i) => (i * i) % 251);

const root = mkdtempSync(join(tmpdir(), "x-zip-"));
after(() => rmSync(root, { recursive: true }));

const archive = await zipOf({
  "readme.txt": "hello\r\n",
  "poems/the tyger.txt": "Tyger tyger",
  "what? 50%#.bin": OCTETS,
  "poems/more/": "",
});
writeFileSync(join(root, "a=.zip"), archive);
writeFileSync(join(root, "cut.zip"), archive.subarray(0, archive.length - 40));
writeFileSync(join(root, "changed.zip"), changed(archive));
writeFileSync(join(root, "evil.zip"), await zipOf({ "../x": "1", "a\\b": "2", "/etc/passwd": "3", ok: "4" }));
writeFileSync(join(root, "secret.zip"), await zipOf({ a: "a" }, "Swordfish"));
writeFileSync(join(root, "text.zip"), "no archive at all");
symlinkSync("/", join(root, "link"));

async function zipOf(
  files: Readonly<Record<string, string | Uint8Array>>,
  password?: string,
): Promise<Uint8Array> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), {
    useWebWorkers: false,
    ...(password && { password }),
  });
  for (const [name, content] of Object.entries(files)) {
    const isText = typeof content === "string";
    if (name.endsWith("/")) await writer.add(name, undefined, { directory: true });
    else if (isText) await writer.add(name, new TextReader(content), { level: 0 });
    else await writer.add(name, new Uint8ArrayReader(content));
  }
  return writer.close();
}

/** Changes a byte of the first entry's content. */
function changed(octets: Uint8Array): Uint8Array {
  const copy = octets.slice();
  const at = Buffer.from(copy).indexOf("hello");
  copy[at] = copy[at]! ^ 0x55;
  return copy;
}

function clientWith(world: { readonly limits?: Partial<Limits> } = {}, roots: readonly string[] = [root]) {
  return createClient({ schemes: [zip], transport: nodeTransport(), policy: { files: { roots } }, ...world });
}

function urlOf(path: string): `x-zip:${string}` {
  return `x-zip://${pathToFileURL(root).pathname}/${path}`;
}

// There is no server: what a call leaves open, reads too much of, or plans in another way, is still found.
describeAccess(zip, {
  start: async () => ({ url: urlOf, received: [], live: 0, close: async () => {} }),
  client: (world) => clientWith(world),
  get: { path: "a%3D.zip=/what%3F%2050%25%23.bin", octets: OCTETS },
  list: { path: "a%3D.zip=/", names: ["readme.txt", "poems", "what? 50%#.bin"] },
  stat: { path: "a%3D.zip=/what%3F%2050%25%23.bin", kind: "file", size: OCTETS.length },
  refuses: [
    { operation: "get", path: "a%3D.zip=/nothing", code: "not-found" },
    { operation: "get", path: "none.zip=/x", code: "not-found" },
    { operation: "get", path: "a%3D.zip=/poems", code: "is-a-directory" },
    { operation: "get", path: "text.zip=/x", code: "protocol-error" },
    { operation: "get", path: "cut.zip=/readme.txt", code: "protocol-error" },
    { operation: "get", path: "secret.zip=/a", code: "unsupported" },
    { operation: "get", path: "link/etc/x.zip=/a", code: "path-blocked" },
    { operation: "list", path: "a%3D.zip=/nothing/", code: "not-found" },
    { operation: "list", path: "a%3D.zip=/readme.txt", code: "not-a-directory" },
    { operation: "stat", path: "a%3D.zip=/nothing", code: "not-found" },
  ],
});

async function names(url: string): Promise<readonly (readonly [string, string, string | undefined])[]> {
  const found: [string, string, string | undefined][] = [];
  for await (const { kind, name, url: own } of clientWith().list(url as "x-zip:"))
    found.push([kind, name, own]);
  return found;
}

test("directories are there, whether or not the archive says so", async () => {
  deepEqual(await names(urlOf("a%3D.zip=/poems/")), [
    ["file", "the tyger.txt", urlOf("a%3D.zip=/poems/the%20tyger.txt")],
    ["directory", "more", urlOf("a%3D.zip=/poems/more/")],
  ]);
  deepEqual(await names(urlOf("a%3D.zip=/poems/more/")), []);
  equal((await clientWith().stat(urlOf("a%3D.zip=/poems/"))).kind, "directory");
});

test("a name that leads elsewhere has no URL", async () => {
  const found = await names(urlOf("evil.zip=/"));
  deepEqual(
    found.map(([, name, url]) => [name, url]),
    [
      ["..", undefined],
      ["a\\b", undefined],
      ["", undefined],
      ["ok", urlOf("evil.zip=/ok")],
    ],
  );
});

test("what has been changed is not all there", async () => {
  const reading = clientWith()
    .get(urlOf("changed.zip=/readme.txt"))
    .then((entity) => entity.bytes());
  await rejects(reading, { code: "protocol-error" });
});

test("no archive is read outside of the roots, and none where there are no roots", async () => {
  for (const roots of [["/nowhere"], []])
    await rejects(clientWith({}, roots).get(urlOf("a%3D.zip=/readme.txt")), { code: "path-blocked" });
});
