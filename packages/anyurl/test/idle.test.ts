import { spawn } from "node:child_process";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { type EmbeddedServer, startFtpServer } from "@anyurl/servers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createAnyurl } from "../src/index.ts";

/** An HTTP server that counts its connections and closes none. */
let server: Server;
let port: number;
let accepted: number;
const sockets = new Set<Socket>();
beforeEach(async () => {
  accepted = 0;
  server = createServer((socket) => {
    accepted++;
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    socket.on("data", () => void socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as { port: number });
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
});

describe("idle connections", () => {
  test("are kept for the next call by default, and closed with the instance", async () => {
    await using any = createAnyurl();
    for (let i = 0; i < 3; i++) expect(await (await any.get(`http://127.0.0.1:${port}/`)).text()).toBe("ok");
    await any.stat(`http://127.0.0.1:${port}/`);
    expect(accepted).toBe(1);
    await any.close();
    await expect.poll(() => sockets.size).toBe(0);
  });

  test("are not kept with idle: 0", async () => {
    await using any = createAnyurl({ connections: { idle: 0 } });
    for (let i = 0; i < 2; i++) await (await any.get(`http://127.0.0.1:${port}/`)).text();
    expect(accepted).toBe(2);
    await expect.poll(() => sockets.size).toBe(0);
  });

  test("keep their default if another option of connections is set", async () => {
    await using any = createAnyurl({ connections: { perServer: 2 } });
    for (let i = 0; i < 2; i++) await (await any.get(`http://127.0.0.1:${port}/`)).text();
    expect(accepted).toBe(1);
  });

  test("do not keep the process alive", async () => {
    const script = `
      import { createAnyurl } from "./src/index.ts";
      const any = createAnyurl({ connections: { idle: 600_000 } });
      for (const url of process.argv.slice(1)) await (await any.get(url)).text();
    `;
    const ftp: EmbeddedServer = await startFtpServer();
    try {
      const urls = [`http://127.0.0.1:${port}/`, `ftp://${ftp.host}:${ftp.port}/welcome.txt`];
      // It is killed if it waits for the connections, which neither side closes in this time.
      const child = spawn(
        process.execPath,
        ["--input-type=module", "-C", "anyurl-source", "-e", script, ...urls],
        { cwd: join(import.meta.dirname, ".."), stdio: ["ignore", "ignore", "inherit"], timeout: 50_000 },
      );
      const ending = await new Promise((resolve) => child.once("exit", (...how) => resolve(how)));
      expect(ending).toEqual([0, null]);
    } finally {
      await ftp.close();
    }
  }, 60_000);
});
