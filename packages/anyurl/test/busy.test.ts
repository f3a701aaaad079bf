import { createServer, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { createAnyurl } from "../src/index.ts";

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Starts a server, and returns its port. */
async function serve(answer: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    closers.push(() => socket.destroy());
    socket.once("data", () => answer(socket));
  });
  closers.push(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as { port: number }).port;
}

/** Computes for a time, as a program does that parses a large file: no socket is read meanwhile. */
function compute(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

it.each([
  ["the timeout of a reply", { replyTimeout: 400 }, ""],
  ["the timeout of a pause", { idleTimeout: 400, minRate: 0 }, "begun, "],
  ["the rate of a body", { idleTimeout: 400, minRate: 1_000 }, "begun, "],
])("%s does not fail a call whose data came while the process computed", async (_, limits, first) => {
  const port = await serve((socket) => {
    if (first !== "") socket.write(first);
    // The next turn of the event loop, so that the client has read the first bytes.
    setImmediate(() =>
      setImmediate(() => {
        socket.end("done");
        compute(1000);
      }),
    );
  });
  await using any = createAnyurl({ limits });
  const result = await any.get(`gopher://127.0.0.1:${port}/0x`);
  expect(await result.text()).toBe(`${first}done`);
});
