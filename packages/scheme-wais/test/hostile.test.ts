import { createClient } from "@anyurl/client";
import { type Entry, isAccessError, octetsOf, textOf } from "@anyurl/core";
import { concat } from "@anyurl/core/exchange";
import { element, formatMessage, formatSearchResponse, HEADER_BYTES, TAG } from "@anyurl/protocol-wais";
import { describeHostile } from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wais } from "../src/index.ts";
import {
  ACCEPTED,
  type Answer,
  all,
  headerOf,
  OUT_OF_RANGE,
  searching,
  serving,
  worldOf,
} from "./memory-server.ts";
import { type Frame, framesOf } from "./recorded.ts";

/** The document of the answers that were made up. */
const DOCUMENT =
  "wais://h.example/db/TEXT/%01%14wais.example.org%3A210%02%07harbour%03%0d0%2012%20tide.txt%07%01%00" as const;

/** Returns the outcome of a search or a retrieval: an error code, the names of the hits, or the bytes. */
async function outcomeOf(frame: Pick<Frame, "octets">, operation: "search" | "get", closes: boolean) {
  const answer: Answer = async ({ body }, _nth, peer) => {
    if (body[2] === 20) return ACCEPTED;
    await peer.send(frame.octets);
    return closes ? undefined : new Uint8Array(0);
  };
  const { client, clock, transport } = worldOf(answer);
  const call = async () =>
    operation === "search"
      ? (await all(client.search("wais://h.example/db", "x"))).map(({ name }) => name)
      : textOf(await (await client.get(DOCUMENT)).bytes());
  const outcome = await clock.until(call()).catch((error: unknown) => {
    expect(isAccessError(error)).toBe(true);
    return error as { readonly code: string };
  });
  expect(transport.open).toBe(0);
  return typeof outcome === "object" && "code" in outcome ? outcome.code : outcome;
}

describe("an invalid response", () => {
  /** Codes, where it is another one than protocol-error. */
  const CODES: ReadonlyMap<string, string> = new Map([
    ["length 9999999999", "too-large"],
    ["length 100, 10 octets, then close", "truncated"],
    ["close inside the header", "truncated"],
    ["empty body", "unsupported"],
  ]);
  const refused = framesOf("hostile-answers").filter(({ expect }) => /^error(?![^:]* or )/.test(expect!));

  it("are most of them", () => expect(refused.length).toBeGreaterThan(25));

  it.each(refused.map((frame) => [frame.what, frame] as const))("%s", async (what, frame) => {
    const code = CODES.get(what) ?? "protocol-error";
    expect(await outcomeOf(frame, "search", true)).toBe(code);
    // After an empty body, a smaller chunk is requested.
    expect(await outcomeOf(frame, "get", what !== "empty body")).toBe(code);
    // An incomplete response ends in a timeout.
    if (code !== "truncated") expect(await outcomeOf(frame, "search", false)).toBe(code);
    else expect(await outcomeOf(frame, "search", false)).toBe("timeout");
  });

  it.each([
    ["user information shorter than the rest of the body", "protocol-error", "protocol-error"],
    ["text of another document than asked for", "protocol-error", "protocol-error"],
    ["compression u announced, body is not a compress file", "protocol-error", "protocol-error"],
    ["document-id element longer than the document-id", [""], "protocol-error"],
    ["document length 4294967295", ["The tide"], "protocol-error"],
    ["negative score (four octets FF)", ["x"], "protocol-error"],
    ["headline with escape sequences, NUL, CR LF", ["\u001b]0;owned\u0007\0line\r\nX: y"], "protocol-error"],
    ["empty text record: nothing, for ever", "protocol-error", ""],
    ["two answers to one request in one segment", ["The tide"], "protocol-error"],
  ])("%s", async (what, searched, got) => {
    const frame = framesOf("hostile-answers").find((each) => each.what === what)!;
    expect(await outcomeOf(frame, "search", true)).toEqual(searched);
    expect(await outcomeOf(frame, "get", true)).toEqual(got);
  });

  it.each([
    ["padded compressed integers: tag 99 as 80 63, a length of 5 as 80 80 05", "protocol-error", "tide\n"],
    ["elements of a record in another order, and an unknown tag 200 among them", ["The tide"], undefined],
    ["record group 199 of unknown kind between two known ones", ["The tide", "Second"], undefined],
    ["short header (group 151): document-id, score, best match, length only", ["0 12 tide.txt"], undefined],
    [
      "long header (group 152): the fields of a header and stock, company, industry codes",
      ["The tide"],
      undefined,
    ],
    ["headline group (154) and codes group (155)", [], undefined],
    ["seed-words-used before the records", ["The tide"], undefined],
    ["two types in one Type-Block", ["The tide", "The tide"], undefined],
    ["no user information at all", [], undefined],
    ["user information of length 0", [], undefined],
    ["text and a diagnostic together", undefined, "the last octets\n"],
    ["diagnostic without text, code S2", "temporarily-unavailable", "temporarily-unavailable"],
    ["records-returned says 9, two records follow", ["The tide", "Second"], undefined],
  ])("is one: %s", async (what, searched, got) => {
    const frame = framesOf("valid-answers").find((each) => each.what === what)!;
    if (searched !== undefined) expect(await outcomeOf(frame, "search", true)).toEqual(searched);
    if (got !== undefined) expect(await outcomeOf(frame, "get", true)).toEqual(got);
  });
});

