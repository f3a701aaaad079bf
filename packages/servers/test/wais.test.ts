import { octetsOf } from "@anyurl/core";
import {
  type DocumentHeader,
  formatInit,
  formatMessage,
  formatSearch,
  HEADER_BYTES,
  MessageInbox,
  readInitResponse,
  readSearch,
  readSearchResponse,
  type Search,
} from "@anyurl/protocol-wais";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { document, type EmbeddedServer, folder, patternDocument, startWaisServer } from "../src/index.ts";
import { dial } from "./raw-client.ts";
import { recordedConversations } from "./wais-fixtures.ts";

/** Sends messages one after the other, each after the response to the previous one; `undefined`: closed instead. */
async function say(
  server: EmbeddedServer,
  ...messages: readonly Uint8Array[]
): Promise<readonly (Uint8Array | undefined)[]> {
  const socket = await dial(server.host, server.port);
  const packets = socket.iterator();
  const answers: (Uint8Array | undefined)[] = [];
  for (const message of messages) {
    socket.write(message);
    const inbox = new MessageInbox(1_000_000);
    let answer: Uint8Array | undefined;
    while (answer === undefined) {
      const next = await packets.next();
      if (next.done === true) break;
      inbox.push(next.value);
      const taken = inbox.take();
      answer = taken && formatMessage(taken.body, taken.header);
    }
    answers.push(answer);
  }
  socket.destroy();
  return answers;
}

async function ask(server: EmbeddedServer, search: Search) {
  const [answer] = await say(server, formatMessage(formatSearch(search)));
  return readSearchResponse(answer!.subarray(HEADER_BYTES), 1000).records;
}

function words(seedWords: string, maxDocuments = 40): Search["query"] {
  return { is: "words", seedWords, like: [], maxDocuments };
}

describe("recorded requests to freeWAIS-sf 2.2.10", () => {
  const conversations = recordedConversations();
  /** Retrieved texts, by path: the documents of the recorded server. */
  const texts = new Map([
    ...textsIn(conversations),
    ["/srv/wais/docs/lamp.txt", octetsOf(LAMP.padEnd(181, "."))],
  ]);
  let server: EmbeddedServer;
  beforeAll(async () => {
    const at = (...names: readonly string[]) =>
      folder(
        names.map((name) => [name, texts.get(`/srv/wais/docs/${name}`) ?? new Uint8Array(0)] as const),
        {
          modified: new Date("2026-11-21T02:51:59Z"),
        },
      );
    const source = new TextDecoder().decode(texts.get("/srv/wais/db/harbour.src"));
    server = await startWaisServer({
      databases: {
        harbour: { documents: at("tide.txt", "lamp.txt", "gulls.txt", "log.txt", "latin.txt"), source },
        charts: at("chart.GIF"),
        notices: at("notices.txt"),
      },
      names: { server: "wais.example.org:210", databases: "/srv/wais/db", documents: "/srv/wais/docs" },
      implementation: {
        implementationId: "LS6",
        implementationName: "University of Dortmund Informatik VI",
        implementationVersion: "2.2.8 string",
      },
    });
  });
  afterAll(() => server.close());

  it("use the documents that were retrieved", () =>
    expect([...texts].map(([path, octets]) => [path.split("/").at(-1), octets.length])).toEqual(
      expect.arrayContaining([
        ["tide.txt", 187],
        ["log.txt", 23546],
        ["chart.GIF", 43],
        ["harbour.src", 572],
      ]),
    ));

  /** Differences of the recorded server: it ranks with other scores, has another list, or crashes. */
  const OTHERWISE =
    /^(?:Search|Search type-3 .*|Search,.*|Search announcing.*|Search harbour.*|Search with Doc.*|Search under.*)$/;
  const cases = conversations.flatMap(({ name, frames }) =>
    frames.flatMap((frame, i) => {
      const answer = frames[i + 1];
      const exact = frame.from === "client" && answer?.from === "server" && !OTHERWISE.test(frame.what);
      if (!exact || name.startsWith("crash") || name === "not-authorised") return [];
      // Earlier messages are included if they negotiated a size.
      const before = name === "buffer-negotiation" ? [frames[0]!.octets] : [];
      return [
        [
          `${name}: ${frame.what}`,
          { before: i === 0 ? [] : before, asked: frame.octets, answer: answer.octets },
        ] as const,
      ];
    }),
  );

  it("are more than thirty exchanges", () => expect(cases.length).toBeGreaterThan(30));

  it.each(cases)("%s: returns the same bytes", async (_, { before, asked, answer }) => {
    const said = (await say(server, ...before, asked)).at(-1);
    expect(Buffer.from(said ?? []).toString("latin1")).toBe(Buffer.from(answer).toString("latin1"));
  });

  const searches = conversations.flatMap(({ name, frames }) =>
    frames.flatMap((frame, i) => {
      const answer = frames[i + 1];
      if (frame.from !== "client" || answer === undefined || !OTHERWISE.test(frame.what)) return [];
      if (["not-authorised", "server-cannot-answer", "printable-encoding"].includes(name)) return [];
      return [[`${name}: ${frame.what}`, { asked: frame.octets, answer: answer.octets, name }] as const];
    }),
  );

  it.each(searches)("%s: returns results of the same form", async (_, { asked, answer, name }) => {
    const [said] = await say(server, asked);
    expect(said?.subarray(10, HEADER_BYTES)).toEqual(answer.subarray(10, HEADER_BYTES));
    const [own, theirs] = [said!, answer].map((octets) =>
      readSearchResponse(octets.subarray(HEADER_BYTES), 100),
    );
    expect(own!.status).toBe(theirs!.status);
    expect(own!.referenceId).toEqual(theirs!.referenceId);
    // freeWAIS had split the file of the notices into three documents, and for a limit of two it returns other ones.
    if (["notices", "two-databases", "no-init"].includes(name)) return;
    // Scores differ by server, and freeWAIS sometimes counts one line too many.
    const form = (record: unknown) => ({ ...(record as DocumentHeader), score: 0, lines: 0 });
    const sorted = (records: readonly unknown[]) =>
      records.map(form).sort((a, b) => compare(a.headline, b.headline));
    const wanted = sorted(theirs!.records);
    const found = sorted(own!.records).filter(({ headline }) =>
      wanted.some((each) => each.headline === headline),
    );
    expect(found).toEqual(wanted);
  });

  it.each([
    ["crash-unknown-database", "S1"],
    ["crash-backward-range", "SF"],
  ])("%s: survives, and reports an error", async (name, code) => {
    const { frames } = conversations.find((each) => each.name === name)!;
    const [answer] = await say(server, frames[0]!.octets);
    const { records } = readSearchResponse(answer!.subarray(HEADER_BYTES), 1);
    expect(records).toMatchObject([{ is: "diagnostic", code }]);
  });
});

