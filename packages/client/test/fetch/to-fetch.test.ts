import { getEventListeners } from "node:events";
import { AccessError } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { toFetch } from "../../src/fetch/to-fetch.ts";
import { createClient } from "../../src/index.ts";
import { FakeTransport, line, ManualClock, settled } from "../world.ts";
import { type Operation, setUp } from "./shelf.ts";

const MODIFIED = new Date(Date.UTC(1994, 10, 6, 8, 49, 37, 500));

describe("toFetch for GET", () => {
  it("returns the bytes and their metadata", async () => {
    const clock = { now: () => Date.UTC(2020, 0) };
    const { fetch } = setUp(
      { "/a": { text: "hello world", mediaType: "text/plain", modified: MODIFIED } },
      { clock },
    );
    const response = await fetch("x-shelf://h/a");
    expect([response.status, response.ok, response.url]).toEqual([200, true, "x-shelf://h/a"]);
    expect(Object.fromEntries(response.headers)).toEqual({
      "content-type": "text/plain",
      // RFC 9110 §5.6.7
      "last-modified": "Sun, 06 Nov 1994 08:49:37 GMT",
      etag: expect.stringMatching(/^W\/"[^"]+"$/),
      "content-location": "x-shelf://h/a",
    });
    expect(await response.text()).toBe("hello world");
  });

  it("sends no Content-Length, and offers ranges if the size is known", async () => {
    const { fetch } = setUp({ "/a": { text: "abc", size: 99 } });
    const { headers, body } = await fetch("x-shelf://h/a");
    expect([headers.get("content-length"), headers.get("accept-ranges")]).toEqual([null, "bytes"]);
    await body!.cancel();
  });

  it("passes the client's stream on: a reader may bring its own buffer", async () => {
    const { fetch, shelf } = setUp({ "/a": "0123456789" });
    const reader = (await fetch("x-shelf://h/a")).body!.getReader({ mode: "byob" });
    const { value } = await reader.read(new Uint8Array(3));
    expect(new TextDecoder().decode(value)).toBe("012");
    expect(shelf.open).toBe(1);
    await reader.cancel();
    expect(shelf.open).toBe(0);
  });

  it("sends application/octet-stream if the type is unknown or invalid", async () => {
    for (const mediaType of [
      undefined,
      "",
      "text",
      "text/",
      "text/plain\r\nx: y",
      "text/pl\u00e4in",
      "a/b;\0",
    ]) {
      const { fetch } = setUp({ "/a": { text: "x", ...(mediaType !== undefined && { mediaType }) } });
      const { headers } = await fetch("x-shelf://h/a");
      expect([mediaType, headers.get("content-type")]).toEqual([mediaType, "application/octet-stream"]);
      expect(headers.has("x")).toBe(false);
    }
    const { fetch } = setUp({ "/a": { text: "x", mediaType: 'text/plain; charset="utf-8"' } });
    expect((await fetch("x-shelf://h/a")).headers.get("content-type")).toBe('text/plain; charset="utf-8"');
  });

  it("sends no date in the future (RFC 9110 §8.8.2.1), and none if it is unknown", async () => {
    const at = async (modified: Date) => {
      const { fetch } = setUp({ "/a": { text: "x", modified } }, { clock: { now: () => Date.UTC(2000, 0) } });
      return (await fetch("x-shelf://h/a")).headers.get("last-modified");
    };
    expect(await at(new Date(Date.UTC(2099, 0)))).toBe("Sat, 01 Jan 2000 00:00:00 GMT");
    expect(await at(new Date(Number.NaN))).toBe(null);
    expect(await at(new Date(Date.UTC(12_000, 0)))).toBe(null);
    expect(await at(new Date(Date.UTC(-5, 0)))).toBe(null);
  });

  it("reports a failure within the body in the stream", async () => {
    async function* body(): AsyncGenerator<Uint8Array, true, void> {
      yield new Uint8Array([65]);
      throw new AccessError("truncated", "the connection broke");
    }
    const { fetch } = setUp({ "/a": { body: body() } });
    const response = await fetch("x-shelf://h/a");
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toMatchObject({ code: "truncated", scheme: "x-shelf" });
  });

  it("redacts the password before it removes the fragment", async () => {
    const { fetch } = setUp({ "/a": "x" });
    const response = await fetch("x-shelf://u:secret@h/a#part");
    expect(response.url).toBe("x-shelf://u:***@h/a");
    expect(response.headers.get("content-location")).toBe("x-shelf://u@h/a");
    expect((await fetch("x-shelf://u:sec#ret@h/a")).url).not.toMatch(/sec|ret/);
  });
});