describe("whatever a server says", () => {
  const answers = [framesOf("gif")[3]!, framesOf("ranges")[3]!, framesOf("nodb")[3]!, framesOf("help")[1]!];

  it.each(answers.map((frame, i) => [i, frame] as const))(
    "ends early, the result is not complete (%i)",
    async (_, { octets }) => {
      for (let length = 0; length < octets.length; length++)
        for (const operation of ["search", "get"] as const) {
          const outcome = await outcomeOf({ octets: octets.subarray(0, length) }, operation, true);
          expect([length, outcome]).toEqual([length, "truncated"]);
        }
    },
  );

  it("is changed in one or two bytes, the call ends with a code or a valid result", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...answers).chain(({ octets }) => changed(octets)),
        fc.constantFrom("search" as const, "get" as const),
        async (octets, operation) => void (await outcomeOf({ octets }, operation, true)),
      ),
      { numRuns: 500 },
    );
  });
});

/** The same bytes, except for a few. */
function changed(octets: Uint8Array): fc.Arbitrary<Uint8Array> {
  const change = fc.record({
    at: fc.nat({ max: octets.length - 1 }),
    octet: fc.nat({ max: 255 }),
    is: fc.nat({ max: 2 }),
  });
  return fc.array(change, { minLength: 1, maxLength: 4 }).map((changes) =>
    changes.reduce((all, { at, octet, is }) => {
      const [head, tail] = [all.slice(0, at), all.slice(at + (is === 0 ? 0 : 1))];
      return concat(head, is === 1 ? new Uint8Array(0) : Uint8Array.of(octet), tail);
    }, octets),
  );
}

describe("a server with wrong sizes", () => {
  it("sends endless data without a header", async () => {
    const junk = new Uint8Array(16 * 1024).fill(0x41);
    const { client, clock, transport } = worldOf(async (_message, _nth, peer) => {
      while (peer.open) await peer.send(junk);
      return undefined;
    });
    await expect(clock.until(all(client.search("wais://h.example/db", "x")))).rejects.toMatchObject({
      code: "protocol-error",
    });
    expect(transport.connections[0]!.taken).toBeLessThan(64 * 1024);
  });

  it.each([
    ["0000100001", 100_000, "too-large"],
    ["0000100000", 100_000, "timeout"],
    ["0016777217", Number.POSITIVE_INFINITY, "too-large"],
  ])("announces %s bytes if %d are allowed: %s", async (digits, maxMessage, code) => {
    const header = octetsOf(`${digits}z2wais        0`);
    const { client, clock } = worldOf(({ body }) => (body[2] === 20 ? ACCEPTED : header), { maxMessage });
    const error = await clock.until(all(client.search("wais://h.example/db", "x"))).catch((thrown) => thrown);
    expect(error).toMatchObject({ code });
    if (code === "too-large") expect(error.hint ?? "").toMatch(maxMessage === 100_000 ? /maxMessage/ : /^$/);
  });

  it("returns a million results", async () => {
    const hit = element(TAG.documentShortHeader, element(TAG.documentId, ""));
    const records = new Uint8Array(hit.length * 1_000_000);
    for (let at = 0; at < records.length; at += hit.length) records.set(hit, at);
    const counted = octetsOf(textOf(formatSearchResponse({ status: 1, records: [] }))).subarray(0, -2);
    const answer = formatMessage(concat(counted, element(TAG.userInformation, records)));
    const limits = { maxMessage: 16 * 1024 * 1024 };
    const { client, clock } = worldOf(({ body }) => (body[2] === 20 ? ACCEPTED : answer), limits);
    await expect(clock.until(all(client.search("wais://h.example/db", "x")))).rejects.toMatchObject({
      ...{ code: "too-large", hint: "increase the limit maxEntries" },
    });
    const usual = worldOf(({ body }) => (body[2] === 20 ? ACCEPTED : answer));
    await expect(
      usual.clock.until(all(usual.client.search("wais://h.example/db", "x"))),
    ).rejects.toMatchObject({
      ...{ code: "too-large", hint: "increase the limit maxMessage" },
    });
  });

  it("nests elements, of which unknown ones are not parsed", async () => {
    let nested: Uint8Array = element(TAG.headline, "deep");
    for (let i = 0; i < 10_000; i++) nested = element(TAG.documentHeader, nested);
    const info = element(
      TAG.userInformation,
      element(TAG.documentHeader, concat(element(TAG.documentId, "\x03\x01a"), nested)),
    );
    const head = formatSearchResponse({ status: 1, records: [] }).subarray(0, -2);
    const answer = formatMessage(concat(head, info));
    const { client, clock } = worldOf(({ body }) => (body[2] === 20 ? ACCEPTED : answer));
    expect(await clock.until(all(client.search("wais://h.example/db", "x")))).toHaveLength(1);
  });

  it("negotiates invalid sizes", async () => {
    for (const [size, code] of [
      [0, "unsupported"],
      [300, "unsupported"],
      [1_000, undefined],
    ] as const) {
      const text = new Uint8Array(2_000).fill(0x61);
      const serve = serving(text);
      const init = octetsOf(textOf(ACCEPTED).replace("", ""));
      const settled = init.map((octet) => octet);
      // Both sizes have three bytes, after the tags 5 and 6.
      for (const at of [HEADER_BYTES + 12, HEADER_BYTES + 17]) settled.set([0, size >> 8, size & 0xff], at);
      const { client, clock } = worldOf((message, nth, peer) =>
        message.body[2] === 20 ? settled : serve(message, nth, peer),
      );
      const got = clock.until(client.get("wais://h.example/db/TEXT/x").then((document) => document.bytes()));
      if (code === undefined) expect(await got).toEqual(text);
      else await expect(got).rejects.toMatchObject({ code });
    }
  });
});

