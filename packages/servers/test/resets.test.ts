import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { resetSocket } from "../src/resets.ts";
import { dial, readAll } from "./raw-client.ts";

let server: ReturnType<typeof createServer>;
let near: Socket;
let far: Socket;
beforeEach(async () => {
  server = createServer({ allowHalfOpen: true }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const accepted = once(server, "connection");
  far = await dial("127.0.0.1", (server.address() as { readonly port: number }).port);
  [near] = (await accepted) as [Socket];
  near.on("error", () => {});
});
afterEach(() => {
  far.destroy();
  near.destroy();
  server.close();
});

test("resets a connection", async () => {
  resetSocket(near);
  expect(await readAll(far)).toBe("reset");
});

test("resets a connection with bytes that are not sent, even after an end", async () => {
  far.pause();
  while (near.write(new Uint8Array(1024 * 1024)));
  near.end();
  resetSocket(near);
  expect(await readAll(far.resume())).toBe("reset");
});

test("closes a connection that is being shut down, which Node cannot reset", async () => {
  const closed = once(near, "close");
  near.end();
  resetSocket(near);
  await closed;
  expect(await readAll(far)).toHaveLength(0);
});
