import { createServer, type Socket } from "node:net";
import { createClient, type PoolOptions } from "@anyurl/client";
import { nodeTransport } from "@anyurl/transport-node";
import { afterEach, expect, it } from "vitest";
import { http } from "../src/index.ts";

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** The target, repeated a thousand times, or the requested range of it. For "/large", only the beginning. */
function answerTo(head: string): string {
  const [method, target = ""] = head.split(" ");
  if (target === "/moved") return "HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 5\r\n\r\nmoved";
  if (target === "/none") return "HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nnone";
  if (target === "/unfinished") return "HTTP/1.1 404 Not Found\r\nContent-Length: 100\r\n\r\nnone";
  if (target === "/large") return "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nbeginning";
  const whole = target.repeat(1000);
  const [, first, last] = /^range: bytes=(\d+)-(\d+)$/m.exec(head.replaceAll("\r", "")) ?? [];
  const body = first === undefined ? whole : whole.slice(Number(first), Number(last) + 1);
  const lines = [
    first === undefined ? "HTTP/1.1 200 OK" : "HTTP/1.1 206 Partial Content",
    `Content-Length: ${body.length}`,
    ...(first === undefined ? [] : [`Content-Range: bytes ${first}-${last}/${whole.length}`]),
    ...(target === "/closing" ? ["Connection: close"] : []),
    ...(target.startsWith("/timeout") ? [`Keep-Alive: max=9, ${target.slice(1)}`] : []),
  ];
  return `${lines.join("\r\n")}\r\n\r\n${method === "HEAD" ? "" : body}`;
}

/** A server that answers each request with its target, or closes the connection before. */
async function serve(
  limits: PoolOptions = {},
  mayAnswer: (request: number, connection: number) => boolean = () => true,
) {
  const heard: string[][] = [];
  const sockets = new Set<Socket>();
  let requests = 0;
  const server = createServer((socket) => {
    const own: string[] = [];
    const connection = heard.push(own);
    sockets.add(socket);
    socket.on("error", () => {}).once("close", () => sockets.delete(socket));
    let text = "";
    socket.on("data", (octets) => {
      text += octets.toString();
      for (let end = text.indexOf("\r\n\r\n"); end >= 0; end = text.indexOf("\r\n\r\n")) {
        const head = text.slice(0, end);
        text = text.slice(end + 4);
        own.push(head);
        if (!mayAnswer(++requests, connection)) return void socket.destroy();
        socket.write(answerTo(head));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const client = createClient({
    schemes: [http] as const,
    transport: nodeTransport(),
    connections: { idle: 30_000, ...limits },
  });
  open.push(() => {
    client.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const url = (path: string) => `http://127.0.0.1:${port}${path}` as const;
  return { client, url, heard, sockets };
}

it("reuses a connection, requests keep-alive, and closes it with the client", async () => {
  const { client, url, heard, sockets } = await serve();
  for (const path of ["/a", "/b", "/c"])
    expect(await (await client.get(url(path))).text()).toBe(path.repeat(1000));
  expect(heard).toHaveLength(1);
  expect(heard[0]![1]).toMatch(/^connection: keep-alive$/im);
  const { transcript, ...last } = await client.get(url("/d"));
  await last.bytes();
  expect(transcript.entries[0]).toMatchObject({ kind: "open", reused: true });
  expect(transcript.entries[1]?.text).toMatch(/^connection: keep-alive$/m);
  expect(transcript.entries.at(-1)).toMatchObject({ kind: "keep" });
  client.close();
  await expect.poll(() => sockets.size).toBe(0);
});

it("uses one connection for 1,000 sequential stats, and at most perServer for parallel ones", async () => {
  const { client, url, heard } = await serve({ perServer: 8 });
  for (let i = 0; i < 1_000; i++) expect(await client.stat(url("/a"))).toMatchObject({ size: 2_000 });
  expect(heard).toHaveLength(1);
  await Promise.all(Array.from({ length: 200 }, () => client.stat(url("/a"))));
  expect(heard.length).toBeLessThanOrEqual(8);
});

it("reuses a connection after a canceled response that has fully arrived", async () => {
  const { client, url, heard } = await serve();
  expect(await (await client.get(url("/ab"), { range: { start: 1, end: 100 } })).bytes()).toHaveLength(99);
  expect(await (await client.get(url("/ab"), { range: { start: 5, end: 3_000 } })).text()).toHaveLength(
    2_995,
  );
  await expect(client.get(url("/none"))).rejects.toMatchObject({ code: "not-found" });
  await (await client.get(url("/moved"))).text();
  expect(await client.stat(url("/a"))).toMatchObject({ size: 2_000 });
  // The target of a redirect gets its own connection.
  expect(heard.map(({ length }) => length)).toEqual([5, 1]);
});

it("closes a connection after a canceled response that has not fully arrived", async () => {
  const { client, url, heard, sockets } = await serve();
  await (await client.get(url("/large"))).body.cancel();
  await expect.poll(() => sockets.size).toBe(0);
  await expect(client.get(url("/unfinished"))).rejects.toMatchObject({ code: "not-found" });
  await expect.poll(() => sockets.size).toBe(0);
  await (await client.get(url("/b"))).text();
  expect(heard).toHaveLength(3);
});

it("closes a connection after stat if the server does not keep it open", async () => {
  const { client, url, heard, sockets } = await serve();
  await client.stat(url("/closing"));
  await client.stat(url("/closing"));
  expect(heard).toHaveLength(2);
  await expect.poll(() => sockets.size).toBe(0);
});

it("retries on a new connection if a pooled one was closed in the meantime", async () => {
  const { client, url, heard } = await serve({}, (request) => request !== 2);
  await (await client.get(url("/a"))).text();
  expect(await (await client.get(url("/b"))).text()).toBe("/b".repeat(1000));
  expect(heard.map((each) => each.map((head) => head.split(" ")[1]))).toEqual([["/a", "/b"], ["/b"]]);
});

it("does not repeat a request that changes the resource", async () => {
  const { client, url, heard } = await serve({}, (request) => request !== 2);
  await (await client.get(url("/a"))).text();
  await expect(client.remove(url("/b"))).rejects.toMatchObject({ code: "truncated" });
  expect(heard).toHaveLength(1);
});

it("drops an idle connection that the server closes", async () => {
  const { client, url, heard, sockets } = await serve();
  await (await client.get(url("/a"))).text();
  for (const socket of sockets) socket.end();
  await expect.poll(() => sockets.size).toBe(0);
  await (await client.get(url("/b"))).text();
  expect(heard).toHaveLength(2);
});

it("uses no connection that the server may close in the next second", async () => {
  const { client, url, heard, sockets } = await serve();
  await client.stat(url("/timeout=60"));
  await client.stat(url("/timeout=1"));
  await client.stat(url("/timeout=0"));
  await client.stat(url("/a"));
  await client.stat(url("/a"));
  expect(heard.map(({ length }) => length)).toEqual([2, 1, 2]);
  await expect.poll(() => sockets.size).toBe(1);
});