describe("a server with a wrong document", () => {
  const get = async (answer: Answer, path: string, options = {}) => {
    const { client, clock, asked } = worldOf(answer);
    const octets: Uint8Array[] = [];
    const call = async () => {
      const document = await client.get(`wais://h.example/db/TEXT/${path}` as "wais://h/", options);
      for await (const piece of document.body) octets.push(piece);
      return document.complete;
    };
    const outcome = await clock.until(call()).catch((error: { code: string }) => error.code);
    return { outcome, octets: concat(...octets), requests: asked.length - 1 };
  };
  const LONG = Uint8Array.from({ length: 25_000 }, (_, i) => i % 251);

  it("sends less than announced: returns the bytes, then fails", async () => {
    expect(await get(serving(LONG), "25001/3=x;")).toEqual({
      outcome: "truncated",
      octets: LONG,
      requests: 3,
    });
    expect(await get(serving(LONG.subarray(0, 5)), "10/3=x;")).toMatchObject({
      outcome: "truncated",
      octets: LONG.subarray(0, 5),
    });
    expect(await get(serving(LONG), "9007199254740991/3=x;")).toMatchObject({
      outcome: "truncated",
      requests: 3,
    });
  });

  it("has more than announced: requests only the announced bytes", async () => {
    expect(await get(serving(LONG), "24999/3=x;")).toEqual({
      outcome: true,
      octets: LONG.subarray(0, -1),
      requests: 3,
    });
  });

  it("sends more than requested", async () => {
    const more = searching(({ query }) =>
      query.is === "retrieval"
        ? [{ is: "text", octets: new Uint8Array((query.part?.end ?? 0) - (query.part?.start ?? 0) + 1) }]
        : [],
    );
    expect(await get(more, "3=x;")).toMatchObject({ outcome: "protocol-error" });
    expect(await get(more, "5/3=x;")).toMatchObject({ outcome: "protocol-error" });
  });

  it("sends an endless document until the reader stops", async () => {
    const endless = searching(({ query }) =>
      query.is === "retrieval"
        ? [{ is: "text", octets: new Uint8Array((query.part?.end ?? 0) - (query.part?.start ?? 0)) }]
        : [],
    );
    const { outcome, octets } = await get(endless, "3=x;", { limits: { maxBytes: 1024 * 1024 } });
    expect(outcome).toBe("too-large");
    expect(octets.length).toBeLessThanOrEqual(1024 * 1024);
  });

  it.each([
    ["S2", "temporarily-unavailable"],
    ["T2", "permission-denied"],
    ["SI", "too-large"],
    ["??", "protocol-error"],
  ])("says %s in the middle", async (code, outcome) => {
    const refusal = { ...OUT_OF_RANGE, code } as typeof OUT_OF_RANGE;
    const beside = searching(({ query }) => {
      if (query.is !== "retrieval") return [];
      const { start = 0, end = 0 } = query.part ?? {};
      const text = { is: "text", octets: LONG.subarray(start, end) } as const;
      return start === 0 ? [text] : start === 10_000 ? [text, refusal] : [];
    });
    expect(await get(beside, "3=x;")).toEqual({ outcome, octets: LONG.subarray(0, 20_000), requests: 2 });
    const alone = searching(({ query }) =>
      query.is === "retrieval" && query.part?.start === 0
        ? [{ is: "text", octets: LONG.subarray(0, 10_000) }]
        : [refusal],
    );
    expect(await get(alone, "3=x;")).toEqual({ outcome, octets: LONG.subarray(0, 10_000), requests: 2 });
  });

  it("cannot answer: gets one smaller request", async () => {
    const never: Answer = ({ body }) => (body[2] === 20 ? ACCEPTED : formatMessage(new Uint8Array(0)));
    expect(await get(never, "3=x;")).toMatchObject({ outcome: "unsupported", requests: 2 });
    const serve = serving(LONG);
    const little: Answer = async (message, nth, peer) => {
      const answer = await serve(message, nth, peer);
      return answer !== undefined && answer.length > 2_000 ? formatMessage(new Uint8Array(0)) : answer;
    };
    expect(await get(little, "25000/3=x;")).toEqual({ outcome: true, octets: LONG, requests: 1 + 25 });
  });

  it.each([
    ["closes instead of sending the second chunk", undefined],
    ["sends half of the second chunk, and closes", 500],
  ])("%s", async (_, half) => {
    const serve = serving(LONG);
    const leaves: Answer = async (message, nth, peer) => {
      const answer = await serve(message, nth, peer);
      if (nth < 2) return answer;
      if (half !== undefined && answer !== undefined) await peer.send(answer.subarray(0, half));
      return undefined;
    };
    expect(await get(leaves, "3=x;")).toMatchObject({
      outcome: "truncated",
      octets: LONG.subarray(0, 10_000),
    });
  });

  it("sends unrequested data", async () => {
    const serve = serving(LONG);
    const chatty: Answer = async (message, nth, peer) => {
      const answer = await serve(message, nth, peer);
      return answer && (nth === 1 ? concat(answer, answer) : answer);
    };
    expect(await get(chatty, "3=x;")).toMatchObject({
      outcome: "desync",
      octets: LONG.subarray(0, 10_000),
      requests: 1,
    });
  });
});

