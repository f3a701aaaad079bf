import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chown, link, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { document, type EmbeddedServer, folder, startFtpServer } from "@anyurl/servers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { run } from "../captured.ts";
import { scratchDirectory } from "../scratch-directory.ts";

const OCTETS = new Uint8Array(50_000).map((_, i) => (i * 31) >> 2);
const OTHERS = OCTETS.map((octet, i) => (i < 40_000 ? octet : octet ^ 1));
const HASH = `sha256-${createHash("sha256").update(OCTETS).digest("base64")}`;
const MODIFIED = new Date("2001-02-03T04:05:06Z");

const here = scratchDirectory();
let server: EmbeddedServer;

const folderOf = (octets: Uint8Array) =>
  folder([
    ["x.bin", document(octets, { modified: MODIFIED })],
    ["y.bin", document(octets, { modified: MODIFIED })],
  ]);
let served = folderOf(OCTETS);

beforeEach(async () => {
  served = folderOf(OCTETS);
  const root = {
    ...served,
    get entries() {
      return served.entries;
    },
  };
  server = await startFtpServer({ root });
});
afterEach(() => server.close());

const target = () => here("x.bin");
const get = (...more: readonly string[]) =>
  run(["get", `ftp://127.0.0.1:${server.port}/x.bin`, "-o", target(), ...more]);
const commands = () => server.received.flat().map((line) => Buffer.from(line).toString().trim());

/** Creates the files that a run leaves which was interrupted after `length` bytes. */
async function interrupted(length: number, octets = OCTETS, more: object = {}): Promise<void> {
  const part = octets.slice(0, length);
  const tail = createHash("sha256").update(part.slice(-4096)).digest("hex");
  const url = `ftp://127.0.0.1:${server.port}/x.bin`;
  const facts = { url, size: 50_000, modified: MODIFIED.toISOString(), length, tail, ...more };
  await writeFile(here(".x.bin.anyurl-part"), part);
  await writeFile(here(".x.bin.anyurl-part.json"), JSON.stringify(facts));
}

/** RFC 9110 §13.1.5: with If-Range, a server sends the range of this version, or the whole of another one. */
describe("get by HTTP with a partial download", () => {
  let http: Server;
  let asked: Partial<IncomingMessage["headers"]>[];
  /** What the server has. */
  let [body, etag]: [Uint8Array, string] = [OCTETS, ""];
  const url = () => `http://127.0.0.1:${(http.address() as AddressInfo).port}/x.bin`;

  beforeEach(async () => {
    asked = [];
    http = createServer(({ headers }, response) => {
      const { range, "if-range": version } = headers;
      asked.push({ ...(range && { range }), ...(version && { "if-range": version }) });
      const [, first] = /^bytes=(\d+)-$/.exec(range ?? "") ?? [];
      const isPart = first !== undefined && (version === undefined || version === etag);
      const start = isPart ? Number(first) : 0;
      response.writeHead(isPart ? 206 : 200, {
        ...{ etag, "last-modified": MODIFIED.toUTCString(), "content-length": body.length - start },
        ...(isPart && { "content-range": `bytes ${start}-${body.length - 1}/${body.length}` }),
      });
      response.end(body.subarray(start));
    });
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  });
  afterEach(() => {
    http.closeAllConnections();
    http.close();
  });
  const saved = async () => new Uint8Array(await readFile(target()));
  const range = `bytes=${30_000 - 4096}-`;

  it("sends the strong entity tag of the part in If-Range", async () => {
    [body, etag] = [OCTETS, '"one"'];
    await interrupted(30_000, OCTETS, { url: url(), etag });
    expect(await run(["get", url(), "-o", target()])).toMatchObject({ status: 0 });
    expect(asked).toEqual([{ range, "if-range": '"one"' }]);
    expect(await saved()).toEqual(OCTETS);
  });

  it("starts again with the new file if the server has another version", async () => {
    [body, etag] = [OTHERS, '"two"'];
    await interrupted(30_000, OCTETS, { url: url(), etag: '"one"' });
    const { status, err } = await run(["get", url(), "-o", target()]);
    expect(status).toBe(0);
    expect(err).toContain("starting again: the file has changed on the server");
    expect(asked).toEqual([{ range, "if-range": '"one"' }, {}]);
    expect(await saved()).toEqual(OTHERS);
  });

  it.each(['W/"one"', '"one\u00e9"', "one"])(
    "does not send a tag that is weak or not valid, %s, and compares the version of the answer",
    async (tag) => {
      [body, etag] = [OCTETS, 'W/"one"'];
      await interrupted(30_000, OCTETS, { url: url(), etag: tag });
      expect(await run(["get", url(), "-o", target()])).toMatchObject({ status: 0 });
      expect(asked[0]).toEqual({ range });
      expect(await saved()).toEqual(OCTETS);
    },
  );
});

