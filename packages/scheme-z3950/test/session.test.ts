import { octetsOf } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import type { Z3950Session } from "../src/index.ts";
import {
  diagnostic,
  initResponse,
  marc,
  presentResponse,
  record,
  recordOf,
  records,
  searchResponse,
  tagOf,
  textRecord,
  universal,
} from "./hostile-protocol.ts";
import { all, type Behaviour, presented, worldOf, written } from "./server.ts";

/* Sessions: their records, and the whole dialogue of a person with one. */

type World = Parameters<typeof worldOf>[1];

const URL_S = "z39.50s://h.example/db";

async function open(behaviour: Behaviour, world: World = {}, url: string = URL_S) {
  const { client, clock, transport, sent } = worldOf(behaviour, world);
  const session = (await clock.until(client.open(url as typeof URL_S))) as unknown as Z3950Session;
  return { session, clock, transport, sent };
}

describe("a session", () => {
  const two: Behaviour = {
    search: () => searchResponse(30),
    present: () => presentResponse(records(record(marc("T", "b1")), textRecord("S"))),
  };

  it("presents records in pages, each with its position and its text", async () => {
    const { session, clock, sent } = await open(two, { options: { pageSize: 2 } });
    await clock.until(session.search("a b"));
    expect(session.hits).toBe(30);
    const found = await clock.until(session.present(3, 4));
    expect(presented(sent)).toEqual(["3+2", "5+2"]);
    expect(found.map(({ position, recordSyntax }) => `${position} ${recordSyntax}`)).toEqual([
      "3 usmarc",
      "4 sutrs",
      "5 usmarc",
      "6 sutrs",
    ]);
    expect(found[0]).toEqual({
      position: 3,
      database: "db",
      recordSyntax: "usmarc",
      octets: marc("T", "b1"),
      summary: { title: "T", identifier: "b1" },
      text: expect.stringMatching(/^Title: {8}T\n\nLeader /),
    });
    expect(found[1]).toMatchObject({ text: "S", summary: { title: "S" } });
  });

  it("shows other records as text if they are, and else their size", async () => {
    const present = () =>
      presentResponse(
        records(
          textRecord("a\r\nb\x07\n"),
          record(octetsOf("xyz"), "1.2.3"),
          record(octetsOf("not MARC")),
          recordOf(universal(0x1b, octetsOf("<a/>")), "1.2.840.10003.5.109.10"),
        ),
      );
    const { session, clock } = await open({ search: () => searchResponse(4), present });
    await clock.until(session.search("a"));
    const found = await clock.until(session.present(1, 4));
    expect(found.map((each) => each.text)).toEqual([
      "a\nb\\x07\n",
      "3 bytes of application/octet-stream",
      "8 bytes of application/marc",
      "<a/>",
    ]);
  });

  it.each([
    [0, 1],
    [1.5, 1],
    [1, 0],
    [1, 0.5],
    [30, 2],
    [31, 1],
    [Number.NaN, 1],
  ])("has no records from %d, %d of them", async (from, count) => {
    const { session, clock, sent } = await open(two);
    await clock.until(session.search("a"));
    await expect(session.present(from, count).catch(written)).resolves.toBe(
      "bad-argument: no such records: the last search found 30; search first, and count from 1",
    );
    expect(presented(sent)).toEqual([]);
  });

  it("presents up to maxRecords at once, and the last one", async () => {
    const { session, clock } = await open(two, { options: { maxRecords: 2 } });
    await clock.until(session.search("a"));
    expect(await clock.until(session.present(1, 2))).toHaveLength(2);
    expect(await clock.until(session.present(29, 2))).toHaveLength(2);
    await expect(session.present(1, 3).catch(written)).resolves.toBe(
      "bad-argument: cannot present 3 records at once; request fewer, or increase the z39.50 option maxRecords",
    );
  });

  it("has no records after a search that failed", async () => {
    const { session, clock } = await open({
      search: (nth) => (nth === 1 ? searchResponse(2) : searchResponse(0, false, diagnostic(125))),
    });
    await clock.until(session.search("a"));
    expect(session.hits).toBe(2);
    expect(await clock.until(session.search("b")).catch(written)).toBe(
      "bad-argument: the server does not accept the term",
    );
    expect(session.hits).toBe(0);
    expect(await session.search(" ").catch(written)).toBe("bad-argument: missing search words");
  });

  it("sends requests one after the other, and ends after the last one", async () => {
    const { session, clock, sent, transport } = await open(two);
    const answers = [session.search("a"), session.search("b")];
    const end = session.close();
    await clock.until(Promise.all([...answers, end]));
    expect(sent.map(tagOf)).toEqual([20, 22, 22, 48]);
    expect(transport.open).toBe(0);
    expect(await session.search("c").catch(written)).toBe(
      "truncated: the session has ended; nothing was sent",
    );
    await session.close();
    expect(sent).toHaveLength(4);
  });

  it("is over when a record is missing in the protocol", async () => {
    const { session, clock } = await open({
      search: () => searchResponse(1),
      present: () => presentResponse(),
    });
    await clock.until(session.search("a"));
    expect(await clock.until(session.present(1)).catch(written)).toBe(
      "protocol-error: the server sent no record",
    );
    expect(await session.search("a").catch(written)).toBe(
      "truncated: the session has ended; nothing was sent",
    );
  });

  it.each<[string, string]>([
    [
      "z39.50r://h.example/db?1",
      "unsupported: the URL names a record, and not a session; write z39.50s: to open a session",
    ],
    ["z39.50s://h.example/db%0A", "control-octet: "],
    ["z39.50s://h.example/db;rs=nothing", "unsupported: the URL names no known record syntax; "],
  ])("is not opened for %s", async (url, error) => {
    const { client, clock, sent } = worldOf({});
    expect(await clock.until(client.open(url as typeof URL_S)).catch(written)).toContain(error);
    expect(sent).toEqual([]);
  });
});

