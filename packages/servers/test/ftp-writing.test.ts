import type { Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createLineConverter, createPassThrough } from "../src/ftp/text.ts";
import {
  document,
  type FtpServer,
  type FtpServerOptions,
  folder,
  patternDocument,
  startFtpServer,
} from "../src/index.ts";
import { replaceNode } from "../src/tree.ts";
import { begun, heard, reset, shown, upload } from "./ftp-upload.ts";
import { type FtpClient, ftpClient, latin1, octets, until } from "./raw-client.ts";

const THEN = new Date(Date.UTC(2001, 1, 3, 4, 5, 6));
const root = folder({
  "old.txt": document("old\n", { modified: THEN }),
  full: folder({ "x.txt": "x" }, { modified: THEN }),
  empty: folder({}, { modified: THEN }),
});
const TREE = { "old.txt": "old\n", full: { "x.txt": "x" }, empty: {} };

let server: FtpServer;
let client: FtpClient;
const open: (FtpClient | FtpServer)[] = [];
const alice = async (at = server): Promise<FtpClient> => {
  const one = await ftpClient(at, "alice", "s3cr:t@/%");
  open.push(one);
  return one;
};
const start = async (options: FtpServerOptions = {}): Promise<FtpServer> => {
  const own = await startFtpServer({ root, writable: true, ...options });
  open.push(own);
  return own;
};
/** Until the end of the test, no timer of the server ends by itself. */
const keepTime = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
afterEach(() => void vi.useRealTimers());
beforeEach(async () => {
  server = await start();
  client = await alice();
});
afterEach(async () => {
  for (const it of open.splice(0)) await ("close" in it ? it.close() : it[Symbol.dispose]());
});

const code = (reply: string): string => reply.slice(0, 4);

describe("write permission", () => {
  const COMMANDS = [
    "STOR x",
    "APPE x",
    "STOU",
    "DELE old.txt",
    "RMD empty",
    "XRMD empty",
    "MKD x",
    "XMKD x",
    "RNFR old.txt",
    "RNTO x",
    "MFMT 20010203040506 old.txt",
  ];

  test.each(COMMANDS)(
    "rejects %s from a guest, and from all users of a read-only server",
    async (command) => {
      const readOnly = await start({ writable: false });
      using guest = await ftpClient(server);
      expect(await guest.ask(command)).toMatch(/^550 Permission denied/);
      expect(await (await alice(readOnly)).ask(command)).toMatch(/^550 Permission denied/);
      expect([server, readOnly].map((one) => shown(one.tree()))).toEqual([TREE, TREE]);
    },
  );

  test("allows guests with everybody", async () => {
    const free = await start({ writable: "everybody" });
    using guest = await ftpClient(free);
    expect(await upload(guest, "STOR x", "1")).toMatch(/^226 /);
    expect(await guest.ask("DELE old.txt")).toMatch(/^250 /);
    expect(shown(free.tree())).toEqual({ full: { "x.txt": "x" }, empty: {}, x: "1" });
  });

  test("is checked again after a second login", async () => {
    await client.ask("USER anonymous");
    await client.ask("PASS me@");
    expect(await client.ask("MKD x")).toMatch(/^550 /);
    await client.ask("USER alice");
    await client.ask("PASS s3cr:t@/%");
    expect(await client.ask("MKD x")).toMatch(/^257 /);
  });

  test("FEAT and the perm fact say so (RFC 3659 §7.5.5)", async () => {
    expect(await client.ask("FEAT")).toContain("\n MFMT\n");
    expect(await client.ask("MLST old.txt")).toContain("perm=adfrw;");
    expect(await client.ask("MLST full")).toContain("perm=ceflmp;");
    expect(await client.ask("MLST empty")).toContain("perm=cdeflmp;");
    expect(await client.ask("MLST /")).toContain("perm=celmp;");
    expect((await client.fetch("MLSD empty")).data.split("\r\n").slice(0, 2)).toEqual([
      "type=cdir;modify=20010203040506;perm=cdeflmp; /empty",
      "type=pdir;perm=celmp; /",
    ]);
    using guest = await ftpClient(server);
    expect(await guest.ask("MLST old.txt")).toContain("perm=r;");
    expect(await guest.ask("MLST empty")).toContain("perm=el;");
  });

  test("does not change the given root, or a tree that was returned", async () => {
    const before = server.tree();
    await upload(client, "STOR old.txt", "new");
    expect(shown(before)).toEqual(TREE);
    expect(shown(root)).toEqual(TREE);
    expect(shown(server.tree())["old.txt"]).toBe("new");
  });
});