describe("a request to toFetch", () => {
  it("is parsed strictly, and never repaired", async () => {
    const { fetch, shelf } = setUp({ "/a/../b": "dots", "/a\\b": "never" });
    expect(await (await fetch("x-shelf://h/a/../b")).text()).toBe("dots");
    expect((await fetch("x-shelf://h/a\\b")).status).toBe(400);
    expect((await fetch(" x-shelf://h/a/../b")).status).toBe(400);
    expect(shelf.log).toEqual(["get /a/../b"]);
  });

  it("may be a URL object of either kind or a Request", async () => {
    const { fetch, client } = setUp({ "/a": "x" });
    expect((await fetch(new URL("x-shelf://h/a"))).status).toBe(200);
    expect((await fetch(client.registry.parse("x-shelf://u:p@h/a"))).status).toBe(200);
    expect((await fetch(new Request("x-shelf://h/a"))).status).toBe(200);
    // The text is also kept verbatim.
    const dots = setUp({ "/a/../b": "dots" });
    expect((await dots.fetch(dots.client.registry.parse("x-shelf://h/a/../b"))).status).toBe(200);
  });

  it("uses method, headers and body of a Request, and those of init first", async () => {
    const { fetch, shelf } = setUp({}, { can: ["get", "put", "append"] });
    const request = new Request("x-shelf://h/a", { method: "PUT", body: "from the request" });
    expect((await fetch(request)).status).toBe(204);
    expect(shelf.things.get("/a")).toBe("from the request");
    await expect(fetch(request)).rejects.toThrow(TypeError);
    const read = new Request("x-shelf://h/b", { method: "PUT", body: "gone" });
    // The stream is unlocked and has ended, so it would look like an empty body.
    await read.body!.cancel();
    await expect(fetch(read)).rejects.toThrow(TypeError);
    expect(shelf.things.has("/b")).toBe(false);
    await fetch(new Request("x-shelf://h/a", { method: "PUT", body: "x" }), { method: "post", body: "y" });
    expect(shelf.things.get("/a")).toBe("from the requesty");
    const ranged = new Request("x-shelf://h/a", {
      method: "PUT",
      body: "x",
      headers: { "content-range": "bytes 0-0/9" },
    });
    expect((await fetch(ranged, { headers: {} })).status).toBe(204);
    await expect(fetch("x-shelf://h/a", { body: "x" })).rejects.toThrow(TypeError);
  });

  it("normalizes six methods, like fetch", async () => {
    const { fetch } = setUp({ "/a": "x" }, { can: ["get", "makeDirectory"] });
    expect((await fetch("x-shelf://h/a", { method: "get" })).status).toBe(200);
    expect((await fetch("x-shelf://h/d/", { method: "mkcol" })).status).toBe(405);
    expect((await fetch("x-shelf://h/d/", { method: "MKCOL" })).status).toBe(201);
  });

  it("fails with the supported methods for another one (RFC 9110 §15.5.6)", async () => {
    const { fetch, shelf } = setUp({ "/a": "x" }, { can: ["get", "send"] });
    const response = await fetch("x-shelf://h/a", { method: "PATCH", body: "x" });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
    expect(shelf.log).toEqual([]);
    expect(
      (await setUp({}, { can: [] }).fetch("x-shelf://h/a", { method: "OPTIONS" })).headers.get("allow"),
    ).toBe("");
  });
});