const HELP = `find WORDS   search for records with all words
show N       show a record of the last search; show N-M: several
quit         end the session
`;

describe("the dialogue of a session", () => {
  /** Returns what a person reads who types these texts. */
  async function dialogue(
    typed: readonly string[],
    behaviour: Behaviour = {},
    url: string = URL_S,
    world: World = {},
  ): Promise<string> {
    const { session, clock } = await open(behaviour, world, url);
    for (const each of typed) await clock.until(session.write(octetsOf(each)));
    await clock.until(session.close());
    return Buffer.from(joinBytes(await clock.until(all(session.readable)))).toString();
  }

  const GREETING = `hostile\nDatabase: db\n${HELP}`;
  const shortText = (behaviour: Behaviour = {}): Behaviour => ({
    present: () => presentResponse(records(textRecord("title: T\nauthor: A\n\n"))),
    ...behaviour,
  });

  it("begins with the server, the databases, and the commands", async () => {
    expect(await dialogue([])).toBe(GREETING);
    expect(await dialogue([], {}, "z39.50s://h.example/a+b%07")).toBe(
      `hostile\nDatabase: a, b\\x07\n${HELP}`,
    );
    expect(await dialogue([], {}, "z39.50s://h.example")).toBe(`hostile\nDatabase: Default\n${HELP}`);
    const unnamed = initResponse();
    const name = unnamed.length - "hostile".length - 2;
    // The tag of the name becomes an unknown one.
    unnamed[name] = 0x75;
    expect(await dialogue([], { init: () => unnamed })).toBe(`Connected\nDatabase: db\n${HELP}`);
  });

  it("shows the record of a docid, or the first ten", async () => {
    const url = "z39.50s://h.example/db?1";
    expect(await dialogue([], shortText(), url)).toBe(`${GREETING}1.\ntitle: T\nauthor: A\n`);
    const many = (hits: number) =>
      shortText({
        search: () => searchResponse(hits),
        present: () =>
          presentResponse(records(...Array.from({ length: Math.min(hits, 10) }, () => textRecord("x")))),
      });
    for (const hits of [9, 10, 11])
      expect(await dialogue([], many(hits), url)).toBe(
        `${GREETING}${Array.from({ length: Math.min(hits, 10) }, (_, i) => `${i + 1}.\nx\n`).join("\n")}`,
      );
    expect(await dialogue([], many(0), url)).toBe(GREETING);
  });

  it("lists up to ten titles of a search", async () => {
    const titles = (...found: readonly Uint8Array[]) =>
      shortText({
        search: () => searchResponse(found.length),
        present: () => presentResponse(records(...found.slice(0, 10))),
      });
    expect(await dialogue(["find a\n"], titles())).toBe(`${GREETING}0 records\n`);
    expect(await dialogue(["find a\n"], titles(textRecord("title: T\nauthor: A\x07")))).toBe(
      `${GREETING}1 record\n  1. T / A\\x07\n`,
    );
    expect(await dialogue(["find  a  b \n"], titles(record(marc("T")), record(octetsOf("x"), "1.2.3")))).toBe(
      `${GREETING}2 records\n  1. T\n  2. a record in 1.2.3\n`,
    );
    const lines = Array.from({ length: 10 }, (_, i) => `${String(i + 1).padStart(3)}. x\n`).join("");
    expect(await dialogue(["find a\n"], titles(...Array<Uint8Array>(11).fill(textRecord("x"))))).toBe(
      `${GREETING}11 records\n${lines}`,
    );
  });

  it("shows records by their positions", async () => {
    const server = shortText({
      search: () => searchResponse(12),
      present: (nth) =>
        presentResponse(
          records(...Array.from({ length: [10, 1, 2, 1][nth - 1] ?? 1 }, () => textRecord(`x${nth}\n\n`))),
        ),
    });
    const listed = `${GREETING}12 records\n${Array.from({ length: 10 }, (_, i) => `${String(i + 1).padStart(3)}. x1\n`).join("")}`;
    expect(await dialogue(["find a\nshow 12\nshow 2-3\nshow  1-1 \n"], server)).toBe(
      `${listed}12.\nx2\n2.\nx3\n\n3.\nx3\n1.\nx4\n`,
    );
    const none = "no such records: the last search found 12\n  hint: search first, and count from 1\n";
    expect(await dialogue(["find a\nshow 13\nshow 0\nshow 3-2\nshow 123456789\n"], server)).toBe(
      `${listed}${none.repeat(4)}`,
    );
    expect(await dialogue(["show 1234567890\nshow 1-1234567890\nshow\nshow x\nshow 1-\nshow -1\n"])).toBe(
      `${GREETING}${HELP.repeat(6)}`,
    );
  });

  it.each<[string, readonly string[], string]>([
    ["in each kind of line", ["x\ny\r\nz\r"], HELP.repeat(3)],
    ["in parts", ["fi", "nd", "\n"], "missing search words\n"],
    ["without an end", ["help"], ""],
    ["with spaces around them", ["  find  \n\t\n  \n"], "missing search words\n"],
    ["that end", ["quit\n"], ""],
    ["in upper case", ["FIND a\n"], HELP],
  ])("reads commands %s", async (_, typed, answer) => {
    expect(await dialogue(typed)).toBe(`${GREETING}${answer}`);
  });

  it("says why a request failed, and continues", async () => {
    const server = { search: () => searchResponse(0, false, diagnostic(1010, "who?")) };
    const answer = "the server requires a login: who?\n  hint: set the z39.50 option user\n";
    expect(await dialogue(["find a\n", "find b\n"], server)).toBe(`${GREETING}${answer.repeat(2)}`);
  });

  it("fails to read when the connection is lost", async () => {
    const { session, clock } = await open({ search: () => undefined });
    expect(await clock.until(session.write(octetsOf("find a\n"))).catch(written)).toBe(
      "truncated: the server closed the connection before the end of its response",
    );
    const read: string[] = [];
    const reading = async () => {
      for await (const chunk of session.readable) read.push(Buffer.from(chunk).toString());
    };
    expect(await clock.until(reading()).catch(written)).toContain("truncated: ");
    expect(read.join("")).toBe(GREETING);
  });

  it("has lines of up to maxCommand bytes", async () => {
    // As long as the search request needs.
    const limit = 100;
    const { session, clock } = await open({}, { limits: { maxCommand: limit } });
    await clock.until(session.write(octetsOf(`${"x".repeat(limit)}\n`)));
    await clock.until(session.write(octetsOf("y".repeat(limit))));
    const error = `too-long: a line exceeds the limit of ${limit} bytes; increase the limit maxCommand`;
    expect(await session.write(octetsOf("y")).catch(written)).toBe(error);
    // What was typed is gone.
    await clock.until(session.write(octetsOf("find\n")));
    expect(await session.write(octetsOf(`find\n${"x".repeat(limit + 1)}\nfind\n`)).catch(written)).toBe(
      error,
    );
    await clock.until(session.close());
    expect(Buffer.from(joinBytes(await clock.until(all(session.readable)))).toString()).toBe(
      `${GREETING}${HELP}missing search words\n`,
    );
  });
});