describe("STOR (RFC 959 §4.1.3)", () => {
  test("stores a new document and replaces it; other sessions see it, with its date", async () => {
    using guest = await ftpClient(server);
    await client.ask("TYPE I");
    await guest.ask("TYPE I");
    for (const text of ["one", "", "\r\n\x00\xff"]) {
      const before = Math.floor(Date.now() / 1000) * 1000;
      expect(await upload(client, "STOR full/new", text)).toMatch(/^226 /);
      expect(shown(server.tree())["full"]).toEqual({ "x.txt": "x", new: text });
      expect((await guest.fetch("RETR full/new")).data).toBe(text);
      const [, year, month, day, hour, minute, second] =
        /^213 (\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(await guest.ask("MDTM full/new")) ?? [];
      const told = Date.UTC(+year!, +month! - 1, +day!, +hour!, +minute!, +second!);
      expect(told).toBeGreaterThanOrEqual(before);
      expect(told).toBeLessThanOrEqual(Date.now());
    }
    // The directory has changed, but its parent has not.
    expect(server.tree().entries.get("full")!.modified.getTime()).toBeGreaterThan(THEN.getTime());
    expect(server.tree().modified).toEqual(root.modified);
  });

  test.each([
    ["STOR full", 553],
    ["STOR full/", 553],
    ["STOR nosuch/x", 553],
    ["STOR old.txt/x", 553],
    ["STOR .", 553],
    ["STOR ..", 553],
    ["STOR a\x00b", 553],
    ["STOR a\rb", 553],
    [`STOR ${"x".repeat(256)}`, 553],
    ["STOR", 501],
    ["APPE full", 553],
    ["STOU x", 501],
  ])("%j: %i", async (command, expected) => {
    await client.openData();
    expect(Number((await client.ask(command)).slice(0, 3))).toBe(expected);
    expect(shown(server.tree())).toEqual(TREE);
  });

  test("rejects a path of more than 4095 bytes", async () => {
    await client.ask("CWD empty");
    const name = "y".repeat(250);
    for (let i = 0; i < 16; i++) {
      expect(await client.ask(`MKD ${name}`)).toMatch(/^257 /);
      expect(await client.ask(`CWD ${name}`)).toMatch(/^250 /);
    }
    expect(await client.ask(`MKD ${name}`)).toMatch(/^550 /);
    await client.openData();
    expect(await client.ask(`STOR ${name}`)).toMatch(/^553 /);
  });

  test("replies 425 without a data port or a connection, and stores nothing", async () => {
    keepTime();
    const one = await alice();
    for (const command of ["STOR x", "APPE x", "STOU"]) {
      expect(await client.ask(command)).toMatch(/^425 /);
      await one.ask("EPSV");
      expect(await one.ask(command)).toMatch(/^150 /);
      vi.advanceTimersByTime(60_000);
      expect(await one.reply()).toMatch(/^425 /);
    }
    expect(shown(server.tree())).toEqual(TREE);
    // The document is not busy either.
    expect(await upload(one, "STOR x", "1")).toMatch(/^226 /);
  });

  test("leaves the old document after an incomplete upload, and stores nothing new", async () => {
    for (const name of ["old.txt", "new.txt"]) {
      expect(await reset(client, await begun(client, `STOR ${name}`, "half"))).toMatch(/^426 /);
      expect(shown(server.tree())).toEqual(TREE);
    }
  });

  test("ABOR amid it: 426, then 226, and nothing is there", async () => {
    const data = await begun(client, "STOR new.txt", "half");
    expect(await client.ask("ABOR")).toMatch(/^426 /);
    expect(await client.reply()).toMatch(/^226 /);
    data.destroy();
    expect(shown(server.tree())).toEqual(TREE);
  });

  test("stores nothing if the client disconnects, and leaks nothing", async () => {
    const data = await begun(client, "STOR new.txt", "half");
    client.control.resetAndDestroy();
    await until(() => server.live === 0);
    data.destroy();
    expect(shown(server.tree())).toEqual(TREE);
    expect(await upload(await alice(), "STOR new.txt", "whole")).toMatch(/^226 /);
  });

  test("times out without data", async () => {
    const hasty = await start({ dataTimeout: 1000 });
    const one = await alice(hasty);
    // Only the socket has a timeout then: a busy client may connect later.
    keepTime();
    await begun(one, "STOR new.txt", "half");
    expect(await one.reply()).toMatch(/^426 /);
    expect(shown(hasty.tree())).toEqual(TREE);
  });

  test("keeps data that arrives before the command", async () => {
    const data = await client.openData();
    data.end(octets("early"));
    await client.ask("NOOP");
    expect(await client.ask("STOR new.txt")).toMatch(/^150 /);
    expect(await client.reply()).toMatch(/^226 /);
    expect(shown(server.tree())["new.txt"]).toBe("early");
  });

  test("accepts a mebibyte in chunks of any size", async () => {
    await client.ask("TYPE I");
    const data = await begun(client, "STOR big");
    for (const chunk of patternDocument(1024 * 1024 + 1).chunks()) data.write(chunk);
    data.end();
    expect(await client.reply()).toMatch(/^226 /);
    const { content } = server.tree().entries.get("big") as { content: Uint8Array };
    expect(content.length).toBe(1024 * 1024 + 1);
    expect(content.every((octet, i) => octet === i % 251)).toBe(true);
  });
});

describe("TYPE A (RFC 959 §3.1.1.1)", () => {
  test("converts line ends in both directions", async () => {
    expect(await upload(client, "STOR t", "a\r\nb\rc\nd\r\n\r")).toMatch(/^226 /);
    expect(shown(server.tree())["t"]).toBe("a\nb\rc\nd\n\r");
    await client.ask("TYPE I");
    expect(await client.ask("SIZE t")).toBe("213 9");
    expect(await upload(client, "STOR i", "a\r\nb")).toMatch(/^226 /);
    expect(shown(server.tree())["i"]).toBe("a\r\nb");
  });

  test("converts line ends however the chunks are split", () => {
    const text = octets("\r\n\r\ra\r\nb\n\rc\r\n\n\r");
    for (let i = 0; i <= text.length; i++) {
      for (let k = i; k <= text.length; k++) {
        const pieces = [text.subarray(0, i), text.subarray(i, k), text.subarray(k)];
        const turned = [createLineConverter(), createPassThrough()].map((lines) => {
          const all = [...pieces.map((piece) => lines.convert(piece)), lines.end(), lines.end()];
          return Buffer.concat(all).toString("latin1");
        });
        expect(turned).toEqual(["\n\r\ra\nb\n\rc\n\n\r", latin1(text)]);
      }
    }
  });

  test("resumes at the offset from SIZE, even within a line end (RFC 3659 §5.4)", async () => {
    const whole = "ab\r\ncd\r\n";
    for (let cut = 1; cut <= whole.length; cut++) {
      await upload(client, "STOR t", whole.slice(0, cut));
      expect(await client.ask("SIZE t")).toBe(`213 ${cut}`);
      const data = await client.openData();
      expect(await client.ask(`REST ${cut}`)).toMatch(/^350 /);
      expect(await client.ask("STOR t")).toMatch(/^150 /);
      data.end(octets(whole.slice(cut)));
      expect(await client.reply()).toMatch(/^226 /);
      expect([cut, shown(server.tree())["t"]]).toEqual([cut, "ab\ncd\n"]);
    }
  });
});

describe("APPE, and REST before STOR (RFC 959 §4.1.3, RFC 3659 §5.4)", () => {
  beforeEach(() => client.ask("TYPE I"));

  /** Runs a transfer after REST. */
  async function restarted(command: string, marker: number, text: string): Promise<string> {
    const data = await client.openData();
    expect(await client.ask(`REST ${marker}`)).toMatch(/^350 /);
    const preliminary = await client.ask(command);
    if (!preliminary.startsWith("1")) return preliminary;
    data.end(octets(text));
    return client.reply();
  }

  test("APPE adds, or makes a new one", async () => {
    expect(await upload(client, "APPE old.txt", "more")).toMatch(/^226 /);
    expect(await upload(client, "APPE new.txt", "first")).toMatch(/^226 /);
    expect(shown(server.tree())).toEqual({ ...TREE, "old.txt": "old\nmore", "new.txt": "first" });
  });

  test.each(["STOR", "APPE"])("%s after REST continues at that byte and discards the rest", async (verb) => {
    expect(await restarted(`${verb} old.txt`, 2, "d things")).toMatch(/^226 /);
    expect(shown(server.tree())["old.txt"]).toBe("old things");
    expect(await restarted(`${verb} old.txt`, 10, "!")).toMatch(/^226 /);
    expect(shown(server.tree())["old.txt"]).toBe("old things!");
    expect(await restarted(`${verb} old.txt`, 1, "K")).toMatch(/^226 /);
    expect(shown(server.tree())["old.txt"]).toBe("oK");
    expect(await restarted(`${verb} old.txt`, 3, "x")).toMatch(/^554 /);
    expect(await restarted(`${verb} nosuch`, 1, "x")).toMatch(/^554 /);
    expect(shown(server.tree())["old.txt"]).toBe("oK");
  });

  test("ignores REST 0, and applies REST only to the next command", async () => {
    expect(await restarted("STOR old.txt", 0, "new")).toMatch(/^226 /);
    expect(shown(server.tree())["old.txt"]).toBe("new");
    await client.ask("REST 2");
    expect(await upload(client, "STOR old.txt", "again")).toMatch(/^226 /);
    expect(shown(server.tree())["old.txt"]).toBe("again");
  });

  test.each([
    ["APPE old.txt", "old\nhalf"],
    ["APPE new.txt", "half"],
  ])("%s keeps the received bytes after a reset", async (command, kept) => {
    const data = await begun(client, command, "half");
    expect(await abort(data)).toMatch(/^426 /);
    expect(shown(server.tree())[command.slice(5)]).toBe(kept);
  });

  test("REST and STOR, cut amid it, keeps what has come, and none at all changes nothing", async () => {
    const one = await client.openData();
    await client.ask("REST 2");
    expect(await client.ask("STOR old.txt")).toMatch(/^150 /);
    one.write(octets("half"));
    expect(await abort(one)).toMatch(/^426 /);
    expect(shown(server.tree())["old.txt"]).toBe("olhalf");
    const other = await client.openData();
    await client.ask("REST 2");
    expect(await client.ask("STOR old.txt")).toMatch(/^150 /);
    expect(await abort(other)).toMatch(/^426 /);
    expect(shown(server.tree())["old.txt"]).toBe("olhalf");
  });

  /** Sends ABOR after the server has read the data: a reset may overtake bytes. */
  async function abort(data: Socket): Promise<string> {
    await heard(data);
    const answer = await client.ask("ABOR");
    expect(await client.reply()).toMatch(/^226 /);
    data.destroy();
    return answer;
  }

  test("keeps a final CR of a text, which can be resumed", async () => {
    await client.ask("TYPE A");
    const data = await begun(client, "APPE t", "ab\r");
    expect(await abort(data)).toMatch(/^426 /);
    expect(shown(server.tree())["t"]).toBe("ab\r");
    expect(await restarted("STOR t", 3, "\ncd\r\n")).toMatch(/^226 /);
    expect(shown(server.tree())["t"]).toBe("ab\ncd\n");
  });

  test("stores generated content in memory when it is appended to", async () => {
    const own = await start({ root: folder({ made: patternDocument(1000) }), maxTree: 4000 });
    const one = await alice(own);
    await one.ask("TYPE I");
    expect(await upload(one, "APPE made", "x")).toMatch(/^226 /);
    expect((await one.fetch("RETR made")).data).toHaveLength(1001);
    const large = await start({ root: folder({ made: patternDocument(2 ** 40) }) });
    expect(await upload(await alice(large), "APPE made", "x")).toMatch(/^452 /);
  });
});

describe("STOU (RFC 959 §4.1.3, RFC 1123 §4.1.2.9)", () => {
  test("creates a unique name each time, and reports it in the 150", async () => {
    await client.ask("CWD full");
    for (const [i, text] of ["one", "two"].entries()) {
      const data = await client.openData();
      expect(await client.ask("STOU")).toBe(`150 FILE: /full/unique-${i + 1}`);
      data.end(text);
      expect(await client.reply()).toMatch(/^226 /);
    }
    expect(shown(server.tree())["full"]).toEqual({ "x.txt": "x", "unique-1": "one", "unique-2": "two" });
  });

  test("does not reuse the name of an unfinished upload", async () => {
    const other = await alice();
    const data = await begun(client, "STOU");
    await other.openData();
    expect(await other.ask("STOU")).toBe("150 FILE: /unique-2");
    data.end();
  });
});

describe("MKD, RMD, DELE (RFC 959 §4.1.1, §4.1.3)", () => {
  test.each([
    ["MKD new", '257 "/new" created.'],
    ["MKD new/", '257 "/new" created.'],
    ["MKD /full/new", '257 "/full/new" created.'],
    ['MKD a "b"', '257 "/a ""b""" created.'],
    ["MKD gr\xc3\xbc\xc3\x9fe \xff\xff", '257 "/gr\xc3\xbc\xc3\x9fe \xff\xff" created.'],
    ["XMKD  led", '257 "/ led" created.'],
    ["MKD full", "550 Directory exists."],
    ["MKD full/", "550 Directory exists."],
    ["MKD /", "550 Directory exists."],
    ["MKD .", "550 Directory exists."],
    ["MKD old.txt", "550 File exists."],
    ["MKD old.txt/", "550 File exists."],
    ["MKD nosuch/x", "550 No such directory, or invalid name."],
    ["MKD a\x00b", "550 No such directory, or invalid name."],
    ["MKD", "501 MKD needs an argument."],
  ])("%j: %s", async (command, reply) => {
    expect(await client.ask(command)).toBe(reply);
  });

  test.each([
    ["RMD empty", 250],
    ["RMD empty/", 250],
    ["XRMD /empty", 250],
    ["RMD full", 550],
    ["RMD old.txt", 550],
    ["RMD nosuch", 550],
    ["RMD /", 550],
    ["RMD .", 550],
    ["DELE old.txt", 250],
    ["DELE full/x.txt", 250],
    ["DELE full", 550],
    ["DELE nosuch", 550],
    ["DELE old.txt/", 550],
  ])("%s: %i", async (command, expected) => {
    expect(Number((await client.ask(command)).slice(0, 3))).toBe(expected);
    if (expected === 550) expect(shown(server.tree())).toEqual(TREE);
    else expect(shown(server.tree())).not.toEqual(TREE);
  });

  test("handles a session whose directory was removed", async () => {
    const other = await alice();
    await other.ask("CWD empty");
    expect(await client.ask("RMD empty")).toMatch(/^250 /);
    expect(await other.ask("CWD .")).toMatch(/^550 /);
    expect(await upload(other, "STOR x", "1")).toMatch(/^553 /);
    expect(await upload(other, "STOU", "1")).toMatch(/^553 /);
    expect(await other.ask("CWD /")).toMatch(/^250 /);
  });

  test("does not affect a download of a removed document", async () => {
    const own = await start({ root: folder({ big: patternDocument(16 * 1024 * 1024) }) });
    const [reader, other] = [await alice(own), await alice(own)];
    await reader.ask("TYPE I");
    const data = await reader.openData();
    data.pause();
    expect(await reader.ask("RETR big")).toMatch(/^150 /);
    expect(await other.ask("DELE big")).toMatch(/^250 /);
    let read = 0;
    data.on("data", (piece) => {
      read += piece.length;
    });
    data.resume();
    expect(await reader.reply()).toMatch(/^226 /);
    await until(() => data.destroyed);
    expect(read).toBe(16 * 1024 * 1024);
  });
});

describe("RNFR and RNTO (RFC 959 §4.1.3)", () => {
  const rename = async (from: string, to: string): Promise<string> => {
    const first = await client.ask(`RNFR ${from}`);
    return first.startsWith("350") ? client.ask(`RNTO ${to}`) : first;
  };

  test.each([
    ["old.txt", "new.txt", { full: { "x.txt": "x" }, empty: {}, "new.txt": "old\n" }],
    ["old.txt", "empty/old.txt", { full: { "x.txt": "x" }, empty: { "old.txt": "old\n" } }],
    ["full", "empty/f/", { "old.txt": "old\n", empty: { f: { "x.txt": "x" } } }],
    ["full/x.txt", "old.txt", { "old.txt": "x", full: {}, empty: {} }],
    ["old.txt", "old.txt", TREE],
    ["full", "./full", TREE],
  ])("%s to %s", async (from, to, tree) => {
    expect(await rename(from, to)).toMatch(/^250 /);
    expect(shown(server.tree())).toEqual(tree);
  });

  test.each([
    ["nosuch", "x", "550"],
    ["/", "x", "550"],
    ["old.txt", "nosuch/x", "553"],
    ["old.txt", "x/", "553"],
    ["old.txt", "full", "553"],
    ["full", "old.txt", "553"],
    ["full", "empty", "553"],
    ["full", "full/deeper", "553"],
    ["old.txt", "a\x00b", "553"],
    ["old.txt", "..", "553"],
  ])("%s to %j: %s", async (from, to, expected) => {
    expect((await rename(from, to)).slice(0, 3)).toBe(expected);
    expect(shown(server.tree())).toEqual(TREE);
  });

  test("RNTO follows RNFR at once, or not at all", async () => {
    expect(await client.ask("RNTO x")).toMatch(/^503 /);
    for (const between of ["NOOP", "NOSUCH", "PWD", "RNTO"]) {
      await client.ask("RNFR old.txt");
      await client.ask(between);
      expect(await client.ask("RNTO x")).toMatch(/^503 /);
    }
    expect(shown(server.tree())).toEqual(TREE);
  });

  test("rejects RNTO if the document no longer exists", async () => {
    await client.ask("RNFR old.txt");
    await (await alice()).ask("DELE old.txt");
    expect(await client.ask("RNTO x")).toMatch(/^553 /);
  });
});

describe("busy documents (450)", () => {
  test("cannot be written, removed or renamed by other sessions", async () => {
    const data = await begun(client, "STOR empty/new", "half");
    const other = await alice();
    for (const command of ["STOR empty/new", "APPE empty/new"]) {
      await other.openData();
      expect(await other.ask(command)).toMatch(/^450 /);
    }
    expect(await other.ask("RMD empty")).toMatch(/^550 /);
    expect(await other.ask("RNFR empty")).toMatch(/^450 /);
    expect(await other.ask("MKD empty/new")).toMatch(/^550 /);
    await other.ask("RNFR old.txt");
    expect(await other.ask("RNTO empty/new")).toMatch(/^553 /);
    // A name with the same beginning is a different name.
    expect(await upload(other, "STOR empty/ne", "1")).toMatch(/^226 /);
    data.end();
    expect(await client.reply()).toMatch(/^226 /);
    expect(shown(server.tree())["empty"]).toEqual({ ne: "1", new: "half" });
    expect(await other.ask("DELE empty/new")).toMatch(/^250 /);
  });

  test("include existing documents for DELE and RNFR", async () => {
    const data = await begun(client, "APPE old.txt");
    const other = await alice();
    expect(await other.ask("DELE old.txt")).toMatch(/^450 /);
    expect(await other.ask("RNFR old.txt")).toMatch(/^450 /);
    expect((await other.fetch("RETR old.txt")).data).toBe("old\r\n");
    data.end();
    expect(await client.reply()).toMatch(/^226 /);
    expect(await other.ask("DELE old.txt")).toMatch(/^250 /);
  });
});

describe("maxTree", () => {
  /** Each entry counts 256 additional bytes. */
  const small = () => start({ root: folder({ "a.txt": "1234567890" }), maxTree: 2 * 256 + 100 });

  test("replies 552 beyond the limit, and keeps the old document", async () => {
    const own = await small();
    const one = await alice(own);
    await one.ask("TYPE I");
    expect(await upload(one, "STOR b", "x".repeat(90))).toMatch(/^226 /);
    // There is no space for one more entry.
    expect(await upload(one, "STOR c", "")).toMatch(/^452 /);
    expect(await one.ask("MKD c")).toMatch(/^552 /);
    expect(await upload(one, "APPE a.txt", "x")).toMatch(/^452 /);
    expect(await one.ask("DELE b")).toMatch(/^250 /);
    expect(await upload(one, "STOR c", "x".repeat(91))).toMatch(/^552 /);
    expect(shown(own.tree())).toEqual({ "a.txt": "1234567890" });
    expect(await upload(one, "STOR c", "x".repeat(90))).toMatch(/^226 /);
    // Removing a document frees space.
    expect(await one.ask("DELE a.txt")).toMatch(/^250 /);
    expect(await one.ask("MKD d")).toMatch(/^257 /);
    expect(await one.ask("RMD d")).toMatch(/^250 /);
    expect(await one.ask("RNFR c")).toMatch(/^350 /);
    expect(await one.ask("RNTO e")).toMatch(/^250 /);
    expect(await upload(one, "STOR f", "x".repeat(10))).toMatch(/^226 /);
    expect(await one.ask("MKD d")).toMatch(/^552 /);
  });

  test("counts unfinished uploads of all sessions, and releases their space", async () => {
    const own = await start({ root: folder({}), maxTree: 2 * 256 + 100 });
    const [one, other] = [await alice(own), await alice(own)];
    const data = await begun(one, "STOR a", "x".repeat(60));
    await heard(data);
    expect(await upload(other, "STOR b", "x".repeat(60))).toMatch(/^552 /);
    expect(await reset(one, data)).toMatch(/^426 /);
    expect(await upload(other, "STOR b", "x".repeat(300))).toMatch(/^226 /);
    for (let i = 0; i < 5; i++) expect(await upload(other, "STOR c", "x".repeat(300))).toMatch(/^552|452 /);
    expect(await other.ask("DELE b")).toMatch(/^250 /);
    expect(await upload(other, "STOR c", "x".repeat(356))).toMatch(/^226 /);
  });

  test("keeps the received bytes of an APPE that exceeds the limit", async () => {
    const own = await start({ root: folder({ "a.txt": "12345" }), maxTree: 2 * 256 + 5 + 5 + 10 });
    const one = await alice(own);
    const data = await begun(one, "APPE a.txt", "67890");
    await heard(data);
    data.end(octets("x".repeat(6)));
    expect(await one.reply()).toMatch(/^552 /);
    expect(shown(own.tree())).toEqual({ "a.txt": "1234567890" });
  });

  test("stops a client that sends far too much, and the session continues", async () => {
    const own = await start({ root: folder({}), maxTree: 1024 * 1024 });
    const one = await alice(own);
    const data = await begun(one, "STOR big");
    const chunk = new Uint8Array(65_536);
    let sent = 0;
    while (!data.destroyed && sent < 64 * 1024 * 1024) {
      data.write(chunk);
      sent += chunk.length;
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await one.reply()).toMatch(/^552 /);
    expect(await one.ask("NOOP")).toMatch(/^200 /);
    expect(shown(own.tree())).toEqual({});
  });

  test.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])("rejects the value %d", async (maxTree) => {
    await expect(startFtpServer({ maxTree })).rejects.toThrow(RangeError);
  });
});

