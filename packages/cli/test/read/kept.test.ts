import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { quoteForShell } from "../../src/render/shell-quote.ts";
import { run } from "../captured.ts";
import { scratchDirectory } from "../scratch-directory.ts";
import { serveHttp } from "../serve-http.ts";

const BODY = Buffer.from(Array.from({ length: 300_000 }, (_, i) => (i * 31) >> 3));
const HALF = 150_000;

const here = scratchDirectory();
let body: Buffer;
let fields: Record<string, string>;
/** How many bytes of a response arrive before the connection ends; "wait" stops without an end. */
let ending: "complete" | "cut" | "wait";
let ranges: (string | undefined)[];

beforeEach(() => {
  [body, fields, ending, ranges] = [BODY, { etag: '"one"' }, "complete", []];
});
const origin = serveHttp((request, response) => respond(request.headers.range, response));

function respond(range: string | undefined, response: ServerResponse): void {
  ranges.push(range);
  const start = Number(/^bytes=(\d+)-$/.exec(range ?? "")?.[1] ?? 0);
  const end = body.length - 1;
  response.writeHead(range === undefined ? 200 : 206, {
    ...fields,
    "content-length": body.length - start,
    ...(range !== undefined && { "content-range": `bytes ${start}-${end}/${body.length}` }),
  });
  if (ending === "complete") response.end(body.subarray(start));
  else
    response.write(body.subarray(start, start + HALF), () => void (ending === "cut" && response.destroy()));
}

const url = (name = "x.bin") => `${origin()}/${name}`;
const target = () => here("x.bin");
const part = () => here(".x.bin.anyurl-part");
const get = (...more: readonly string[]) => run(["get", "-o", target(), url(), ...more]);
const saved = async () => (await readFile(target())).equals(body);

async function cut(...more: readonly string[]) {
  ending = "cut";
  const cut = await get(...more);
  ending = "complete";
  return cut;
}