describe("an entry of a server", () => {
  const entryOf = async (header: Parameters<typeof headerOf>[0]): Promise<Entry> => {
    const { client, clock, transport } = worldOf(searching(() => [headerOf(header)]));
    const [entry] = await clock.until(all(client.search("wais://h.example/db", "x")));
    expect(transport.dialled).toHaveLength(1);
    return entry!;
  };

  it.each([
    ["no document", { documentId: "" }, /no document/],
    ["a type with a control character", { types: ["TE\r\nXT"] }, /cannot make a URL/],
    ["a script", { types: ["URL"], headline: "javascript:alert(1)" }, /javascript/],
    ["a file", { types: ["URL"], headline: "file:///etc/passwd" }, /file/],
    ["an invalid URL", { types: ["URL"], headline: "http://h.example/\u001b[2J" }, /not a valid URL/],
  ])("%s: has no URL and a reason", async (_, header, unsafe) => {
    expect(await entryOf(header)).toMatchObject({ url: undefined, unsafe: expect.stringMatching(unsafe) });
  });

  it("has a URL on the same server and database, even if it names another origin", async () => {
    const documentId = "\x01\x10evil.example:210\x02\x05other\x03\x01a";
    const { url } = await entryOf({ documentId, source: "other@evil.example:25", types: ["../TEXT;x=1"] });
    expect(url).toBe("wais://h.example/db/..%2FTEXT%3Bx%3D1/1=evil.example%3A210;2=other;3=a;");
  });

  it("is a link if its headline is a URL, and is not followed", async () => {
    expect(await entryOf({ types: ["URL"], headline: " https://h2.example/x " })).toMatchObject({
      ...{ kind: "link", url: "https://h2.example/x" },
    });
  });
});

describeHostile(wais, {
  client: (limits) => createClient({ schemes: [wais], transport: nodeTransport(), limits }),
  url: (port) => `wais://127.0.0.1:${port}/db/TEXT/3=x;`,
  opening: [],
  reply: textOf(ACCEPTED),
});

/** After the request for a document, whose fixed part has the one LF that the kit waits for. */
describeHostile(wais, {
  client: (limits) =>
    createClient({ schemes: [wais], transport: nodeTransport(), limits, options: { wais: { init: false } } }),
  url: (port) => `wais://127.0.0.1:${port}/db/TEXT/3=x;`,
  opening: [""],
  reply: textOf(
    formatMessage(
      formatSearchResponse({ status: 0, records: [{ is: "text", octets: new Uint8Array(10_000) }] }),
    ),
  ),
  // Repeated, the response is an endless document; half of it is a truncated one.
  harmless: () => false,
});
