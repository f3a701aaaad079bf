import { createServer, type Socket } from "node:net";
import { createClient } from "@anyurl/client";
import { nodeTransport } from "@anyurl/transport-node";
import { afterEach, expect, it } from "vitest";
import { http } from "../src/index.ts";

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** A server that answers each request with its target, unless it ends the connection before that. */
async function serve(mayAnswer: (request: number, connection: number) => boolean = () => true) {
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
        const body = head.split(" ")[1]!.repeat(1000);
        socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const client = createClient({
    schemes: [http] as const,
    transport: nodeTransport(),
    connections: { idle: 30_000 },
  });
  open.push(() => {
    client.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const url = (path: string) => `http://127.0.0.1:${port}${path}` as const;
  return { client, url, heard, sockets };
}

it("uses a connection again, says that it may, and closes it with the client", async () => {
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

it("keeps none whose response is left early", async () => {
  const { client, url, heard } = await serve();
  await (await client.get(url("/a"))).body.cancel();
  await (await client.get(url("/b"))).text();
  expect(heard).toHaveLength(2);
});

it("asks once more, on a new one, when a kept one has gone meanwhile", async () => {
  const { client, url, heard } = await serve((request) => request !== 2);
  await (await client.get(url("/a"))).text();
  expect(await (await client.get(url("/b"))).text()).toBe("/b".repeat(1000));
  expect(heard.map((each) => each.map((head) => head.split(" ")[1]))).toEqual([["/a", "/b"], ["/b"]]);
});

it("does not do twice what may do harm", async () => {
  const { client, url, heard } = await serve((request) => request !== 2);
  await (await client.get(url("/a"))).text();
  await expect(client.remove(url("/b"))).rejects.toMatchObject({ code: "truncated" });
  expect(heard).toHaveLength(1);
});

it("drops one that the server closes while it rests", async () => {
  const { client, url, heard, sockets } = await serve();
  await (await client.get(url("/a"))).text();
  for (const socket of sockets) socket.end();
  await expect.poll(() => sockets.size).toBe(0);
  await (await client.get(url("/b"))).text();
  expect(heard).toHaveLength(2);
});