describe("an interrupted get", () => {
  it("keeps a private partial file after a lost connection, and prints the command that continues it", async () => {
    const { status, err } = await cut();
    expect(status).toBe(8);
    const { size, mode } = await stat(part());
    expect(size).toBe(HALF);
    expect(mode & 0o777).toBe(0o600);
    const command = `anyurl get -o ${target()} ${url()}`;
    expect(err).toContain(`anyurl: ${target()}: kept 146.5 KiB of 293.0 KiB\n  to continue: ${command}\n`);
    const { status: second, err: said } = await get();
    expect(second).toBe(0);
    expect(said).toBe(`${target()}: continuing after 146.5 KiB of 293.0 KiB\n`);
    expect(ranges).toEqual([undefined, `bytes=${HALF - 4096}-`]);
    expect(await saved()).toBe(true);
    expect(await readdir(here())).toEqual(["x.bin"]);
  });

  it("says after Ctrl-C what it kept", async () => {
    ending = "wait";
    const controller = new AbortController();
    const ran = run(["get", "-o", target(), url()], { signal: controller.signal });
    while ((await stat(part()).catch(() => undefined))?.size !== HALF) await setImmediate();
    controller.abort({ signalNumber: 2 });
    const { status, err } = await ran;
    expect(status).toBe(130);
    expect(err).toMatch(
      /^anyurl: interrupted\nanyurl: .*: kept 146\.5 KiB of 293\.0 KiB\n {2}to continue: anyurl get /,
    );
    ending = "complete";
    expect(await get("--json")).toMatchObject({
      status: 0,
      out: expect.stringContaining('"resumedAt": 150000'),
    });
    expect(await saved()).toBe(true);
  });

  it.each([["-u", "alice:s3cret"], ["-ualice:s3cret"], ["--user=alice:s3cret"], ["-H", "x-key: s3cret"]])(
    "does not print a command that has a secret: %s",
    async (...words) => {
      const { err } = await cut(...words);
      expect(err).toContain("\n  run the same command again to continue\n");
      expect(err).not.toContain("s3cret");
    },
  );

  it("has what it kept in the JSON of the error", async () => {
    const { out } = await cut("--json");
    const command = `anyurl get -o ${target()} ${url()} --json`;
    expect(JSON.parse(out)).toMatchObject({ kept: { file: target(), size: HALF, total: 300_000, command } });
  });

  it("starts again if the entity tag has changed, and says so", async () => {
    await cut();
    fields = { etag: '"two"' };
    const { status, err } = await get();
    expect({ status, err }).toEqual({
      status: 0,
      err: `${target()}: starting again: the file has changed on the server\n`,
    });
    expect(await saved()).toBe(true);
  });

  it.each([{}, { etag: 'W/"weak"' }])("starts again if nothing tells the version: %j", async (given) => {
    fields = given;
    const { err } = await cut();
    expect(err).toContain("to continue: anyurl get --resume -o ");
    const { err: said } = await cut();
    expect(said).toContain("starting again: the server does not tell the version of the file");
    expect(await get("--resume")).toMatchObject({ status: 0 });
    expect(ranges.at(-1)).toBe(`bytes=${HALF - 4096}-`);
    expect(await saved()).toBe(true);
  });

  it("continues by Last-Modified", async () => {
    fields = { "last-modified": "Sat, 03 Feb 2001 04:05:06 GMT" };
    await cut();
    expect(await get()).toMatchObject({ status: 0 });
    expect(ranges).toEqual([undefined, `bytes=${HALF - 4096}-`]);
  });

  it("does not take the partial file of another URL", async () => {
    await cut();
    const { status, err } = await run(["get", "-o", target(), url("other.bin")]);
    expect(status).toBe(0);
    expect(err).toBe(`${target()}: starting again: the partial download is of another URL\n`);
    expect(ranges).toEqual([undefined, undefined]);
  });

  it("keeps nothing with --no-resume, and ignores an earlier partial file", async () => {
    await cut();
    expect((await cut("--no-resume")).err).not.toContain("kept");
    expect(ranges).toEqual([undefined, undefined]);
    await rm(part());
    await rm(`${part()}.json`);
    await cut("--no-resume");
    expect(await readdir(here())).toEqual([]);
  });

  it("continues after its process was killed", async () => {
    await cut();
    const { length: _, tail: __, ...facts } = JSON.parse(await readFile(`${part()}.json`, "utf8"));
    await writeFile(`${part()}.json`, JSON.stringify(facts));
    // No process has this number.
    await writeFile(`${part()}.lock`, String(2 ** 30), { mode: 0o600 });
    expect(await get()).toMatchObject({ status: 0 });
    expect(ranges[1]).toBe(`bytes=${HALF - 4096}-`);
    expect(await saved()).toBe(true);
    expect(await readdir(here())).toEqual(["x.bin"]);
  });

  it("has a file of its own while another download writes the partial file", async () => {
    ending = "wait";
    const controller = new AbortController();
    const first = run(["get", "-o", target(), url()], { signal: controller.signal });
    while ((await stat(part()).catch(() => undefined))?.size !== HALF) await setImmediate();
    ending = "complete";
    const { status, err } = await get();
    expect(status).toBe(0);
    expect(err).toContain("another process downloads this file");
    expect(await saved()).toBe(true);
    controller.abort({ signalNumber: 2 });
    expect((await first).err).toContain("kept 146.5 KiB");
  });

  it("names only the URL that failed, if there are several", async () => {
    ending = "cut";
    const { err } = await run(["get", "-o", `${here()}/`, url(), url("y.bin")]);
    for (const name of ["x.bin", "y.bin"])
      expect(err).toContain(`to continue: anyurl get -o ${here()}/ ${url(name)}\n`);
  });

  it("prints no password, and continues with a password from elsewhere", async () => {
    const withUser = (user: string) => url().replace("//", `//${user}@`);
    const allow = ["--option", "allowUserinfo=true"];
    ending = "cut";
    const { err } = await run(["get", "-o", target(), withUser("alice:Swordfish42"), ...allow]);
    expect(err).toContain(
      `to continue: anyurl get -o ${target()} ${withUser("alice")} --option allowUserinfo=true`,
    );
    expect(err).not.toContain("Swordfish42");
    ending = "complete";
    expect(await run(["get", "-o", target(), withUser("alice"), ...allow])).toMatchObject({ status: 0 });
    expect(ranges.at(-1)).toBe(`bytes=${HALF - 4096}-`);
  });

  it("does not print header fields, which can hold a login", async () => {
    const { err } = await cut("-H", "Authorization: Bearer Swordfish42");
    expect(err).toContain("run the same command again to continue");
    expect(err).not.toContain("Swordfish42");
  });
});

describe("a printed command", () => {
  it.each([
    ["plain-1.txt", "plain-1.txt"],
    ["two words", "'two words'"],
    ["ftp://h/a?b&c", "'ftp://h/a?b&c'"],
    ["it's", "'it'\\''s'"],
    ["", "''"],
    ["$HOME", "'$HOME'"],
  ])("is quoted for POSIX shells: %s", (word, quoted) => expect(quoteForShell(word, "linux")).toBe(quoted));

  it("is quoted for Windows", () => {
    expect(quoteForShell("C:\\a b\\x", "win32")).toBe('"C:\\a b\\x"');
    expect(quoteForShell("C:\\a\\x", "win32")).toBe("C:\\a\\x");
  });
});