describe("cp to a local file", () => {
  const cp = (...more: readonly string[]) =>
    run(["cp", `ftp://127.0.0.1:${server.port}/x.bin`, target(), ...more]);
  const message = () => `${target()}: continuing after 29.3 KiB of 48.8 KiB\n`;

  it("continues what an earlier run of cp or get has kept", async () => {
    await interrupted(30_000);
    expect(await cp()).toMatchObject({ status: 0, err: message() });
    expect(new Uint8Array(await readFile(target()))).toEqual(OCTETS);
    expect(commands()).toContain(`REST ${30_000 - 4096}`);
    expect(await readdir(here())).toEqual(["x.bin"]);
  });

  it("says with --json where it continued, and whether it used segments", async () => {
    await interrupted(30_000);
    const { out } = await cp("--json", "--segments", "4");
    expect(JSON.parse(out)).toMatchObject({
      ...{ ok: true, to: expect.stringContaining("file:"), octets: 50_000, complete: true },
      ...{ resumedAt: 30_000, segments: 1, segmentsReason: expect.stringContaining("too short") },
    });
  });

  it("starts again with --no-resume, and does not touch what another run has kept", async () => {
    await interrupted(30_000);
    expect(await cp("--no-resume")).toMatchObject({ status: 0, err: "" });
    expect(commands().filter((line) => line.startsWith("REST"))).toEqual([]);
    expect((await readdir(here())).sort()).toEqual([
      ...[".x.bin.anyurl-part", ".x.bin.anyurl-part.json", "x.bin"],
    ]);
  });

  it("does not overwrite a file without --force, and keeps what has arrived", async () => {
    await interrupted(30_000);
    await writeFile(target(), "mine");
    expect(await cp()).toMatchObject({ status: 9 });
    expect(await readFile(target(), "utf8")).toBe("mine");
    expect(await cp("--force")).toMatchObject({ status: 0, err: message() });
    expect(new Uint8Array(await readFile(target()))).toEqual(OCTETS);
  });

  it("is written by the client if a policy says which files may be written", async () => {
    const policy = here("policy.json");
    await writeFile(policy, JSON.stringify({ profile: "default", allow: ["127.0.0.1"] }));
    expect((await cp("--policy", policy)).status).not.toBe(0);
    expect(await readdir(here())).toEqual(["policy.json"]);
  });

  it.each([
    [["--segments", "2", "-r"], /do not support --recursive/],
    [["--resume", "--policy", "none.json"], /need a source on a server and a local file/],
    [["--segments", "2", "--no-resume"], /together with --no-resume/],
  ])("refuses %s", async (options, why) => {
    expect(await cp(...options)).toMatchObject({ status: 2, err: expect.stringMatching(why) });
  });

  it("refuses --segments for a target on a server", async () => {
    const url = `ftp://127.0.0.1:${server.port}/x.bin`;
    expect(await run(["cp", "--segments", "2", url, `${url}.copy`])).toMatchObject({
      status: 2,
      err: expect.stringContaining("a local file as the target"),
    });
  });
});

