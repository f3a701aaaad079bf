import { AccessError, createRegistry, DEFAULT_LIMITS } from "@anyurl/core";
import {
  formatInitResponse,
  formatMessage,
  formatSearchResponse,
  PDU,
  readInitResponse,
} from "@anyurl/protocol-wais";
import { describe, expect, it } from "vitest";
import { search } from "../src/exchange.ts";
import { wais } from "../src/index.ts";
import { waisOptions } from "../src/options.ts";
import { ACCEPTED, type Answer, all, headerOf, searching, serving, worldOf } from "./memory-server.ts";

const DB = "wais://h.example/db";
const isInit = ({ body }: { readonly body: Uint8Array }) => body[2] === PDU.init;
const find = searching(() => [headerOf()]);

describe("an Init", () => {
  it("is skipped if the server closes the connection", async () => {
    const { client, asked, transport } = worldOf((message, nth, peer) =>
      isInit(message) ? undefined : find(message, nth, peer),
    );
    expect(await all(client.search(DB, "x"))).toHaveLength(1);
    expect(asked.map(isInit)).toEqual([true, false]);
    expect(transport.connections).toHaveLength(2);
    expect(transport.open).toBe(0);
  });

  it("is tried once only", async () => {
    const { client, asked } = worldOf(() => undefined);
    await expect(all(client.search(DB, "x"))).rejects.toMatchObject({ code: "truncated", retryable: true });
    expect(asked.map(isInit)).toEqual([true, false]);
  });

  it("is skipped on the same connection if the server cannot answer it", async () => {
    const { client, transport } = worldOf((message, nth, peer) =>
      isInit(message) ? formatMessage(new Uint8Array(0)) : find(message, nth, peer),
    );
    expect(await all(client.search(DB, "x"))).toHaveLength(1);
    expect(transport.connections).toHaveLength(1);
  });

  it("fails with permission-denied and a hint if it is rejected", async () => {
    const refused = formatMessage(
      formatInitResponse({ ...readInitResponse(ACCEPTED.subarray(25)), accepted: false }),
    );
    const { client } = worldOf(() => refused);
    await expect(all(client.search(DB, "x"))).rejects.toMatchObject({
      ...{ code: "permission-denied", hint: expect.stringContaining("init") },
    });
  });

  it("fails if its response is truncated", async () => {
    const { client, transport } = worldOf(async (_message, _nth, peer) => {
      await peer.send(ACCEPTED.subarray(0, 40));
      return undefined;
    });
    await expect(all(client.search(DB, "x"))).rejects.toMatchObject({ code: "truncated" });
    expect(transport.connections).toHaveLength(1);
  });

  it("negotiates the highlighting markers", async () => {
    const marks = { highlightMarker: "<<", deHighlightMarker: ">>" };
    const init = formatMessage(formatInitResponse({ ...readInitResponse(ACCEPTED.subarray(25)), ...marks }));
    const serve = serving(new TextEncoder().encode("a <<hit>> b"));
    const { client } = worldOf((message, nth, peer) => (isInit(message) ? init : serve(message, nth, peer)));
    const document = await client.get(`${DB}/TEXT/3=x;`, { options: { highlighting: "drop" } });
    expect(await document.text()).toBe("a hit b");
  });
});

describe("a pooled connection", () => {
  const keeping = (answer: Answer) => worldOf(answer, {}, {}, { idle: 60_000 });

  it("is used by the next call, without an Init", async () => {
    const { client, asked, transport } = keeping(find);
    await using _ = client;
    for (let i = 0; i < 3; i++) expect(await all(client.search(DB, "x"))).toHaveLength(1);
    expect(asked.map(isInit)).toEqual([true, false, false, false]);
    expect(transport.connections).toHaveLength(1);
  });

  it("is replaced if the server closed it while it was idle", async () => {
    const { client, asked, transport } = keeping(async (message, nth, peer) => {
      const answer = await find(message, nth, peer);
      if (nth !== 1) return answer;
      // The server answers, then closes.
      if (answer !== undefined) await peer.send(answer);
      return undefined;
    });
    await using _ = client;
    for (let i = 0; i < 2; i++) expect(await all(client.search(DB, "x"))).toHaveLength(1);
    expect(asked.map(isInit)).toEqual([true, false, true, false]);
    expect(transport.connections).toHaveLength(2);
  });

  it("is not pooled with unread data", async () => {
    const { client, transport } = keeping(async (message, nth, peer) => {
      const answer = await find(message, nth, peer);
      return answer && (isInit(message) ? answer : Uint8Array.of(...answer, ...answer));
    });
    await using _ = client;
    for (let i = 0; i < 2; i++) expect(await all(client.search(DB, "x"))).toHaveLength(1);
    expect(transport.connections).toHaveLength(2);
  });

  it("is not pooled if the reader stopped", async () => {
    const { client, transport } = keeping(serving(new Uint8Array(30_000)));
    await using _ = client;
    const document = await client.get(`${DB}/TEXT/3=x;`);
    await document.body.cancel();
    expect(transport.open).toBe(0);
  });
});

describe("an exchange on a pooled connection", () => {
  const url = createRegistry(wais).parse("wais://h.example/db");
  const settings = { ...waisOptions.defaults, like: [], limits: DEFAULT_LIMITS };
  const place = { endpoint: { host: "h.example", port: 210 }, agreement: { size: 5_000, markers: [] } };
  const broken = new AccessError("truncated", "the connection was reset");
  const stepOf = (result: IteratorResult<{ readonly do: string }, unknown>) =>
    result.done === true ? "end" : result.value.do;

  it.each(["closed", "reset"])(
    "opens a new one if the pooled one was %s, sends an Init, and repeats the request",
    (how) => {
      const exchange = search(url.parts, "x", settings, place);
      expect(stepOf(exchange.next())).toBe("send");
      expect(stepOf(exchange.next())).toBe("receive");
      const opened = how === "closed" ? exchange.next() : exchange.throw(broken);
      expect(opened.value).toMatchObject({ do: "open", on: "control", endpoint: place.endpoint });
      const [init] = [exchange.next().value];
      expect(init).toMatchObject({ do: "send" });
      expect(stepOf(exchange.next())).toBe("receive");
      expect(stepOf(exchange.next(ACCEPTED))).toBe("send");
      expect(stepOf(exchange.next())).toBe("receive");
      // The new connection is not the leased one, and is not returned.
      const answer = formatMessage(formatSearchResponse({ status: 1, records: [] }));
      expect(stepOf(exchange.next(answer))).toBe("end");
    },
  );

  it("reconnects once, and not in the middle of a response", () => {
    const twice = search(url.parts, "x", { ...settings, init: false }, place);
    for (const octets of [undefined, undefined, undefined, undefined, undefined]) twice.next(octets);
    expect(() => twice.next()).toThrow(expect.objectContaining({ code: "truncated" }));
    const middle = search(url.parts, "x", settings, place);
    middle.next();
    middle.next();
    expect(stepOf(middle.next(ACCEPTED.subarray(0, 30)))).toBe("receive");
    expect(() => middle.next()).toThrow(expect.objectContaining({ code: "truncated" }));
  });

  it("returns the connection with its negotiated settings after all responses", () => {
    const exchange = search(url.parts, "x", settings, place);
    exchange.next();
    exchange.next();
    const answer = formatMessage(formatSearchResponse({ status: 1, records: [] }));
    expect(exchange.next(answer).value).toEqual({ do: "keep", state: place.agreement });
    expect(stepOf(exchange.next())).toBe("end");
  });
});
