import { createRegistry, type Entry, octetsOf } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { encodeConstructed, encodeInteger, encodeText } from "../src/encode.ts";
import { type Z3950Session, z3950 } from "../src/index.ts";
import { APDU } from "../src/message.ts";
import { GRS_1, SUTRS } from "../src/record-syntax.ts";
import {
  diagnostic,
  initResponse,
  marc,
  presentResponse,
  record,
  recordOf,
  records,
  searchResponse,
  surrogate,
  tagOf,
  universal,
} from "./hostile-protocol.ts";
import { all, type Behaviour, RECORD, worldOf } from "./server.ts";

const URL_R = "z39.50r://h.example/db?1";
const URL_S = "z39.50s://h.example/db";

type World = Parameters<typeof worldOf>[1];

/** Returns the text of a record at this server, or the error. */
async function getText(behaviour: Behaviour, world: World = {}, url: typeof URL_R = URL_R) {
  const { client, clock, transport, sent } = worldOf(behaviour, world);
  const result = await clock
    .until((async () => (await client.get(url)).text())())
    .catch((error: { readonly code: string }) => error);
  expect(transport.open).toBe(0);
  return { result, sent };
}

async function codeOf(behaviour: Behaviour, world: World = {}): Promise<unknown> {
  const { result } = await getText(behaviour, world);
  return typeof result === "string" ? "success" : (result as { readonly code: string }).code;
}

const closed = (reason: number, text = "") =>
  encodeConstructed(APDU.close, encodeInteger(211, reason), encodeText(3, text));

describe("a Z39.50 server that breaks the rules", () => {
  it.each<[string, string, Behaviour]>([
    ["closes", "truncated", { init: () => undefined }],
    ["closes after the Init", "truncated", { search: () => undefined }],
    ["rejects the association", "permission-denied", { init: () => initResponse(false) }],
    ["does not search", "unsupported", { init: () => initResponse(true, 0x40) }],
    ["does not present", "unsupported", { init: () => initResponse(true, 0x80) }],
    ["answers with another APDU", "desync", { search: () => RECORD }],
    ["answers with an unknown APDU", "desync", { search: () => encodeConstructed(33) }],
    ["sends two answers", "desync", { search: () => joinBytes([searchResponse(1), searchResponse(1)]) }],
    ["fails without a diagnostic", "protocol-error", { search: () => searchResponse(0, false) }],
    ["sends no record", "protocol-error", { present: () => presentResponse() }],
    [
      "sends two records for one",
      "protocol-error",
      { present: () => presentResponse(records(record(marc("a")), record(marc("b")))) },
    ],
    [
      "sends an invalid MARC record",
      "protocol-error",
      { present: () => presentResponse(records(record(octetsOf("x")))) },
    ],
    ["uses HTTP", "protocol-error", { init: () => octetsOf("HTTP/1.0 400 Bad Request\r\n\r\n") }],
    [
      "announces a huge message",
      "too-large",
      { init: () => Uint8Array.of(0xb5, 0x84, 0x7f, 0xff, 0xff, 0xff) },
    ],
    ["shuts down", "temporarily-unavailable", { search: () => closed(1, "bye") }],
    ["reports a violation of security", "permission-denied", { search: () => closed(5) }],
    ["reports a protocol error", "protocol-error", { search: () => closed(6) }],
    ["closes for another reason", "truncated", { search: () => closed(9) }],
    ["closes without a reason", "truncated", { search: () => encodeConstructed(APDU.close) }],
  ])("%s: %s", async (_, code, behaviour) => expect(await codeOf(behaviour)).toBe(code));

  it("sends members without an end: too-large", async () => {
    const endless = joinBytes([Uint8Array.of(0xb5, 0x80), ...Array(2000).fill(Uint8Array.of(0x81, 0))]);
    expect(await codeOf({ init: () => endless }, { options: { maxApdu: 1000 } })).toBe("too-large");
  });

  it("never answers the Close: the record is complete", async () => {
    expect((await getText({})).result).toContain("Tides");
    expect((await getText({ close: () => octetsOf("x") })).result).toContain("Tides");
  });

  it.each([
    [2, "temporarily-unavailable"],
    [27, "temporarily-unavailable"],
    [109, "not-found"],
    [235, "not-found"],
    [236, "permission-denied"],
    [1010, "auth-required"],
    [1011, "auth-failed"],
    [1014, "permission-denied"],
    [7, "protocol-error"],
  ])("rejects a search with diagnostic %i: %s", async (condition, code) => {
    const search = () => searchResponse(0, false, diagnostic(condition, "a\x1bb"));
    expect((await getText({ search })).result).toMatchObject({
      code,
      replyCode: condition,
      reply: "a\\x1bb",
    });
  });

  it("rejects a search with a diagnostic of another set: protocol-error", async () =>
    expect(
      (await getText({ search: () => searchResponse(0, false, diagnostic(109, "", "1.2.3")) })).result,
    ).toMatchObject({
      code: "protocol-error",
      replyCode: undefined,
    }));

  it("sends several diagnostics: the first one counts", async () => {
    const search = () =>
      searchResponse(0, false, encodeConstructed(205, encodeConstructed(9), encodeConstructed(9)));
    expect((await getText({ search })).result).toMatchObject({ reply: "a diagnostic in an unknown format" });
  });
});

