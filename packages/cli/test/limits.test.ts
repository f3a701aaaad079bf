import { createServer, type Server, type Socket } from "node:net";
import { type EmbeddedServer, startFtpServer } from "@anyurl/servers";
import { DEFAULT_LIMITS } from "anyurl";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseLimit, resolveLimitOptions, toCliOptionNames } from "../src/limits.ts";
import { run } from "./captured.ts";

let ftp: EmbeddedServer;
let silent: Server;

beforeAll(async () => {
  ftp = await startFtpServer();
  silent = createServer((socket: Socket) => socket.on("error", () => {}));
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await ftp.close();
  await new Promise((resolve) => silent.close(resolve));
});

const silence = () => `ftp://127.0.0.1:${(silent.address() as { port: number }).port}/x`;

describe("--limit", () => {
  test.each([
    ["maxEntries=10", ["maxEntries", 10]],
    ["deadline=Infinity", ["deadline", Number.POSITIVE_INFINITY]],
    ["maxLine=0", ["maxLine", 0]],
    ["maxBytes=10MiB", ["maxBytes", 10 * 1024 ** 2]],
    ["deadline=1.5s", ["deadline", 1500]],
  ])("parses %s", (text, limit) => {
    expect(parseLimit(text)).toEqual(limit);
  });

  test.each([
    ...["maxLine=-1", "maxLine=1e3", "maxLine=1.5", "maxLine=NaN", "maxLine=", "maxLine", "maxLine=1s"],
    ...["maxlines=1", "__proto__=1", "toString=1", "=1", ""],
  ])("rejects %j", (text) => {
    expect(() => parseLimit(text)).toThrow(expect.objectContaining({ code: "bad-option" }));
  });

  test("suggests the nearest name", async () => {
    const { status, err } = await run(["ls", "--limit", "maxEntrys=1", `${ftp.origin}/`]);
    expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining("use maxEntries") });
  });

  test("knows every limit of the library", async () => {
    for (const name of Object.keys(DEFAULT_LIMITS)) expect(parseLimit(`${name}=1`)).toEqual([name, 1]);
    const { status, err } = await run(["ls", "--limit", "nonesuch=1", `${ftp.origin}/`]);
    expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining("maxEntries, ") });
  });

  test("applies the limit, and the last value of a name counts", async () => {
    const ls = (...limits: readonly string[]) =>
      run(["ls", ...limits.flatMap((limit) => ["--limit", limit]), `${ftp.origin}/poems/`]);
    expect(await ls("maxEntries=1")).toMatchObject({
      ...{ status: 8, err: expect.stringContaining("hint: increase --limit maxEntries=NUMBER\n") },
    });
    expect((await ls("maxEntries=1", "maxEntries=1000")).status).toBe(0);
    expect((await ls("maxLine=1")).status).toBe(8);
  });
});

describe("texts of the library with option names", () => {
  test.each([
    ["raise the limit deadline", "raise --max-time"],
    ["raise the limit connectTimeout", "raise --connect-timeout"],
    ["raise the limit replyTimeout", "raise --reply-timeout"],
    ["raise the limit idleTimeout", "raise --idle-timeout"],
    ["raise the option maxUrlLength", "raise --limit maxUrlLength=NUMBER"],
    [
      "raise the limits maxReply and maxReplyLines",
      "raise --limit maxReply=NUMBER and --limit maxReplyLines=NUMBER",
    ],
    ["raise the limit maxMessage; it may be", "raise --limit maxMessage=NUMBER; it may be"],
    [
      "give the option fields an authorization, or raise the limit maxHeld",
      "give the option fields an authorization, or raise --limit maxHeld=NUMBER",
    ],
    ["the whole call timed out after 999.913572 ms", "the whole call timed out after 1 s"],
    ["timed out after 1500 ms", "timed out after 1.5 s"],
    ["timed out after 50 ms", "timed out after 0.05 s"],
    ["timed out after 30 s", "timed out after 30 s"],
    [
      "remove it, or set the http option allowUserinfo to true",
      "remove it, or use --option allowUserinfo=true",
    ],
    ['set the ftp option tls to "none" to connect', "use --option tls=none to connect"],
    [
      'set the policy option clearTextPasswords to "allow"',
      'set the policy option clearTextPasswords to "allow"',
    ],
    ["set tunnel: true in the option proxies if it can", "use --proxytunnel if it can"],
  ])("%s", (text, said) => expect(toCliOptionNames(text)).toBe(said));

  test.each(Object.keys(DEFAULT_LIMITS))("names an option for the limit %s", (name) => {
    expect(toCliOptionNames(`raise the limit ${name}`)).toMatch(/^raise --/);
  });
});

describe("a timeout option", () => {
  test("becomes milliseconds and overrides --limit", () => {
    const limit = [["connectTimeout", 1] as const, ["maxEntries", 5] as const];
    expect(
      resolveLimitOptions({ maxTime: 1, connectTimeout: 2, replyTimeout: 0.5, idleTimeout: 4, limit }),
    ).toEqual({
      ...{ deadline: 1000, connectTimeout: 2000, replyTimeout: 500, idleTimeout: 4000, maxEntries: 5 },
    });
    expect(resolveLimitOptions({})).toEqual({});
  });

  test("ends a slow call with an error that names the option and seconds", async () => {
    for (const option of ["--reply-timeout", "--max-time"]) {
      const { status, err } = await run(["get", option, "0.05", silence()]);
      expect({ option, status }).toEqual({ option, status: 7 });
      expect(err).toMatch(new RegExp(`^ {2}hint: increase ${option}$`, "m"));
      expect(err).not.toMatch(/deadline|replyTimeout|\bms\b/);
      const { out } = await run(["get", "--json", option, "0.05", silence()]);
      expect(JSON.parse(out)).toMatchObject({ code: "timeout", hint: `increase ${option}` });
    }
  });

  test.each(["--max-time", "--connect-timeout", "--reply-timeout", "--idle-timeout"])(
    "%s accepts only a number of seconds",
    async (option) => {
      for (const value of ["0", "-1", "soon", "1e9", ""])
        expect((await run(["get", option, value, silence()])).status).toBe(2);
    },
  );
});
