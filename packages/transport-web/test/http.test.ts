import { octetsOf } from "@anyurl/core";
import type { PlatformRequest, PlatformResponse } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { type WebTransportOptions, webTransport } from "../src/index.ts";

/** Sends a request with a `fetch` that gives this response, and returns what that `fetch` was given. */
async function send(
  response: Response | object,
  request: Partial<PlatformRequest> = {},
  options: WebTransportOptions = {},
): Promise<{ readonly init: RequestInit; readonly result: PlatformResponse }> {
  let init: RequestInit = {};
  const fetch = async (_: string, given: RequestInit) => {
    init = given;
    return response as Response;
  };
  const asked = { url: "http://h.example/", method: "GET", fields: [], ...request };
  const { signal } = new AbortController();
  const result = await webTransport({ fetch, ...options }).http!(asked, signal);
  return { init, result };
}

async function* body(...texts: readonly string[]) {
  for (const text of texts) yield octetsOf(text);
}

describe("webTransport", () => {
  it("sends nothing that the platform knows of the user", async () => {
    const { init } = await send(new Response());
    expect(init).toMatchObject({
      ...{ credentials: "omit", cache: "no-store", referrerPolicy: "no-referrer", redirect: "manual" },
    });
  });

  it("keeps the bytes of field values in both directions", async () => {
    const { init, result } = await send(new Response(null, { headers: { "x-a": "\xe9" } }), {
      fields: [
        ["x-b", "a\udce9"],
        ["accept-encoding", "gzip"],
      ],
    });
    expect([...(init.headers as Headers)]).toEqual([["x-b", "a\xe9"]]);
    expect(result.fields).toEqual([["x-a", "\udce9"]]);
  });

  it("knows the length of the content unless it was decoded", async () => {
    const framing = async (headers: Record<string, string>, method = "GET") =>
      (await send(new Response("hello", { headers }), { method })).result.framing;
    expect(await framing({ "content-length": "5" })).toBe("length");
    expect(await framing({})).toBe("close");
    expect(await framing({ "content-length": "5", "content-encoding": "gzip" })).toBe("close");
    expect(await framing({ "content-length": "5", "content-encoding": "gzip" }, "HEAD")).toBe("length");
    expect(await framing({ "content-length": "5", "content-encoding": "x-own" })).toBe("length");
  });

  it("rejects a redirect whose target the browser hides", async () => {
    await expect(send({ type: "opaqueredirect" })).rejects.toMatchObject({ code: "redirect-refused" });
  });

  it("holds a body up to maxUpload bytes", async () => {
    const request = () => ({ method: "PUT", body: body("one", "two") });
    expect((await send(new Response(), request(), { maxUpload: 6 })).init.body).toEqual(octetsOf("onetwo"));
    await expect(send(new Response(), request(), { maxUpload: 5 })).rejects.toMatchObject({
      code: "too-large",
      hint: "increase the option maxUpload of the transport",
    });
    for (const maxUpload of [-1, 1.5, Number.NaN])
      expect(() => webTransport({ maxUpload })).toThrow("invalid maxUpload");
  });
});