describe("the record of a docid (RFC 2056 §4)", () => {
  it("is not found, or ambiguous, if the number of records is not 1", async () => {
    expect(await codeOf({ search: () => searchResponse(0) })).toBe("not-found");
    expect((await getText({ search: () => searchResponse(3) })).result).toMatchObject({
      code: "protocol-error",
      message: "the docid is ambiguous: 3 records",
    });
  });

  it("is searched as a local number if the server does not know the attribute (diagnostic 114)", async () => {
    const unknown = searchResponse(0, false, diagnostic(114, "1032"));
    const { result, sent } = await getText({ search: (nth) => (nth === 1 ? unknown : searchResponse(1)) });
    expect(result).toContain("Tides");
    const searches = sent
      .filter((apdu) => tagOf(apdu) === APDU.searchRequest)
      .map((apdu) => Buffer.from(apdu).toString("hex"));
    expect(searches).toHaveLength(2);
    // Use 12, Structure 2.
    expect(searches[1]).toContain("30089f7801019f79010c30089f7801049f790102");
    expect(await codeOf({ search: () => unknown })).toBe("unsupported");
  });

  it.each([13, 14, 227, 238, 239])(
    "is requested in the next syntax after diagnostic %i",
    async (condition) => {
      const text = presentResponse(records(recordOf(universal(0x1b, octetsOf("Tides\n")), SUTRS)));
      for (const refusal of [
        presentResponse(diagnostic(condition)),
        presentResponse(records(surrogate(condition))),
      ]) {
        const { result } = await getText({ present: (nth) => (nth < 4 ? refusal : text) });
        expect(result).toBe("Tides\n");
        expect(await codeOf({ present: () => refusal })).toMatch(/^(?:unsupported|not-found)$/);
      }
      expect(await codeOf({ present: () => presentResponse(diagnostic(236)) })).toBe("permission-denied");
    },
  );

  it("in GRS-1 is one element on a line", async () => {
    const element = (type: number, tag: number, ...content: readonly Uint8Array[]) =>
      Uint8Array.of(
        ...encodeConstructed(
          16,
          encodeInteger(1, type),
          encodeConstructed(2, encodeInteger(2, tag)),
          encodeConstructed(4, ...content),
        ),
      ).fill(0x30, 0, 1);
    const named = (name: string, ...content: readonly Uint8Array[]) =>
      Uint8Array.of(
        ...encodeConstructed(16, encodeConstructed(2, encodeText(1, name)), encodeConstructed(4, ...content)),
      ).fill(0x30, 0, 1);
    const grs = Uint8Array.of(
      ...encodeConstructed(
        16,
        element(2, 1, universal(0x1b, octetsOf("Tides\r\nand gulls"))),
        element(3, 9, universal(2, Uint8Array.of(7))),
        named("note\n", universal(1, Uint8Array.of(0xff))),
        named("oid", universal(6, Uint8Array.of(0x2a, 3))),
        named("data", universal(0x28, Uint8Array.of(6, 1, 0x2a))),
        named("none", encodeText(2, "")),
        named("empty", encodeText(3, "")),
        named("tree", encodeConstructed(6, element(2, 2, universal(0x1b, octetsOf("Ada"))))),
        encodeConstructed(16),
      ),
    ).fill(0x30, 0, 1);
    const { result } = await getText({ present: () => presentResponse(records(recordOf(grs, GRS_1))) });
    expect(result).toBe(
      "title: Tides and gulls\n(3,9): 7\nnote\\x0a: true\noid: 1.2.3\ndata: (data of another format)\nnone: (not in this record)\nempty:\ntree:\n  author: Ada\n:\n",
    );
  });
});

