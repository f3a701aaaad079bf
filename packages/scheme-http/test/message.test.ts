import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient, type RequestInput, Transcript } from "@anyurl/client";
import { nodeTransport } from "@anyurl/transport-node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { http } from "../src/index.ts";

const client = createClient({ schemes: [http], transport: nodeTransport() });
let server: Server;
let origin: `http://${string}`;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url!, "http://h.invalid");
    if (pathname === "/old") return void response.writeHead(307, { location: "/new" }).end();
    if (pathname === "/login" && request.headers.authorization === undefined)
      return void response.writeHead(401, { "www-authenticate": 'Basic realm="x"' }).end("who?");
    response.writeHead(207, "Multi", { trailer: "x-after", "x-a": ["1", "2"] });
    response.write(`${request.method} `);
    request.pipe(response, { end: false });
    request.on("end", () => {
      response.addTrailers({ "x-after": "done" });
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe("request", () => {
  it("sends any method with a body, and returns status, fields, content, and trailers", async () => {
    const response = await client.request(`${origin}/x`, { method: "REPORT", body: "data" });
    const { status, reason, finalUrl, redirected } = response;
    expect([status, reason, finalUrl, redirected]).toEqual([207, "Multi", `${origin}/x`, false]);
    expect(response.fields.filter(([name]) => name === "x-a")).toEqual([
      ["x-a", "1"],
      ["x-a", "2"],
    ]);
    expect(await response.text()).toBe("REPORT data");
    expect(response.trailers()).toEqual([["x-after", "done"]]);
    expect(await response.complete).toBe(true);
  });

  it("follows redirects as the option says, and returns the final URL", async () => {
    const init = { method: "PATCH", body: "data" };
    const response = await client.request(`${origin}/old`, init);
    expect([response.finalUrl, response.redirected]).toEqual([`${origin}/new`, true]);
    expect(await response.text()).toBe("PATCH data");
    const options = { redirect: "manual" } as const;
    expect((await client.request(`${origin}/old`, init, { options })).status).toBe(307);
  });

  it("returns 401 without a login, and logs in with one", async () => {
    const init = { method: "POST", body: "data" };
    expect((await client.request(`${origin}/login`, init)).status).toBe(401);
    const own = createClient({
      schemes: [http],
      transport: nodeTransport(),
      credentials: () => ({ user: "u", password: "p" }),
    });
    expect(await (await own.request(`${origin}/login`, init)).text()).toBe("POST data");
  });

  it("masks secret fields in the transcript", async () => {
    const transcript = new Transcript();
    const fields = { authorization: "Bearer hidden-1", "x-key": "hidden-2" };
    const options = { sensitive: ["x-key"] };
    await (await client.request(`${origin}/x`, { fields }, { transcript, options })).text();
    const shown = JSON.stringify(transcript.entries, (_, value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString() : value,
    );
    expect(shown).toContain("authorization: ***");
    expect(shown).not.toContain("hidden");
  });

  it("obeys limits and the signal", async () => {
    const response = await client.request(`${origin}/x`, {}, { limits: { maxBytes: 2 } });
    await expect(response.text()).rejects.toMatchObject({ code: "too-large" });
    const signal = AbortSignal.abort(new RangeError("own"));
    await expect(client.request(`${origin}/x`, {}, { signal })).rejects.toThrow("own");
  });

  it.each<[string, RequestInput]>([
    ["a method that is no token", { method: "A B" }],
    ["a method that is not for requests", { method: "CONNECT" }],
    ["a body of GET", { body: "x" }],
    ["a name that is no token", { fields: { "a b": "c" } }],
    ["a value of two lines", { fields: { a: "b\r\nc: d" } }],
    ["a value beyond bytes", { fields: { a: "€" } }],
    ["a field of the framing", { fields: { "Content-Length": "5" } }],
    ["a body of another type", { method: "POST", body: 5 as never }],
  ])("rejects %s as the caller's error, before it connects", async (_, message) => {
    const gone = "http://127.0.0.1:9/";
    await expect(client.request(gone, message)).rejects.toMatchObject({ code: "bad-argument" });
  });

  it("fails with the error of the caller's body", async () => {
    async function* body(): AsyncGenerator<Uint8Array, void, void> {
      yield new Uint8Array(10);
      throw new RangeError("own");
    }
    const sent = client.request(`${origin}/x`, { method: "POST", body: body() });
    await expect(sent.then((response) => response.text())).rejects.toThrow("own");
  });
});
