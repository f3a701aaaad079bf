import { type Entry, octetsOf } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { encodeConstructed, encodeInteger, encodeText } from "../src/encode.ts";
import type { Z3950Options } from "../src/index.ts";
import { APDU } from "../src/message.ts";
import {
  diagnostic,
  initResponse,
  marc,
  presentResponse,
  record,
  records,
  searchResponse,
  surrogate,
  tagOf,
  textRecord,
} from "./hostile-protocol.ts";
import { all, type Behaviour, presented, RECORD, worldOf, written } from "./server.ts";

/* What a user gets of each reaction of a server: the whole error, and the whole listing. */

type World = Parameters<typeof worldOf>[1];

const URL_R = "z39.50r://h.example/db?1";
const URL_S = "z39.50s://h.example/db";

/** Returns the text of a record, or the error. */
async function get(behaviour: Behaviour, world: World = {}): Promise<string> {
  const { client, clock } = worldOf(behaviour, world);
  return clock.until((async () => (await client.get(URL_R)).text())()).catch(written);
}

const closed = (reason: number, text = "") =>
  encodeConstructed(APDU.close, encodeInteger(211, reason), ...(text === "" ? [] : [encodeText(3, text)]));
const ENDED = "the server ended the association instead of answering";

describe("the error of a server", () => {
  it.each<[string, Behaviour, string]>([
    [
      "that rejects the association",
      { init: () => initResponse(false) },
      "permission-denied: the server rejected the connection; set the z39.50 option user, if the server requires a login",
    ],
    [
      "that does not search",
      { init: () => initResponse(true, 0x40) },
      "unsupported: the server does not offer to search and to present records",
    ],
    [
      "that does not present",
      { init: () => initResponse(true, 0x80) },
      "unsupported: the server does not offer to search and to present records",
    ],
    [
      "that closes",
      { search: () => undefined },
      "truncated: the server closed the connection before the end of its response",
    ],
    [
      "that answers something else",
      { search: () => RECORD },
      "desync: the server sent a message that does not answer the request",
    ],
    [
      "that sends two answers",
      { init: () => joinBytes([initResponse(), initResponse()]) },
      "desync: the server sent a message that was not requested",
    ],
    [
      "that fails without a diagnostic",
      { search: () => searchResponse(1, false) },
      "protocol-error: the search failed, and the server does not say why",
    ],
    [
      "without the record",
      { search: () => searchResponse(0) },
      "not-found: the server has no record with this docid",
    ],
    [
      "with two records",
      { search: () => searchResponse(2) },
      "protocol-error: the docid is ambiguous: 2 records; use z39.50s: to search the database",
    ],
    [
      "that sends no record",
      { present: () => presentResponse() },
      "protocol-error: the server sent no record",
    ],
    [
      "that sends more records",
      { present: () => presentResponse(records(record(marc("a")), record(marc("b")))) },
      "protocol-error: the server sent more records than were requested",
    ],
    [
      "that cannot send the record",
      { present: () => presentResponse(records(surrogate(1, "lost"))) },
      "protocol-error: the server rejected the request with diagnostic 1 (lost)",
    ],
    [
      "that has the record in no syntax, which is the first diagnostic",
      { present: (nth) => presentResponse(diagnostic(nth === 1 ? 13 : 239, `${nth}`)) },
      "not-found: the server has no record at this position (1)",
    ],
    [
      "that sends no valid MARC record",
      { present: () => presentResponse(records(record(octetsOf("x")))) },
      'protocol-error: the record is not a valid MARC record (ISO 2709); set the z39.50 option marc to "raw" to get its bytes',
    ],
    ...[1, 2, 3, 4, 7].map((reason): [string, Behaviour, string] => [
      `that closes with the reason ${reason}`,
      { search: () => closed(reason, "by\x07e") },
      `temporarily-unavailable: ${ENDED} (by\\x07e)`,
    ]),
    ["that closes for its security", { search: () => closed(5) }, `permission-denied: ${ENDED}`],
    ["that closes for an error", { search: () => closed(6) }, `protocol-error: ${ENDED}`],
    ...[0, 8, 9].map((reason): [string, Behaviour, string] => [
      `that closes with the reason ${reason}`,
      { init: () => closed(reason) },
      `truncated: ${ENDED}`,
    ]),
  ])("%s", async (_, behaviour, error) => expect(await get(behaviour)).toBe(error));

  it("has up to 500 characters of a last text", async () => {
    for (const length of [500, 501])
      expect(await get({ search: () => closed(1, "x".repeat(length)) })).toBe(
        `temporarily-unavailable: ${ENDED} (${"x".repeat(500)})`,
      );
  });

  it("that closes is worth another try", async () => {
    const { client, clock } = worldOf({ init: () => undefined });
    await expect(clock.until(client.get(URL_R))).rejects.toMatchObject({
      code: "truncated",
      retryable: true,
    });
  });

  it("in a login is another one", async () => {
    const options = { user: "ada", clearTextLogin: true };
    const ask = async () => ({ password: "pw" });
    expect(await get({ init: () => initResponse(false) }, { options, ask })).toBe(
      "auth-failed: the server rejected the user or the password",
    );
    expect(await get({}, { options })).toBe(
      "auth-required: a login requires a password; nothing was sent; add the password to the client's credentials",
    );
    expect(await get({}, { options: { user: "ada" }, ask })).toBe(
      "tls-required: cannot send a password without TLS; nothing was sent; set the z39.50 option tls, if the server supports it, or clearTextLogin",
    );
  });
});

