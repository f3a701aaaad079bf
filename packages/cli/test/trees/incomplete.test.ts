import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { run } from "../captured.ts";

/** Large enough that its incomplete file is kept. */
const LARGE = Buffer.from(Uint8Array.from({ length: 1_500_000 }, (_, i) => (i * 31) >> 3));
const HALF = 700_000;
const SMALL = Buffer.from("small");
const MODIFIED = new Date("2001-02-03T04:05:06Z");

let directory: string;
let server: Server;
/** The files of the server, by their names in the one directory. */
let files: Map<string, Buffer>;
let etag: string;
/** How the responses with the large file end; "wait" sends the first half and does not end. */
let ending: "complete" | "cut" | "wait";
/** The Range of each request for the large file. */
let ranges: (string | undefined)[];

beforeEach(async () => {
  [etag, ending, ranges] = ['"one"', "complete", []];
  files = new Map([
    ["large", LARGE],
    ["small", SMALL],
  ]);
  directory = await mkdtemp(join(tmpdir(), "anyurl-incomplete-"));
  server = createServer(respond);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(directory, { recursive: true });
});

/** A WebDAV server (RFC 4918 §9.1) with one directory. */
function respond({ method, url, headers }: IncomingMessage, response: ServerResponse): void {
  const name = url!.slice("/t/".length);
  const found = files.get(name);
  if (method === "PROPFIND") {
    response.writeHead(207, { "content-type": "application/xml" });
    const each = name === "" ? ["", ...files.keys()] : [name];
    response.end(`<multistatus xmlns="DAV:">${each.map(describeResource).join("")}</multistatus>`);
    return;
  }
  if (method === "OPTIONS") return void response.writeHead(200, { dav: "1", allow: "PROPFIND, GET" }).end();
  if (found === undefined) return void response.writeHead(404).end();
  const isLarge = name === "large";
  if (isLarge && method === "GET") ranges.push(headers.range);
  const start = Number(/^bytes=(\d+)-$/.exec(headers.range ?? "")?.[1] ?? 0);
  response.writeHead(headers.range === undefined ? 200 : 206, {
    ...{ etag, "last-modified": MODIFIED.toUTCString(), "content-length": found.length - start },
    ...(headers.range !== undefined && {
      "content-range": `bytes ${start}-${found.length - 1}/${found.length}`,
    }),
  });
  if (method === "HEAD") response.end();
  else if (ending === "complete" || !isLarge) response.end(found.subarray(start));
  else
    response.write(found.subarray(start, start + HALF), () => void (ending === "cut" && response.destroy()));
}

function describeResource(name: string): string {
  const type = name === "" ? "<resourcetype><collection/></resourcetype>" : "<resourcetype/>";
  const size = name === "" ? "" : `<getcontentlength>${files.get(name)!.length}</getcontentlength>`;
  const modified = `<getlastmodified>${MODIFIED.toUTCString()}</getlastmodified>`;
  const status = "<status>HTTP/1.1 200 OK</status>";
  return `<response><href>/t/${name}</href><propstat><prop>${type}${size}${modified}</prop>${status}</propstat></response>`;
}

