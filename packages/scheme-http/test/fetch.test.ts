import { createClient, toFetch } from "@anyurl/client";
import { folder, startHttpServer } from "@anyurl/servers";
import { nodeTransport } from "@anyurl/transport-node";
import { describe, expect, it } from "vitest";
import { http } from "../src/index.ts";
import { startFetchServer } from "./fetch-server.ts";

const ask = toFetch(createClient({ schemes: [http], transport: nodeTransport() }));
const root = folder({ "a.txt": "0123456789".repeat(20), "b.bin": Uint8Array.of(0, 255, 13, 10) });

/** Compares the runtime's own fetch with ours, for the same request to the same server. */
async function both(url: string, init: RequestInit = {}) {
  const [theirs, ours] = [await fetch(url, init), await ask(url, init)];
  const told = async (response: Response) => {
    const { status, url: at, redirected, headers } = response;
    const fields = Object.fromEntries(headers);
    // Fields of the connection and of the moment.
    for (const name of ["connection", "keep-alive", "date", "transfer-encoding", "content-encoding"])
      delete fields[name];
    // A decoded response has another length than its header declares.
    if (headers.has("content-encoding")) delete fields["content-length"];
    return { status, at, redirected, fields, text: await response.text() };
  };
  return [await told(theirs), await told(ours)] as const;
}