describe("a listing", () => {
  const page = (...titles: readonly string[]) =>
    presentResponse(records(...titles.map((title, i) => record(marc(title, `id${i}`)))));

  /** Returns the entries of a search, or the error. */
  async function search(behaviour: Behaviour, world: World = {}): Promise<readonly Entry[]> {
    const { client, clock, transport } = worldOf(behaviour, world);
    const result = await clock.until(all<Entry>(client.search(URL_S, "tide  tables")));
    expect(transport.open).toBe(0);
    return result;
  }

  it("has an entry for each record, and says how many more there are", async () => {
    const entries = await search(
      { search: () => searchResponse(9), present: () => page("a", "b") },
      { options: { maxRecords: 4, pageSize: 2 } },
    );
    expect(entries.map(({ name, kind }) => [name, kind])).toEqual([
      ["a", "file"],
      ["b", "file"],
      ["a", "file"],
      ["b", "file"],
      ["5 more records", "information"],
    ]);
    expect(entries[0]).toMatchObject({ url: "z39.50r://h.example/db?id0", attributes: { position: "1" } });
  });

  it("has a record that the server cannot send as an error, and one without an identifier without a URL", async () => {
    const present = () =>
      presentResponse(records(surrogate(1, "lost"), recordOf(universal(0x1b, octetsOf("Tides")), SUTRS)));
    expect(await search({ search: () => searchResponse(2), present })).toMatchObject([
      {
        name: "record 1: the server rejected the request with diagnostic 1: lost",
        kind: "error",
        url: undefined,
      },
      { name: "Tides", kind: "file", url: undefined, unsafe: expect.stringContaining("no identifier") },
    ]);
  });

  it("is bounded in entries and in bytes", async () => {
    const many = { search: () => searchResponse(2 ** 31), present: () => page("a", "b") };
    const options = { maxRecords: 1_000_000, pageSize: 2 };
    await expect(search(many, { options, limits: { maxEntries: 10 } })).rejects.toMatchObject({
      code: "too-large",
    });
    await expect(search(many, { options, limits: { maxListing: 5_000 } })).rejects.toMatchObject({
      code: "too-large",
    });
  });

  it("fails if the server sends an empty page", async () =>
    await expect(
      search({ search: () => searchResponse(2), present: () => presentResponse(records()) }),
    ).rejects.toMatchObject({ code: "protocol-error" }));

  it("of every record needs the server's support: without it, an entry says what to do", async () => {
    const { client, clock } = worldOf({ search: () => searchResponse(0, false, diagnostic(117, "103")) });
    expect(await clock.until(all<Entry>(client.list(URL_S)))).toEqual([
      {
        name: "the server does not list every record: search for words",
        kind: "information",
        url: undefined,
      },
    ]);
  });

  it("needs words, and sends no request that is too long", async () => {
    const { client, clock, sent } = worldOf({});
    await expect(clock.until(all(client.search(URL_S, "  ")))).rejects.toMatchObject({
      code: "bad-argument",
    });
    expect(sent).toHaveLength(0);
    await expect(clock.until(all(client.search(URL_S, "x ".repeat(9_000))))).rejects.toMatchObject({
      code: "too-long",
    });
  });
});

describe("a login", () => {
  const SECRET = "Swordfish/42";
  const ask = async () => ({ password: SECRET });
  const options = { user: "ada", clearTextLogin: true };

  it("is not sent without TLS", async () => {
    const { result, sent } = await getText({}, { options: { user: "ada" }, ask });
    expect(result).toMatchObject({ code: "tls-required" });
    expect(sent).toHaveLength(0);
  });

  it("is sent with the Init, and its password is never recorded", async () => {
    const { client, clock, sent } = worldOf({}, { options, ask });
    const result = await clock.until(client.get(URL_R));
    await clock.until(result.text());
    expect(Buffer.from(sent[0]!).toString("latin1")).toContain(
      `\xa7\x15\x30\x13\x81\x03ada\x82\x0c${SECRET}`,
    );
    expect(JSON.stringify(result.transcript.entries)).not.toContain(SECRET);
    const url = createRegistry(z3950).parse(URL_R);
    const settings = { ...z3950.options!.defaults, ...options };
    const steps = JSON.stringify(
      z3950.plan?.(url, "get", settings).steps.map((step) => "text" in step && step.text),
    );
    expect(steps).toContain("***");
    expect(steps).not.toContain(SECRET);
  });

  it("is rejected, or has no password", async () => {
    expect(await codeOf({ init: () => initResponse(false) }, { options, ask })).toBe("auth-failed");
    expect(await codeOf({}, { options })).toBe("auth-required");
  });

  it("is rejected if the server requires another one (diagnostic 1010), also for a single record", async () => {
    const message = "the server rejected the user or the password";
    const rejection = { code: "auth-failed", message, hint: undefined, replyCode: 1010 };
    const { result } = await getText(
      { search: () => searchResponse(0, false, diagnostic(1010)) },
      { options, ask },
    );
    expect(result).toMatchObject(rejection);
    const behaviour = { present: () => presentResponse(records(surrogate(1010, "who?"))) };
    expect((await getText(behaviour, { options, ask })).result).toMatchObject(rejection);
    const { client, clock } = worldOf(behaviour, { options, ask });
    const entries = await clock.until(all<Entry>(client.list(URL_S)));
    expect(entries).toMatchObject([{ name: `record 1: ${message}: who?`, kind: "error" }]);
    const session = (await clock.until(client.open(URL_S))) as unknown as Z3950Session;
    await clock.until(session.search("tides"));
    await expect(clock.until(session.present(1))).rejects.toMatchObject(rejection);
    await clock.until(session.close());
  });
});