const root = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/t/`;
const target = () => join(directory, "copy");
const part = (name = "large") => join(target(), `.${name}.anyurl-part`);

/** The commands that copy a tree to this machine. */
const COMMANDS: readonly (readonly [name: string, line: () => readonly string[]])[] = [
  ["get -r", () => ["get", "-r", "-f", "-o", target(), root()]],
  ["cp -r", () => ["cp", "-r", "-f", root(), target()]],
  ["sync", () => ["sync", root(), target()]],
];

/** Creates the incomplete file that a run leaves which was interrupted. */
async function leavePart(name: string, url: string, octets: Buffer): Promise<void> {
  await mkdir(target(), { recursive: true });
  const tail = createHash("sha256").update(octets.subarray(-4096)).digest("hex");
  const notes = { url, size: LARGE.length, etag: '"one"', length: octets.length, tail };
  await writeFile(part(name), octets);
  await writeFile(`${part(name)}.json`, JSON.stringify(notes));
}

describe.each(COMMANDS)("%s with an interrupted file", (_, line) => {
  it("keeps it after a lost connection, and the next run continues within it", async () => {
    ending = "cut";
    const first = await run(line());
    expect(first.status).toBe(11);
    expect(first.err).toContain("failed large: ");
    const { size, mode } = await stat(part());
    expect(size).toBe(HALF);
    expect(mode & 0o777).toBe(0o600);
    expect(await readFile(join(target(), "small"))).toEqual(SMALL);
    expect(await readdir(target())).not.toContain("large");
    ending = "complete";
    expect((await run(line())).status).toBe(0);
    expect(ranges).toEqual([undefined, `bytes=${HALF - 4096}-`]);
    expect(LARGE.equals(await readFile(join(target(), "large")))).toBe(true);
    expect((await readdir(target())).sort()).toEqual(["large", "small"]);
  });

  it("keeps it after Ctrl-C", async () => {
    ending = "wait";
    const controller = new AbortController();
    const ran = run(line(), { signal: controller.signal });
    while ((await stat(part()).catch(() => undefined))?.size !== HALF) await setImmediate();
    controller.abort({ signalNumber: 2 });
    const { status, err } = await ran;
    expect(status).toBe(130);
    expect(err).toMatch(
      /: \d files? copied; .*\n {2}copy the rest with anyurl sync, .*\nanyurl: interrupted\n$/,
    );
    // A process that ends gives its lock up; here, the next run is in the same process.
    while ((await readdir(target())).some((name) => name.endsWith(".lock"))) await setImmediate();
    ending = "complete";
    expect((await run(line())).status).toBe(0);
    expect(ranges).toEqual([undefined, `bytes=${HALF - 4096}-`]);
    expect(LARGE.equals(await readFile(join(target(), "large")))).toBe(true);
    expect((await readdir(target())).sort()).toEqual(["large", "small"]);
  });

  it("starts the file again if the entity tag is another one", async () => {
    await leavePart("large", `${root()}large`, Buffer.alloc(HALF));
    etag = '"two"';
    expect((await run(line())).status).toBe(0);
    expect(ranges).toEqual([`bytes=${HALF - 4096}-`, undefined]);
    expect(LARGE.equals(await readFile(join(target(), "large")))).toBe(true);
  });

  it("starts the file again if its last bytes differ, although the version is the same", async () => {
    await leavePart("large", `${root()}large`, Buffer.alloc(HALF));
    expect((await run(line())).status).toBe(0);
    expect(ranges).toEqual([`bytes=${HALF - 4096}-`, undefined]);
    expect(LARGE.equals(await readFile(join(target(), "large")))).toBe(true);
  });

  it("removes what was kept of a file that is gone, and keeps that of another tree", async () => {
    await leavePart("gone", `${root()}gone`, LARGE.subarray(0, HALF));
    await leavePart("other", "http://other.example/other", LARGE.subarray(0, HALF));
    expect((await run(line())).status).toBe(0);
    const kept = [".other.anyurl-part", ".other.anyurl-part.json"];
    expect((await readdir(target())).sort()).toEqual([...kept, "large", "small"]);
    expect(LARGE.subarray(0, HALF).equals(await readFile(part("other")))).toBe(true);
  });

  it("does not copy an incomplete file of the source", async () => {
    files.set(".x.anyurl-part", SMALL).set(".x.anyurl-part.json", SMALL);
    const { status, err } = await run([...line(), "--verbose"]);
    expect(status).toBe(0);
    expect(err).toContain("skipped .x.anyurl-part: it is an incomplete copy of another file\n");
    expect((await readdir(target())).sort()).toEqual(["large", "small"]);
  });

  it("keeps nothing of a small file", async () => {
    files.set("large", LARGE.subarray(0, 1_000_000));
    ending = "cut";
    expect((await run(line())).status).toBe(11);
    expect(await readdir(target())).toEqual(["small"]);
  });

  it.skipIf(process.platform === "win32")(
    "never follows a link in place of the incomplete file",
    async () => {
      await mkdir(target());
      await writeFile(join(directory, "mine"), "untouched");
      await symlink(join(directory, "mine"), part());
      expect((await run(line())).status).toBe(0);
      expect(LARGE.equals(await readFile(join(target(), "large")))).toBe(true);
      expect(String(await readFile(join(directory, "mine")))).toBe("untouched");
    },
  );
});

describe("sync with an interrupted file", () => {
  it("keeps what an exclude leaves out, and removes nothing in a dry run", async () => {
    await leavePart("gone", `${root()}gone`, LARGE.subarray(0, HALF));
    const line = ["sync", "--delete", root(), target()];
    expect((await run([...line, "--dry-run"])).out).not.toContain("anyurl-part");
    expect((await run([...line, "--exclude", "gone"])).status).toBe(0);
    expect((await stat(part("gone"))).size).toBe(HALF);
  });

  it("gives the file the time of its source", async () => {
    await leavePart("large", `${root()}large`, LARGE.subarray(0, HALF));
    expect((await run(["sync", root(), target()])).status).toBe(0);
    expect((await stat(join(target(), "large"))).mtime).toEqual(MODIFIED);
    expect((await run(["sync", "--verbose", root(), target()])).err).toContain("2 unchanged");
  });
});