describe("toFetch for HEAD", () => {
  it("requests attributes, and transfers nothing", async () => {
    const { fetch, shelf } = setUp(
      { "/a": { text: "abc", size: 3, mediaType: "text/plain" } },
      { can: ["get", "stat"] },
    );
    const response = await fetch("x-shelf://h/a", { method: "HEAD" });
    expect([response.status, response.body, response.url]).toEqual([200, null, "x-shelf://h/a"]);
    expect(Object.fromEntries(response.headers)).toEqual({
      "content-type": "text/plain",
      "content-location": "x-shelf://h/a",
      "accept-ranges": "bytes",
    });
    expect(shelf.log).toEqual(["stat /a"]);
  });

  it("responds like GET if there is no stat, and cancels the body", async () => {
    const { fetch, shelf } = setUp({ "/a": { text: "abc", mediaType: "text/plain", size: 3 }, "/d/": [] });
    for (const url of ["x-shelf://h/a", "x-shelf://h/d/", "x-shelf://h/none"]) {
      // A range applies to GET only (RFC 9110 §14.2).
      const headers = { range: "bytes=1-1" };
      const [head, get] = [await fetch(url, { method: "HEAD", headers }), await fetch(url)];
      expect(head.body).toBe(null);
      expect([head.status, [...head.headers]]).toEqual([get.status, [...get.headers]]);
      await get.body!.cancel();
    }
    expect(shelf.open).toBe(0);
  });

  it("leaves nothing open", async () => {
    const call = { limits: { deadline: 1_000 } };
    const { fetch, clock } = setUp({ "/a": "abc", "/d/": [] }, { call });
    for (const path of ["a", "d/", "none"]) await fetch(`x-shelf://h/${path}`, { method: "HEAD" });
    expect(clock.pending).toBe(0);
  });

  it("distinguishes a directory from a file by stat", async () => {
    const { fetch } = setUp({ "/d": [] }, { can: ["get", "list", "stat"] });
    const { headers } = await fetch("x-shelf://h/d", { method: "HEAD" });
    expect(headers.get("content-type")).toBe("application/json");
  });

  it("uses GET if the server does not support stat", async () => {
    const stat = () => Promise.reject(new AccessError("unsupported", "no MLST"));
    const { fetch, shelf } = setUp({ "/a": "x" }, { more: { stat } });
    expect((await fetch("x-shelf://h/a", { method: "HEAD" })).status).toBe(200);
    expect(shelf.log).toEqual(["get /a"]);
  });
});

describe.each([{ can: ["get"] }, { can: ["get", "stat"] }] satisfies { can: Operation[] }[])(
  "preconditions (RFC 9110 §13.2.1) with $can",
  ({ can }) => {
    const date = MODIFIED.toUTCString();

    async function ask(headers: Record<string, string>, method = "GET") {
      const clock = { now: () => Date.UTC(2020, 0) };
      const { fetch, shelf } = setUp(
        { "/a": { text: "hello", size: 5, modified: MODIFIED } },
        { can, clock },
      );
      const { status, headers: fields, body } = await fetch("x-shelf://h/a", { method, headers });
      await body?.cancel();
      expect(shelf.open).toBe(0);
      return { status, fields };
    }

    it.each(["GET", "HEAD"])("answer %s with 304 and the validators if nothing changed", async (method) => {
      const etag = (await ask({})).fields.get("etag")!;
      for (const headers of [{ "if-none-match": etag }, { "if-modified-since": date }]) {
        const { status, fields } = await ask(headers as Record<string, string>, method);
        // §15.4.5
        expect([status, Object.fromEntries(fields)]).toEqual([
          304,
          { etag, "last-modified": date, "content-location": "x-shelf://h/a" },
        ]);
      }
      expect((await ask({ "if-none-match": '"other"' }, method)).status).toBe(200);
    });

    it("answer 412 with a problem if the resource is in another state", async () => {
      const { status, fields } = await ask({ "if-match": '"other"', range: "bytes=0-1" });
      expect([status, fields.get("content-type")]).toEqual([412, "application/problem+json"]);
      expect((await ask({ "if-unmodified-since": "Sun, 06 Nov 1994 08:49:36 GMT" })).status).toBe(412);
    });

    it("precede a range (§13.2.2)", async () => {
      expect((await ask({ range: "bytes=0-1", "if-modified-since": date })).status).toBe(304);
      expect((await ask({ range: "bytes=0-1", "if-unmodified-since": date })).status).toBe(206);
    });
  },
);