describe("MFMT", () => {
  test.each([
    ["MFMT 20010203040506 full/x.txt", "213 Modify=20010203040506; full/x.txt"],
    ["MFMT 20010203040506.123 full", "213 Modify=20010203040506; full"],
    ["MFMT 20010203040506 /", "213 Modify=20010203040506; /"],
    ["MFMT 20010203040506 nosuch", "550 No such file or directory."],
  ])("%s: %s", async (command, reply) => {
    expect(await client.ask(command)).toBe(reply);
  });

  test.each(["", " x", "20010203040506", "20010229000000 x", "20011303040506 x", "2001020304 x", "x y"])(
    "MFMT %s: 501",
    async (argument) => {
      expect(code(await client.ask(`MFMT ${argument}`))).toBe("501 ");
    },
  );

  test("sets the date, but not that of the directory", async () => {
    const before = server.tree().entries.get("full")!.modified;
    await client.ask("MFMT 19991231235959 full/x.txt");
    expect(await client.ask("MDTM full/x.txt")).toBe("213 19991231235959");
    expect(server.tree().entries.get("full")!.modified).toEqual(before);
  });

  test("is unknown without the feature", async () => {
    const bare = await alice(await start({ features: [] }));
    expect(await bare.ask("MFMT 20010203040506 full")).toMatch(/^500 /);
    expect(await bare.ask("FEAT")).not.toContain("MFMT");
  });
});

describe("withNode", () => {
  test("shares unchanged parts and copies changed ones", () => {
    const changed = replaceNode(root, ["full", "y"], document("y"));
    expect(changed).not.toBe(root);
    expect(changed.entries.get("empty")).toBe(root.entries.get("empty"));
    expect(shown(changed)["full"]).toEqual({ "x.txt": "x", y: "y" });
    expect(shown(root)).toEqual(TREE);
    expect([...replaceNode(root, ["old.txt"], document("n")).entries.keys()]).toEqual([
      "old.txt",
      "full",
      "empty",
    ]);
  });

  test("throws for an invalid path", () => {
    expect(() => replaceNode(root, [], document(""))).toThrow(TypeError);
    expect(() => replaceNode(root, ["old.txt", "x"], document(""))).toThrow(TypeError);
  });
});
