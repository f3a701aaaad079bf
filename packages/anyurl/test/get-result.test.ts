import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { startFtpServer, startGopherServer, startHttpServer } from "@anyurl/servers";
import { createAnyurl } from "anyurl";
import { describe, expect, test } from "vitest";

const client = createAnyurl();

/** The address of a server as the result of `get` has it. */
const addressOf = (origin: string) => ({ address: "127.0.0.1", port: Number(new URL(origin).port) });

describe("the result of get", () => {
  test("has the status, header fields, final URL, and number of redirects of HTTP", async () => {
    await using server = await startHttpServer({
      redirects: {
        "/old": { status: 301, location: "/older" },
        "/older": { status: 302, location: "/welcome.txt" },
      },
    });
    const result = await client.get(`${server.origin}/old`);
    const length = (await result.bytes()).length;
    const { url, finalUrl, redirects, redirectUrl, status, remote, received } = result;
    expect({ url, finalUrl, redirects, redirectUrl, status, remote, received }).toEqual({
      url: `${server.origin}/old`,
      finalUrl: `${server.origin}/welcome.txt`,
      redirects: 2,
      redirectUrl: undefined,
      status: 200,
      remote: addressOf(server.origin),
      received: length,
    });
    expect(result.fields).toContainEqual(["content-type", result.mediaType]);
  });

  test("has the target of a redirect that was not followed, without its login", async () => {
    await using server = await startHttpServer({
      redirects: { "/old": { status: 301, location: "http://me:secret@other.example/new" } },
    });
    const result = await client.get(`${server.origin}/old`, { options: { redirect: "manual" } });
    await result.bytes();
    const { finalUrl, redirects, redirectUrl, status } = result;
    expect({ finalUrl, redirects, redirectUrl, status }).toEqual({
      finalUrl: `${server.origin}/old`,
      redirects: 0,
      redirectUrl: "http://other.example/new",
      status: 301,
    });
  });

  // RFC 959 §5.4: 226 after the data. A transfer is complete only then.
  test("has the reply code of FTP after the body, which confirms it: 226", async () => {
    await using server = await startFtpServer();
    const result = await client.get(`${server.origin}/welcome.txt`);
    const { fields, redirects, remote } = result;
    expect({ fields, redirects, remote }).toEqual({
      fields: [],
      redirects: 0,
      remote: addressOf(server.origin),
    });
    await result.bytes();
    expect(result.status).toBe(226);
  });

  test("has no status of a protocol without one, such as gopher", async () => {
    await using server = await startGopherServer();
    const result = await client.get(`${server.origin}/0/welcome.txt`);
    await result.bytes();
    expect([result.status, result.remote]).toEqual([undefined, addressOf(server.origin)]);
  });

  test("has no status and no server of a file", async () => {
    const directory = await mkdtemp(join(tmpdir(), "anyurl-result-"));
    try {
      await writeFile(join(directory, "a"), "abc");
      const files = createAnyurl({ policy: { files: { roots: [directory] } } });
      const result = await files.get(pathToFileURL(join(directory, "a")).href);
      await result.bytes();
      const { status, remote, received, timings } = result;
      expect({ status, remote, received }).toEqual({ status: undefined, remote: undefined, received: 3 });
      expect(timings).toMatchObject({ connected: undefined, firstByte: expect.any(Number) });
    } finally {
      await rm(directory, { recursive: true });
    }
  });

  test("has the times of its steps, in their order", async () => {
    await using server = await startHttpServer();
    const result = await client.get(`${server.origin}/welcome.txt`);
    await result.bytes();
    const { connected = -1, firstByte = -1, ended = -1 } = result.timings;
    expect(connected).toBeGreaterThanOrEqual(0);
    expect([connected, firstByte, ended].toSorted((a, b) => a - b)).toEqual([connected, firstByte, ended]);
  });
});