describe("get with a partial download", () => {
  it("continues 4096 bytes before the end of an earlier run", async () => {
    await interrupted(30_000);
    const { status, err } = await get();
    expect({ status, err }).toEqual({
      status: 0,
      err: `${target()}: continuing after 29.3 KiB of 48.8 KiB\n`,
    });
    expect(new Uint8Array(await readFile(target()))).toEqual(OCTETS);
    expect(commands()).toContain(`REST ${30_000 - 4096}`);
    expect(await readdir(here())).toEqual(["x.bin"]);
  });

  it("starts at the beginning if there is no part file", async () => {
    expect(await get("--integrity", HASH)).toMatchObject({ status: 0 });
    expect(new Uint8Array(await readFile(target()))).toEqual(OCTETS);
    expect(await readdir(here())).toEqual(["x.bin"]);
  });

  it("starts over if the file on the server has changed", async () => {
    await interrupted(
      30_000,
      OTHERS.map((octet) => octet ^ 2),
    );
    expect(await get("--integrity", HASH)).toMatchObject({ status: 0 });
    expect(new Uint8Array(await readFile(target()))).toEqual(OCTETS);
  });

  it("starts over if the part file was changed or is of another URL", async () => {
    await interrupted(30_000);
    await writeFile(here(".x.bin.anyurl-part"), OCTETS.slice(0, 29_999));
    expect(await get()).toMatchObject({ status: 0 });
    expect(commands().some((line) => line.startsWith("REST"))).toBe(false);
    await interrupted(30_000);
    const other = ["get", `ftp://127.0.0.1:${server.port}/y.bin`, "-o", target(), "-f"];
    expect(await run(other)).toMatchObject({ status: 0 });
    expect(commands().some((line) => line.startsWith("REST"))).toBe(false);
  });

  it("keeps the part file but no password after a failure", async () => {
    const broken = server.port;
    await interrupted(30_000);
    await server.close();
    const { status } = await run([
      ...["get", `ftp://alice:Swordfish42@127.0.0.1:${broken}/x.bin`, "-o", target()],
    ]);
    expect(status).not.toBe(0);
    const left = await readdir(here());
    for (const name of left) expect(String(await readFile(here(name)))).not.toContain("Swordfish42");
    expect(left).not.toContain("x.bin");
  });

  it("saves nothing if the integrity check fails", async () => {
    served = folderOf(OTHERS);
    const { status, err } = await get("--integrity", HASH);
    expect(status).not.toBe(0);
    expect(err).toMatch(/integrity check failed/);
    expect(await readdir(here())).toEqual([]);
    expect(await get("--integrity", "md5-x")).toMatchObject({ status: 2 });
  });

  it("does not follow a link", async () => {
    await writeFile(here("mine"), "untouched");
    await symlink(here("mine"), here(".x.bin.anyurl-part"));
    expect((await get("--resume")).status).not.toBe(0);
    expect(await get()).toMatchObject({ status: 0, err: expect.stringContaining("cannot be resumed") });
    expect(String(await readFile(here("mine")))).toBe("untouched");
  });
});

describe.runIf(process.platform !== "win32")(
  "get --resume with a file of another origin in its place",
  () => {
    const ENDLESS = process.platform === "linux" ? "/dev/zero" : "/dev/tty";
    const OTHERS_FILES: readonly (readonly [name: string, make: (path: string) => unknown])[] = [
      ["a FIFO", (path) => execFileSync("mkfifo", [path])],
      ["a link to an endless device", (path) => symlink(ENDLESS, path)],
      ["a dangling link", (path) => symlink(here("nonesuch"), path)],
      ["a directory", (path) => mkdir(path)],
      [
        "a file with a second name",
        async (path) => {
          await writeFile(here("mine"), "{}");
          await link(here("mine"), path);
        },
      ],
    ];

    it.each(
      [".x.bin.anyurl-part", ".x.bin.anyurl-part.json"].flatMap((name) =>
        OTHERS_FILES.map(([what, make]) => [name, what, make] as const),
      ),
    )("fails with not-ours if %s is %s, without waiting for it", async (name, _, make) => {
      await make(here(name));
      const { status, out } = await get("--resume", "--json");
      expect(status).toBe(9);
      expect(JSON.parse(out)).toMatchObject({
        code: "not-ours",
        message: `${here(name)}: not a partial download of anyurl`,
        hint: "remove the file, or add --no-resume",
      });
      expect(commands()).toEqual([]);
    });

    it.runIf(process.getuid?.() === 0).each([".x.bin.anyurl-part", ".x.bin.anyurl-part.json"])(
      "fails with not-ours if %s belongs to another user",
      async (name) => {
        await writeFile(here(name), "{}");
        await chown(here(name), 12_345, 12_345);
        expect(JSON.parse((await get("--resume", "--json")).out)).toMatchObject({ code: "not-ours" });
      },
    );

    it("fails with not-ours if the side file is longer than 64 KiB", async () => {
      await interrupted(30_000);
      const side = here(".x.bin.anyurl-part.json");
      const facts = await readFile(side, "utf8");
      await writeFile(side, facts.padEnd(64 * 1024 + 1));
      expect(JSON.parse((await get("--resume", "--json")).out)).toMatchObject({ code: "not-ours" });
      await writeFile(side, facts.padEnd(64 * 1024));
      expect(await get()).toMatchObject({ status: 0 });
      expect(commands()).toContain(`REST ${30_000 - 4096}`);
    });

    it("is a reason not to resume, without --resume", async () => {
      await mkdir(here(".x.bin.anyurl-part"));
      const { status, err } = await get();
      expect(status).toBe(0);
      expect(err).toContain("this download cannot be resumed: ");
    });

    it("leaves no part where the side file is of another origin", async () => {
      await mkdir(here(".x.bin.anyurl-part.json"));
      await get("--resume");
      expect(await readdir(here())).toEqual([".x.bin.anyurl-part.json"]);
    });
  },
);