describe("fetch of an http URL", () => {
  it.each<[string, string, RequestInit]>([
    ["a document", "/a.txt", { headers: { "accept-encoding": "identity" } }],
    ["octets", "/b.bin", {}],
    ["the entries of a directory", "/", {}],
    ["a missing file", "/none", {}],
    ["a part", "/b.bin", { headers: { range: "bytes=1-2" } }],
    ["the last bytes", "/b.bin", { headers: { range: "bytes=-2" } }],
    ["an unsatisfiable range", "/b.bin", { headers: { range: "bytes=9-" } }],
    ["an unchanged file", "/b.bin", { headers: { "if-modified-since": "Tue, 20 Dec 2033 12:00:00 GMT" } }],
    ["a failed condition", "/b.bin", { headers: { "if-match": '"x"' } }],
    ["a redirect", "/old?x", {}],
    ["a redirect to a missing file", "/older", {}],
    ["a method that is not allowed", "/a.txt", { method: "DELETE" }],
    ["a login", "/private/x", {}],
    ["a head", "/b.bin", { method: "HEAD" }],
    ["HEAD of a missing file", "/none", { method: "HEAD" }],
  ])("gives the same response as the runtime's own fetch: %s", async (_, path, init) => {
    await using server = await startHttpServer({
      root,
      codings: [],
      accounts: { alice: "x" },
      writable: init.method !== "DELETE",
      redirects: {
        "/old?x": { status: 302, location: "/b.bin" },
        "/older": { status: 301, location: "/none" },
      },
    });
    const [theirs, ours] = await both(server.origin + path, init);
    expect(ours).toEqual(theirs);
  });

  it.each([599, 600, 999])(
    "has the status of the server, also an invalid one, and no success: %d",
    async (code) => {
      await using server = await startFetchServer();
      const url = `${server.origin}/status?code=${code}&text=Denied`;
      const response = await ask(url);
      const told = ({ status, ok, statusText }: Response) => [status, ok, statusText];
      expect(told(response.clone())).toEqual([code, false, "Denied"]);
      expect(told(response)).toEqual([code, false, "Denied"]);
      expect(await response.text()).toBe("body");
      expect(told(await ask(url, { method: "HEAD" }))).toEqual([code, false, "Denied"]);
    },
  );

  it("is decoded, and then has neither a coding nor a length", async () => {
    await using server = await startHttpServer({ root });
    const response = await ask(`${server.origin}/a.txt`);
    expect(response.headers.get("content-encoding")).toBeNull();
    expect(response.headers.get("content-length")).toBeNull();
    expect(await response.text()).toBe("0123456789".repeat(20));
    const part = await ask(`${server.origin}/a.txt`, { headers: { range: "bytes=3-5" } });
    expect([part.status, part.headers.get("content-range"), await part.text()]).toEqual([
      206,
      "bytes 3-5/200",
      "345",
    ]);
  });

  it("writes, and returns the status of the server", async () => {
    await using server = await startHttpServer({ root });
    const url = `${server.origin}/new.txt`;
    expect((await ask(url, { method: "PUT", body: "one" })).status).toBe(201);
    expect((await ask(url, { method: "PUT", body: "two" })).status).toBe(204);
    expect(await (await ask(url)).text()).toBe("two");
    const { status } = await ask(url, { method: "DELETE", headers: { authorization: "Bearer x" } });
    expect(status).toBe(204);
    expect((await ask(url, { method: "DELETE" })).status).toBe(404);
    const posted = await ask(`${server.origin}/echo`, {
      method: "POST",
      body: "a",
      headers: { "content-type": "x/y" },
    });
    expect([posted.status, await posted.text(), posted.headers.get("content-type")]).toEqual([
      200,
      "a",
      "x/y",
    ]);
    const sent = Buffer.concat(server.received.flat().map((line) => Buffer.from(line))).toString("latin1");
    expect(sent).toContain("authorization: Bearer x");
    expect(sent).toContain("content-type: x/y");
  });

  it("forwards no cookie and no field of the connection", async () => {
    await using server = await startHttpServer({ root });
    const headers = { connection: "x", "accept-encoding": "br", host: "evil.example", te: "trailers" };
    const response = await ask(`${server.origin}/b.bin`, { headers });
    expect(response.headers.has("connection")).toBe(false);
    await response.arrayBuffer();
    const sent = server.received.flat().map((line) => Buffer.from(line).toString("latin1"));
    expect(sent).toContain(`host: 127.0.0.1:${server.port}`);
    expect(sent.join("\n")).not.toMatch(/evil|trailers|: x$/m);
  });

  it("rejects with a TypeError if there is no response, or returns a problem, or rejects with its own error", async () => {
    // No server listens there: the port of a server that was closed may be that of another test by now.
    const nowhere = "http://127.0.0.1:1/";
    const policy = { allowPorts: ["http:1"] } as const;
    const client = createClient({ schemes: [http], transport: nodeTransport(), policy });
    const cause = { code: "connect-failed", scheme: "http", operation: "request" };
    await expect(toFetch(client)(nowhere)).rejects.toMatchObject({ name: "TypeError", cause });
    const response = await toFetch(client, { errors: "response" })(nowhere);
    expect(response.status).toBe(502);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    await expect(toFetch(client, { errors: "throw" })(nowhere)).rejects.toMatchObject(cause);
  });

  it("stays within the policy, also after a redirect", async () => {
    await using server = await startHttpServer({
      root,
      redirects: { "/in": { status: 307, location: "http://127.0.0.2:80/" } },
    });
    const policy = { profile: "untrusted", allowAddresses: ["127.0.0.1"], allowPorts: ["http:*"] } as const;
    const safe = toFetch(createClient({ schemes: [http], transport: nodeTransport(), policy }));
    await expect(safe("http://169.254.169.254/latest")).rejects.toMatchObject({
      cause: { code: "host-blocked" },
    });
    await expect(safe(`${server.origin}/in`, { method: "POST", body: "x" })).rejects.toMatchObject({
      name: "TypeError",
      cause: { code: "host-blocked" },
    });
  });

  it("cancels the stream of the request when it is aborted", async () => {
    await using server = await startHttpServer({ root });
    const controller = new AbortController();
    let body: ReadableStream | undefined;
    const canceled = new Promise<true>((resolve) => {
      body = new ReadableStream({ cancel: () => resolve(true) });
    });
    const init = { method: "POST", body, duplex: "half", signal: controller.signal };
    const response = ask(`${server.origin}/echo`, init as RequestInit);
    setImmediate(() => controller.abort());
    await expect(response).rejects.toMatchObject({ name: "AbortError" });
    expect(await canceled).toBe(true);
  });

  it("returns 304 without content if the conditions in the options match", async () => {
    await using server = await startHttpServer({ root });
    const client = createClient({ schemes: [http], transport: nodeTransport() });
    const call = { options: { ifModifiedSince: new Date() } };
    const response = await toFetch(client, { call })(`${server.origin}/a.txt`);
    expect([response.status, response.body]).toEqual([304, null]);
  });
});
