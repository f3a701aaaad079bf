import { createHash } from "node:crypto";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";
import { document, type EmbeddedServer, folder, startFtpServer } from "@anyurl/servers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { run } from "../captured.ts";
import { scratchDirectory } from "../scratch-directory.ts";

const MIB = 1024 * 1024;
const BODY = Buffer.from(Uint8Array.from({ length: 4 * MIB + 5 }, (_, i) => (i * 31) >> 5));
const OTHER = BODY.map((octet) => octet ^ 1);
const SHA256 = createHash("sha256").update(BODY).digest("hex");
const MODIFIED = new Date("2001-02-03T04:05:06Z");

const here = scratchDirectory();
const target = () => here("x.bin");
const part = () => here(".x.bin.anyurl-part");

/** A request: the range, with the number of requests before it. */
interface Asked {
  readonly range: string | undefined;
  readonly start: number;
  readonly end: number;
  readonly i: number;
}

describe("get --segments by HTTP", () => {
  let server: Server;
  let ranges: (string | undefined)[];
  let answer: (asked: Asked, response: ServerResponse) => void;

  /** A server that supports ranges. @param fields those of this response. */
  const send = ({ range, start, end }: Asked, response: ServerResponse, fields: object = {}, body = BODY) => {
    response.writeHead(range === undefined ? 200 : 206, {
      ...{ etag: '"one"', "content-length": end - start },
      ...(range !== undefined && { "content-range": `bytes ${start}-${end - 1}/${body.length}` }),
      ...fields,
    });
    response.end(body.subarray(start, end));
  };

  beforeEach(async () => {
    ranges = [];
    answer = send;
    server = createServer(({ headers: { range } }: IncomingMessage, response) => {
      const [, first = 0, last = BODY.length - 1] = /^bytes=(\d+)-(\d+)?$/.exec(range ?? "") ?? [];
      answer({ range, start: Number(first), end: Number(last) + 1, i: ranges.push(range) - 1 }, response);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });
  const get = (...more: readonly string[]) =>
    run([
      ...["get", "--segments", "4", "-o", target()],
      ...[`http://127.0.0.1:${(server.address() as AddressInfo).port}/x.bin`, ...more],
    ]);
  const isSaved = async () => BODY.equals(await readFile(target()));
  const json = async (...more: readonly string[]) => JSON.parse((await get("--json", ...more)).out);

  it("fetches four ranges, of which the last one has no end", async () => {
    const { status, err } = await get();
    expect({ status, err }).toEqual({ status: 0, err: "" });
    expect(await isSaved()).toBe(true);
    const [a, b, c] = [1, 2, 3].map((n) => Math.floor((BODY.length * n) / 4));
    expect([...ranges].sort()).toEqual(
      [`bytes=${a}-${b! - 1}`, `bytes=${b}-${c! - 1}`, `bytes=${c}-`, undefined].sort(),
    );
    expect(await readdir(here())).toEqual(["x.bin"]);
  });

  it("requests all of them at the same time", async () => {
    const waiting: (() => void)[] = [];
    answer = (asked, response) => {
      if (asked.range !== undefined) waiting.push(() => send(asked, response));
      else {
        response.writeHead(200, { etag: '"one"', "content-length": BODY.length }).flushHeaders();
        waiting.push(() => response.end(BODY));
      }
      // No body begins before the fourth request.
      if (waiting.length === 4) for (const each of waiting.splice(0)) each();
    };
    expect(await json()).toMatchObject({ ok: true, segments: 4, sha256: SHA256 });
  });

  it("compares the hash of a file whose ranges arrived in any order", async () => {
    const hash = Buffer.from(SHA256, "hex").toString("base64");
    expect(await json("--integrity", `sha256-${hash}`)).toMatchObject({ ok: true, sha256: SHA256 });
    const wrong = Buffer.from(SHA256, "hex").reverse().toString("base64");
    expect((await get("-f", "--integrity", `sha256-${wrong}`)).err).toContain("integrity check failed");
    expect(await readdir(here())).toEqual(["x.bin"]);
  });

  it("falls back to one response if the server ignores ranges, and says so", async () => {
    answer = ({ i }, response) => send({ range: undefined, start: 0, end: BODY.length, i }, response);
    const { status, err } = await get();
    expect({ status, err }).toEqual({
      status: 0,
      err: `${target()}: not in segments: the server does not support ranges\n`,
    });
    expect(await isSaved()).toBe(true);
    expect(await json("-f")).toMatchObject({
      ...{ ok: true, sha256: SHA256, segments: 1 },
      segmentsReason: "the server does not support ranges",
    });
  });

  it.each([
    ["the server does not tell the version of the file", { etag: 'W/"one"' }],
    ["the server does not tell the size of the file", { "content-length": undefined }],
  ])("falls back to one response: %s", async (reason, fields) => {
    answer = (asked, response) => {
      const given = { etag: '"one"', "content-length": BODY.length, ...fields };
      const sent = Object.entries(given).filter(([, value]) => value !== undefined);
      response.writeHead(200, Object.fromEntries(sent) as Record<string, string>);
      response.end(BODY);
      expect(asked.range).toBe(undefined);
    };
    expect(await get()).toMatchObject({ status: 0, err: `${target()}: not in segments: ${reason}\n` });
    expect(await isSaved()).toBe(true);
  });

  it.each([
    ["of another version", { etag: '"two"' }, '"two"'],
    ["without a version", { etag: undefined }, undefined],
  ])("fails and keeps nothing if a range is %s", async (_, __, etag) => {
    answer = (asked, response) => {
      if (asked.range === undefined) return send(asked, response);
      const { start, end } = asked;
      response.writeHead(206, {
        ...(etag !== undefined && { etag }),
        "content-range": `bytes ${start}-${end - 1}/${BODY.length}`,
      });
      response.end(OTHER.subarray(start, end));
    };
    expect(await json()).toMatchObject({ ok: false, code: "changed" });
    expect(await readdir(here())).toEqual([]);
  });

  it("fails if a range has another size of the whole", async () => {
    answer = (asked, response) =>
      send(
        asked,
        response,
        asked.range === undefined ? {} : { "content-range": `bytes ${asked.start}-${asked.end - 1}/9999999` },
      );
    expect(await json()).toMatchObject({ ok: false, code: "changed" });
    expect(await readdir(here())).toEqual([]);
  });

  it("never takes bytes of another range than it has asked for", async () => {
    answer = (asked, response) => {
      const { start, end, range } = asked;
      const wrong = `bytes ${start + 1}-${end}/${BODY.length}`;
      send(asked, response, range === undefined ? {} : { "content-range": wrong });
    };
    const { status } = await get();
    if (status === 0) expect(await isSaved()).toBe(true);
    else expect(await readdir(here())).not.toContain("x.bin");
  });

  it("gives a range that was cut to another response", async () => {
    let cuts = 0;
    answer = (asked, response) => {
      if (asked.i === 0 || cuts++ > 0) return send(asked, response);
      const { start, end } = asked;
      response.writeHead(206, {
        ...{ etag: '"one"', "content-length": end - start },
        "content-range": `bytes ${start}-${end - 1}/${BODY.length}`,
      });
      response.write(BODY.subarray(start, start + 70_000), () => response.destroy());
    };
    const { status, err } = await get();
    expect(status).toBe(0);
    expect(err).toMatch(/^[^\n]*: in fewer segments: [^\n]+\n$/);
    expect(await isSaved()).toBe(true);
  });

  it("uses fewer if the server rejects the second response", async () => {
    answer = (asked, response) =>
      asked.range !== undefined && ranges.length < 5
        ? void response.writeHead(503).end()
        : send(asked, response);
    const { status } = await get();
    expect(status).toBe(0);
    expect(await isSaved()).toBe(true);
  });

  it("fails and keeps what it has if the server goes away, and then fetches only the rest", async () => {
    let isAway = false;
    answer = (asked, response) => {
      if (isAway) return void response.destroy();
      const { start, end } = asked;
      if (start === 0) {
        response.writeHead(200, { etag: '"one"', "content-length": end });
        response.write(BODY.subarray(0, 600_000));
        void waitUntil(async () => ranges.length === 4 && (await stat(part())).size > 3 * MIB + 100).then(
          () => {
            isAway = true;
            response.destroy();
          },
        );
        return;
      }
      response.writeHead(206, {
        ...{ etag: '"one"', "content-length": end - start },
        "content-range": `bytes ${start}-${end - 1}/${BODY.length}`,
      });
      // All but the first range arrive.
      response.end(BODY.subarray(start, end));
    };
    const { status, err } = await get();
    expect(status).not.toBe(0);
    expect(err).toContain(": kept 3.6 MiB of 4.0 MiB\n  to continue: anyurl get --segments 4 -o ");
    const notes = JSON.parse(await readFile(`${part()}.json`, "utf8"));
    expect(notes.ranges[0]).toEqual({ start: 0, end: 600_000 });
    [isAway, ranges, answer] = [false, [], send];
    const second = await get();
    expect(second).toMatchObject({ status: 0, err: expect.stringContaining("continuing after ") });
    expect(await isSaved()).toBe(true);
    expect(ranges[0]).toBe(`bytes=${600_000 - 4096}-`);
    expect(await readdir(here())).toEqual(["x.bin"]);
  });

  it.each([["--segments", "4"], []])(
    "continues within what earlier segments have fetched (%s)",
    async (...more) => {
      const half = Math.floor(BODY.length / 2);
      const ranges0 = [
        { start: 0, end: 100_000 },
        { start: half, end: half + 50_000 },
      ];
      const kept = Buffer.alloc(half + 50_000);
      for (const { start, end } of ranges0) BODY.copy(kept, start, start, end);
      await writeFile(part(), kept);
      const tail = createHash("sha256").update(kept.subarray(-4096)).digest("hex");
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x.bin`;
      const notes = { url, size: BODY.length, etag: '"one"', ranges: ranges0, length: kept.length, tail };
      await writeFile(`${part()}.json`, JSON.stringify(notes));
      const { status } = await run(["get", "-o", target(), url, ...more]);
      expect(status).toBe(0);
      expect(await isSaved()).toBe(true);
      expect(ranges[0]).toBe(`bytes=${100_000 - 4096}-`);
      if (more.length > 0) expect(ranges).toContain(`bytes=${half + 50_000}-`);
      expect(await readdir(here())).toEqual(["x.bin"]);
    },
  );

  it("ends all responses after Ctrl-C, and says what it kept", async () => {
    answer = ({ start, end }, response) => {
      response.writeHead(start === 0 ? 200 : 206, {
        ...{ etag: '"one"', "content-length": end - start },
        ...(start > 0 && { "content-range": `bytes ${start}-${end - 1}/${BODY.length}` }),
      });
      response.write(BODY.subarray(start, start + 50_000));
    };
    const controller = new AbortController();
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x.bin`;
    const ran = run(["get", "--segments", "4", "-o", target(), url], { signal: controller.signal });
    await waitUntil(async () => ranges.length === 4 && (await stat(part())).size > 3 * MIB);
    controller.abort({ signalNumber: 2 });
    const { status, err } = await ran;
    expect(status).toBe(130);
    expect(err).toContain(": kept ");
    answer = send;
    expect((await get()).status).toBe(0);
    expect(await isSaved()).toBe(true);
  });

  it.each([
    [["-r"], "cannot use --segments together with --recursive or --range"],
    [["--range", "0-9"], "cannot use --segments together with --recursive or --range"],
    [["--no-resume"], "cannot use --segments together with --no-resume"],
    [["--segments", "17"], "Expected a whole number from 1 to 16"],
  ])("does not support %j", async (more, message) => {
    expect(await get(...more)).toMatchObject({ status: 2, err: expect.stringContaining(message) });
  });
});

describe("get --segments by FTP", () => {
  let server: EmbeddedServer;
  const serve = async (octets: Uint8Array, options: object = {}) => {
    const root = folder([["x.bin", document(octets, { modified: MODIFIED })]]);
    server = await startFtpServer({ root, ...options });
  };
  afterEach(() => server.close());
  const get = (...more: readonly string[]) =>
    run([...["get", "--segments", "4", "-o", target(), ...more], `ftp://127.0.0.1:${server.port}/x.bin`]);
  const commands = () => server.received.flat().map((line) => Buffer.from(line).toString().trim());

  it("fetches ranges with REST, and asks for the version of each, and again at the end", async () => {
    await serve(BODY);
    expect(await get()).toMatchObject({ status: 0, err: "" });
    expect(BODY.equals(await readFile(target()))).toBe(true);
    const starts = [1, 2, 3].map((n) => `REST ${Math.floor((BODY.length * n) / 4)}`);
    expect(commands()).toEqual(expect.arrayContaining(starts));
    expect(commands().filter((line) => line.startsWith("MDTM")).length).toBe(4);
    const last = (name: string) => commands().findLastIndex((line) => line.startsWith(name));
    expect(last("MLST")).toBeGreaterThan(last("RETR"));
  });

  it("refuses to divide a file that is too small", async () => {
    await serve(BODY.subarray(0, 2 * MIB - 1));
    const reason = "the rest of the file is too short for several ranges";
    expect(await get()).toMatchObject({ status: 0, err: `${target()}: not in segments: ${reason}\n` });
    expect(commands().filter((line) => line.startsWith("RETR")).length).toBe(1);
  });
});

async function waitUntil(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue().catch(() => false))) await setImmediate();
}