describe("an abort of toFetch", () => {
  function setUpLine() {
    const transport = new FakeTransport();
    const clock = new ManualClock();
    const client = createClient({ schemes: [line] as const, transport, clock, limits: { deadline: 10_000 } });
    return { transport, clock, fetch: toFetch(client, { clock }) };
  }

  it("rejects with its reason, and leaves nothing open", async () => {
    const { transport, clock, fetch } = setUpLine();
    const controller = new AbortController();
    const call = fetch("x-line://h/p", { signal: controller.signal });
    await settled();
    const reason = new Error("enough");
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
    await settled();
    expect([transport.open, clock.pending]).toEqual([0, 0]);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });

  it("rejects before anything is read if it came before the call", async () => {
    const { transport, fetch } = setUpLine();
    await expect(fetch("no url", { signal: AbortSignal.abort("gone") })).rejects.toBe("gone");
    const request = new Request("x-line://h/p", { signal: AbortSignal.abort("gone") });
    await expect(fetch(request)).rejects.toBe("gone");
    await expect(fetch(request, { method: "PATCH" })).rejects.toBe("gone");
    expect(transport.dialled).toEqual([]);
  });

  it("rejects with its reason, even if that is an error with a status", async () => {
    const { fetch } = setUpLine();
    const controller = new AbortController();
    const call = fetch("x-line://h/p", { signal: controller.signal });
    const reason = new AccessError("timeout", "my own timeout");
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
  });

  it("within the body is the stream's error; a finished body removes its listener", async () => {
    for (const how of ["read", "leave", "abort"] as const) {
      const { transport, clock, fetch } = setUpLine();
      const controller = new AbortController();
      const call = fetch("x-line://h/p", { signal: controller.signal });
      await settled();
      const peer = transport.connections[0]!;
      peer.say("ok\r\n");
      const { body } = await call;
      for (const said of ["one", undefined, "bye\r\n"]) if (how !== "abort") peer.say(said);
      if (how === "read") expect(await new Response(body).text()).toBe("one");
      if (how === "leave") await body!.cancel();
      if (how === "abort") {
        const read = body!.getReader().read();
        controller.abort("enough");
        await expect(read).rejects.toBe("enough");
      }
      await settled();
      expect([how, transport.open, clock.pending]).toEqual([how, 0, 0]);
      expect([how, getEventListeners(controller.signal, "abort")]).toEqual([how, []]);
    }
  });

  it("by a deadline becomes a response", async () => {
    const { clock, fetch } = setUpLine();
    const call = fetch("x-line://h/p");
    await settled();
    await clock.advance(10_000);
    expect((await call).status).toBe(504);
  });
});

describe("the options of toFetch", () => {
  it("apply to every call", async () => {
    const seen: unknown[] = [];
    const get = async (_: unknown, { limits, options }: any) => {
      seen.push(limits.maxLine, options);
      throw new AccessError("not-found", "no");
    };
    const { fetch } = setUp(
      {},
      { can: [], more: { get }, call: { limits: { maxLine: 7 }, options: { copies: 1 } } },
    );
    await fetch("x-shelf://h/a");
    expect(seen).toEqual([7, { copies: 1 }]);
  });

  it("reject invalid values", () => {
    const message = 'invalid fetch option errors "ignore": expected "platform", "response", or "throw"';
    expect(() => setUp({}, { errors: "ignore" as never })).toThrow(message);
  });

  it("reject invalid options of calls before any request", () => {
    const message = "invalid fetch option call.limits.maxLine -1: expected a whole number of bytes";
    expect(() => setUp({}, { call: { limits: { maxLine: -1 } } })).toThrow(message);
    expect(() => setUp({}, { call: { signal: new AbortController().signal } as never })).toThrow(
      'unknown fetch option "call.signal"',
    );
  });
});