describe("library with default options", () => {
  let server: EmbeddedServer;
  beforeAll(async () => {
    server = await startWaisServer();
  });
  afterAll(() => server.close());

  it("is in databases, which are listed in a database", async () => {
    const records = await ask(server, { query: words(""), databases: [] });
    const names = records.map((record) => (record as DocumentHeader).headline);
    expect(names).toEqual(expect.arrayContaining(["library.src", "poems.src", "pictures.src"]));
    expect(records).toEqual(await ask(server, { query: words("") }));
  });

  it("is searched for words in any case, the best match first", async () => {
    const records = await ask(server, { query: words("Lighthouse"), databases: ["library"] });
    const scores = records.map((record) => (record as DocumentHeader).score!);
    expect(records.length).toBeGreaterThan(1);
    expect(scores[0]).toBe(1000);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  it("returns the exact bytes of every document in a listing", async () => {
    for (const record of await ask(server, { query: words("the a of is"), databases: ["library"] })) {
      const { documentId, length, types } = record as DocumentHeader;
      const part = { unit: "octets", start: 0, end: length! } as const;
      const query = { is: "retrieval", documentId: documentId!, type: types[0]!, part } as const;
      const [text, ...others] = await ask(server, { query, databases: ["library"] });
      expect(others).toEqual([]);
      expect(text).toMatchObject({ is: "text", documentId });
      expect((text as { octets: Uint8Array }).octets).toHaveLength(length!);
    }
  });

  it.each([
    ["none", 0, 0],
    ["one", 1, 1],
  ])("returns the requested number of documents: %s", async (_, most, found) => {
    expect(await ask(server, { query: words("the", most), databases: ["library"] })).toHaveLength(found);
  });

  it("finds documents similar to a document, or to a part of it", async () => {
    const [first] = await ask(server, { query: words("umlaut"), databases: ["library"] });
    const { documentId } = first as DocumentHeader;
    const like = (part?: { unit: "octets" | "lines"; start: number; end: number }) =>
      ask(server, {
        query: {
          is: "words",
          seedWords: "",
          like: [{ documentId: documentId!, type: "TEXT", ...(part && { part }) }],
          maxDocuments: 40,
        },
        databases: ["library"],
      });
    expect((await like())[0]).toMatchObject({ documentId });
    expect((await like({ unit: "lines", start: 0, end: 1 }))[0]).toMatchObject({ documentId });
    expect((await like({ unit: "octets", start: 0, end: 10 })).length).toBeGreaterThan(0);
  });
});

describe("invalid requests", () => {
  it.each([
    ["an invalid length", octetsOf("00000000x1z2wais        0")],
    ["a message beyond the limit", octetsOf("0000999999z2wais        0")],
    ["another protocol", octetsOf("GET / HTTP/1.1\r\nHost: h.example\r\n\r\n")],
  ])("%s: closes the connection without a response", async (_, octets) => {
    await using server = await startWaisServer();
    expect(await say(server, octets)).toEqual([undefined]);
  });

  it.each([
    ["an empty body", new Uint8Array(0)],
    ["a wrong count", Uint8Array.of(0xff, 0xff, 22)],
    [
      "an unknown encoding",
      formatInit({ facilities: [], preferredMessageSize: 1, maximumRecordSize: 1 }).fill(0x7e),
    ],
  ])("%s: returns an empty body and continues", async (_, body) => {
    await using server = await startWaisServer();
    const init = formatInit({
      facilities: ["search"],
      preferredMessageSize: 9_000,
      maximumRecordSize: 9_000,
    });
    const [empty, next] = await say(server, formatMessage(body), formatMessage(init));
    expect(empty).toHaveLength(HEADER_BYTES);
    expect(readInitResponse(next!.subarray(HEADER_BYTES))).toMatchObject({
      accepted: true,
      maximumRecordSize: 9_000,
    });
  });
});

describe("the server", () => {
  it("records each message, and closes everything", async () => {
    await using server = await startWaisServer();
    await say(server, formatMessage(formatSearch({ query: words("x"), databases: ["library"] })));
    expect(server.received.flat().map((body) => readSearch(body).databases)).toEqual([["library"]]);
    await expect.poll(() => server.live).toBe(0);
  });

  it("sends generated documents", async () => {
    const databases = { big: folder({ "big.bin": patternDocument(300_000), "a.txt": document("words\n") }) };
    await using server = await startWaisServer({ databases });
    const documentId = "\x02\x03big\x03\x1d0 300000 /wais/docs/big.bin";
    const part = { unit: "octets", start: 99_990, end: 100_010 } as const;
    const id = documentId.replace("\x1d", String.fromCharCode("0 300000 /wais/docs/big.bin".length));
    const [text] = await ask(server, { query: { is: "retrieval", documentId: id, type: "BIN", part } });
    expect((text as { octets: Uint8Array }).octets).toEqual(
      Uint8Array.from({ length: 20 }, (_, i) => (99_990 + i) % 251),
    );
  });

  it("answers a request however it is split", async () => {
    await using server = await startWaisServer();
    const request = formatMessage(formatSearch({ query: words("lighthouse"), databases: ["library"] }));
    const [whole] = await say(server, request);
    for (let cut = 1; cut < request.length; cut += 9) {
      const socket = await dial(server.host, server.port);
      socket.setNoDelay(true);
      socket.write(request.subarray(0, cut));
      await new Promise((resolve) => setImmediate(resolve));
      socket.end(request.subarray(cut));
      const pieces: Uint8Array[] = [];
      for await (const octets of socket) pieces.push(octets);
      expect(Buffer.concat(pieces).equals(whole!)).toBe(true);
    }
  });

  it("listens on loopback only", () =>
    expect(() => startWaisServer({ host: "0.0.0.0" })).rejects.toThrow(RangeError));
});

/** A document that was not retrieved in the recordings: only its size and headline are known. */
const LAMP = "Care of the lighthouse lamp\nThe keeper trims the wick of the lamp before the water turns.\n";

/** By the paths in document-ids: the parts of each file that were sent, at their offsets. */
function textsIn(conversations: ReturnType<typeof recordedConversations>): ReadonlyMap<string, Uint8Array> {
  const texts = new Map<string, Uint8Array>();
  const put = (path: string, at: number, octets: Uint8Array) => {
    const before = texts.get(path) ?? new Uint8Array(0);
    const whole = new Uint8Array(Math.max(before.length, at + octets.length));
    whole.set(before);
    whole.set(octets, at);
    texts.set(path, whole);
  };
  for (const { frames } of conversations)
    for (const [i, { octets }] of frames.entries()) {
      if (octets[HEADER_BYTES + 2] !== 22 || octets[23] === 0x68) continue;
      let search: Search;
      try {
        search = readSearch(octets.subarray(HEADER_BYTES));
      } catch {
        continue;
      }
      const { query } = search;
      const answer = frames[i + 1]?.octets.subarray(HEADER_BYTES);
      if (query.is !== "retrieval" || query.part?.unit !== "octets" || !answer?.length) continue;
      const [, start = "0", path = ""] = /([0-9]+) [0-9]+ (\/srv[^\x04\x07]+)/.exec(query.documentId) ?? [];
      for (const record of readSearchResponse(answer, 10).records)
        if (record.is === "text") put(path, Number(start) + query.part.start, record.octets);
    }
  return texts;
}

function compare(a = "", b = ""): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