describe("a record", () => {
  it.each<[Z3950Options, string, string, string]>([
    [{}, "", "text/plain; charset=utf-8", "Title:        T"],
    [
      {},
      ";rs=usmarc",
      "application/marc",
      marc("T")
        .reduce((all, byte) => all + String.fromCharCode(byte), "")
        .slice(0, 15),
    ],
    [{ marc: "text" }, ";rs=usmarc", "text/plain; charset=utf-8", "Title:        T"],
    [{ marc: "xml" }, "", "application/marcxml+xml", '<?xml version="'],
  ])("with the options %j and %j is %s", async (options, keywords, mediaType, start) => {
    const { client, clock } = worldOf(
      { present: () => presentResponse(records(record(marc("T")))) },
      { options },
    );
    const result = await clock.until(client.get(`${URL_R}${keywords}` as typeof URL_R));
    const body = await clock.until(result.text());
    expect([result.mediaType, body.slice(0, 15)]).toEqual([mediaType, start]);
    expect(result.size).toBe(octetsOf(body).length);
  });

  it("without bytes is complete", async () => {
    expect(await get({ present: () => presentResponse(records(textRecord(""))) })).toBe("");
  });

  it("has the attributes that it says", async () => {
    const { client, clock } = worldOf({
      present: () => presentResponse(records(textRecord("title: Ti\x07des\nx"))),
    });
    expect(await clock.until(client.stat(URL_R))).toMatchObject({
      kind: "file",
      mediaType: "text/plain",
      size: 15,
      attributes: { title: "Ti\\x07des", recordSyntax: "sutrs" },
    });
  });

  it("is not there in a database, which has the name of the server's program", async () => {
    const { client, clock, sent } = worldOf({});
    expect(await clock.until(client.stat(URL_S))).toMatchObject({
      kind: "search",
      attributes: { server: "hostile" },
    });
    expect(sent.map(tagOf)).toEqual([APDU.initRequest, APDU.close]);
  });
});