describe("a session", () => {
  async function open(behaviour: Behaviour, world: World = {}, url: "z39.50s://h.example/db" = URL_S) {
    const { client, clock, transport, sent } = worldOf(behaviour, world);
    return {
      session: (await clock.until(client.open(url))) as unknown as Z3950Session,
      clock,
      transport,
      sent,
    };
  }

  it("searches, presents, and closes", async () => {
    const { session, clock, transport, sent } = await open({ close: () => closed(0) });
    expect(session.server).toBe("hostile");
    expect(
      await clock.until(
        session.search({ and: [{ term: "a", use: 4 }, { not: [{ term: "b" }, { or: [{ term: "c" }] }] }] }),
      ),
    ).toBe(1);
    const [found] = await clock.until(session.present(1));
    expect(found).toMatchObject({
      position: 1,
      recordSyntax: "usmarc",
      summary: { title: "Tides", identifier: "1" },
    });
    await clock.until(session.close());
    await session.close();
    expect(transport.open).toBe(0);
    expect(sent.map(tagOf)).toEqual([20, 22, 24, 48]);
    await expect(session.search("x")).rejects.toMatchObject({ code: "truncated" });
  });

  it("continues after a diagnostic", async () => {
    const { session, clock } = await open({
      search: (nth) => (nth === 1 ? searchResponse(0, false, diagnostic(125)) : searchResponse(2)),
      present: (nth) => presentResponse(records(nth === 1 ? surrogate(1) : record(marc("b")))),
    });
    await expect(clock.until(session.search("x"))).rejects.toMatchObject({ code: "bad-argument" });
    expect(await clock.until(session.search("x"))).toBe(2);
    await expect(clock.until(session.present(1))).rejects.toMatchObject({ code: "protocol-error" });
    expect(await clock.until(session.present(1))).toHaveLength(1);
    await clock.until(Promise.resolve(session[Symbol.asyncDispose]()));
  });

  it("rejects records that were not found, and queries that are not valid", async () => {
    const { session, clock } = await open({ search: () => searchResponse(500) });
    await expect(session.present(1)).rejects.toMatchObject({ code: "bad-argument" });
    await expect(session.search(" ")).rejects.toMatchObject({ code: "bad-argument" });
    await clock.until(session.search("x"));
    await expect(session.present(0)).rejects.toMatchObject({ code: "bad-argument" });
    await expect(session.present(1, 300)).rejects.toMatchObject({ code: "bad-argument" });
    await expect(clock.until(session.search({ near: [] } as never))).rejects.toThrow(TypeError);
    await clock.until(session.close());
  });

  it("ends with an error if the connection is lost", async () => {
    const { session, clock, transport } = await open({ search: () => undefined });
    await expect(clock.until(session.search("x"))).rejects.toMatchObject({ code: "truncated" });
    await expect(clock.until(all(session.readable))).rejects.toMatchObject({ code: "truncated" });
    expect(transport.open).toBe(0);
  });

  it("of a URL with a docid begins with its record", async () => {
    const { session, clock } = await open({}, {}, "z39.50s://h.example/db?1" as never);
    expect(session.hits).toBe(1);
    await clock.until(session.write(octetsOf("show 1-1\r\nhel")));
    await clock.until(session.write(octetsOf("p\nfind tides\nfind\nshow x\n\nshow 7\nquit\n")));
    const text = Buffer.from(joinBytes(await clock.until(all(session.readable)))).toString();
    expect(text).toContain("Database: db\n");
    expect(text).toContain("1.\nTitle:        Tides\n");
    expect(text).toContain("1 record\n  1. Tides\n");
    expect(text).toContain("missing search words\n");
    expect(text).toContain("no such records: the last search found 1\n  hint: search first");
  });

  it("fails if its docid is not found by the server, and closes the connection", async () => {
    const { client, clock, transport } = worldOf({ search: () => searchResponse(0, false, diagnostic(109)) });
    await expect(clock.until(client.open("z39.50s://h.example/db?1"))).rejects.toMatchObject({
      code: "not-found",
    });
    expect(transport.open).toBe(0);
  });

  it("needs a z39.50s URL", async () => {
    const { client, clock } = worldOf({});
    await expect(clock.until(client.open(URL_R))).rejects.toMatchObject({ code: "unsupported" });
  });

  it("bounds a line", async () => {
    const { session, clock } = await open({}, { limits: { maxCommand: 100 } });
    await expect(session.write(octetsOf("x".repeat(200)))).rejects.toMatchObject({ code: "too-long" });
    await clock.until(session.close());
  });
});