describe("a listing", () => {
  /** A server with records that it sends in pages of this size. */
  const pages = (hits: number, size: number): Behaviour => ({
    search: () => searchResponse(hits),
    present: (nth) =>
      presentResponse(
        records(
          ...Array.from({ length: Math.min(size, hits - (nth - 1) * size) }, (_, i) => record(marc(`T${i}`))),
        ),
      ),
  });

  async function search(behaviour: Behaviour, world: World = {}, url = URL_S) {
    const { client, clock, sent } = worldOf(behaviour, world);
    const entries = await clock.until(all<Entry>(client.search(url as typeof URL_S, "a"))).catch(written);
    return { entries, sent, names: typeof entries === "string" ? entries : entries.map(({ name }) => name) };
  }

  it.each<[number, Z3950Options, readonly string[], string | undefined]>([
    [0, {}, [], undefined],
    [1, {}, ["1+1"], undefined],
    [20, {}, ["1+20"], undefined],
    [21, {}, ["1+20", "21+1"], undefined],
    [5, { pageSize: 2 }, ["1+2", "3+2", "5+1"], undefined],
    [5, { pageSize: 2, maxRecords: 4 }, ["1+2", "3+2"], "1 more record"],
    [6, { pageSize: 3, maxRecords: 4 }, ["1+3", "4+1"], "2 more records"],
    [4, { maxRecords: 4 }, ["1+4"], undefined],
  ])("of %i records with the options %j asks for %j", async (hits, options, requests, rest) => {
    const wanted = Math.min(hits, options.maxRecords ?? hits);
    const size = Math.min(options.pageSize ?? 20, wanted);
    const { sent, names } = await search(
      {
        search: () => searchResponse(hits),
        present: (nth) =>
          presentResponse(
            records(
              ...Array.from({ length: Math.min(size, wanted - (nth - 1) * size) }, () => record(marc("T"))),
            ),
          ),
      },
      { options },
    );
    expect(presented(sent)).toEqual(requests);
    expect(names).toEqual([...Array<string>(wanted).fill("T"), ...(rest === undefined ? [] : [rest])]);
  });

  it("may come in smaller pages than were requested", async () => {
    const { sent, names } = await search({
      search: () => searchResponse(3),
      present: (nth) => presentResponse(records(record(marc(`T${nth}`)))),
    });
    expect(presented(sent)).toEqual(["1+3", "2+2", "3+1"]);
    expect(names).toEqual(["T1", "T2", "T3"]);
  });

  it("has up to maxEntries records, in up to maxListing bytes", async () => {
    expect((await search(pages(3, 20), { limits: { maxEntries: 3 } })).names).toHaveLength(3);
    expect((await search(pages(4, 20), { limits: { maxEntries: 3 } })).names).toMatch(
      /^too-large: .*\b3 entries.*; increase the limit maxEntries/,
    );
    const page = presentResponse(records(record(marc("T0")), record(marc("T1"))));
    const options = { pageSize: 2 };
    expect(
      (await search(pages(4, 2), { options, limits: { maxListing: 2 * page.length } })).names,
    ).toHaveLength(4);
    expect(
      (await search(pages(4, 2), { options, limits: { maxListing: 2 * page.length - 1 } })).names,
    ).toMatch(/^too-large: .* bytes.*; increase the limit maxListing/);
  });

  it("has a URL with the port, the element set, and the syntaxes of the search", async () => {
    const present = () => presentResponse(records(record(marc("Tides /", "b 1"))));
    const { entries } = await search(
      { present },
      { port: 2100 },
      "z39.50s://h.example:2100/a+b;esn=F;rs=marc+xml",
    );
    expect(entries).toEqual([
      {
        name: "Tides",
        kind: "file",
        // The server names the database of the record.
        url: "z39.50r://h.example:2100/db?b%201;esn=F;rs=marc+xml",
        attributes: { position: "1" },
      },
    ]);
    expect((await search({ present }, {}, "z39.50s://h.example:/a")).entries).toMatchObject([
      { url: "z39.50r://h.example/db?b%201" },
    ]);
  });

  it("has the databases of the search if the server does not name that of the record", async () => {
    const nameless = record(marc("T", "1")).slice();
    // The tag of the name becomes an unknown one.
    nameless[nameless.indexOf(0x80)] = 0x85;
    const present = () => presentResponse(records(nameless));
    expect((await search({ present }, {}, "z39.50s://h.example/a+b")).entries).toMatchObject([
      { url: "z39.50r://h.example/a+b?1" },
    ]);
    expect(
      (await search({ present }, { options: { database: "c" } }, "z39.50s://h.example")).entries,
    ).toMatchObject([{ url: "z39.50r://h.example/c?1" }]);
  });

  it("has texts of a record, without a URL if it has no identifier", async () => {
    const present = () =>
      presentResponse(
        records(
          textRecord("author: A\x07\ntitle: T"),
          textRecord(" "),
          surrogate(14),
          surrogate(1, "lo\x07st"),
        ),
      );
    expect((await search({ search: () => searchResponse(4), present })).entries).toEqual([
      {
        name: "T",
        kind: "file",
        url: undefined,
        unsafe: "the record has no identifier; open a session to read it",
        attributes: { author: "A\\x07", position: "1" },
      },
      {
        name: "record 2",
        kind: "file",
        url: undefined,
        unsafe: "the record has no identifier; open a session to read it",
        attributes: { position: "2" },
      },
      {
        name: "record 3: the server does not have the record in a requested syntax",
        kind: "error",
        url: undefined,
      },
      {
        name: "record 4: the server rejected the request with diagnostic 1: lo\\x07st",
        kind: "error",
        url: undefined,
      },
    ]);
  });

  it("fails without words, or with a page without records", async () => {
    const { client, clock } = worldOf({});
    expect(await clock.until(all(client.search(URL_S, " \t"))).catch(written)).toBe(
      "bad-argument: missing search words",
    );
    expect((await search({ present: () => presentResponse(records()) })).names).toBe(
      "protocol-error: the server sent no record",
    );
  });

  it("takes the records of the first syntax in which one of them is there", async () => {
    const { sent, names } = await search({
      search: () => searchResponse(2),
      present: (nth) =>
        presentResponse(
          records(surrogate(238, `${nth}`), nth === 1 ? surrogate(238) : textRecord(`T${nth}`)),
        ),
    });
    expect(presented(sent)).toEqual(["1+2", "1+2"]);
    expect(names).toEqual(["record 1: the server does not have the record in a requested syntax: 2", "T2"]);
  });

  it("takes the diagnostics of the first syntax if no record is there in any", async () => {
    const { sent, names } = await search({
      search: () => searchResponse(1),
      present: (nth) => presentResponse(nth === 1 ? diagnostic(239) : records(surrogate(238, `${nth}`))),
    });
    expect(presented(sent)).toEqual(Array<string>(5).fill("1+1"));
    expect(names).toEqual(["record 1: the server does not have the record in a requested syntax: 2"]);
  });
});
