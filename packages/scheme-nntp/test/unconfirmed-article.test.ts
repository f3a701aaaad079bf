import { createServer, type Socket } from "node:net";
import { createClient } from "@anyurl/client";
import { nodeTransport } from "@anyurl/transport-node";
import { expect, it } from "vitest";
import { nntp } from "../src/index.ts";

/*
 * A server that has the whole article can end before it confirms it: the article may be posted. A retry could post it
 * twice, so the client sends it once, and says what to check.
 */

const ARTICLE = "From: a@b.example\r\nNewsgroups: local.test\r\nSubject: x\r\nMessage-ID: <1@b>\r\n\r\nx\r\n";

/** Posts an article to a server that accepts it and then does this. Returns the error and the number of articles. */
async function post(
  then: (socket: Socket) => void,
  limits = {},
): Promise<{ error: unknown; posted: number }> {
  let posted = 0;
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    let line = "";
    sockets.push(socket.on("error", () => {}));
    socket.write("200 ready\r\n");
    socket.on("data", (bytes) => {
      line += bytes.toString("latin1");
      if (line.endsWith("CAPABILITIES\r\n")) socket.write("101 here\r\nVERSION 2\r\nPOST\r\n.\r\n");
      else if (line.endsWith("POST\r\n")) socket.write("340 go on\r\n");
      else if (line.endsWith("\r\n.\r\n")) {
        posted++;
        then(socket);
      } else return;
      line = "";
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { readonly port: number };
  const client = createClient({ schemes: [nntp], transport: nodeTransport(), retry: { attempts: 3 } });
  try {
    async function* article(): AsyncGenerator<Uint8Array> {
      yield new TextEncoder().encode(ARTICLE);
    }
    const sending = client.send(`nntp://127.0.0.1:${port}/local.test`, article(), {
      options: { confirmed: true },
      limits,
    });
    const error = await sending.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    return { error, posted };
  } finally {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
}

it.each([
  ["ends", (socket: Socket) => socket.end(), {}, "truncated"],
  ["ends within its reply", (socket: Socket) => socket.end("240 o"), {}, "truncated"],
  ["resets the connection", (socket: Socket) => socket.resetAndDestroy(), {}, "truncated"],
  ["does not reply", () => {}, { replyTimeout: 1000 }, "timeout"],
] as const)("an article is sent once if the server has all of it and %s", async (_, then, limits, code) => {
  const { error, posted } = await post(then, limits);
  expect(error).toMatchObject({
    code,
    message: "the server did not confirm the article: it may have been posted",
    hint: "check whether the article was posted before you send it again",
    retryable: false,
  });
  expect(posted).toBe(1);
});

it("an article that the server rejects is not posted", async () => {
  const { error, posted } = await post((socket) => socket.write("441 no\r\n"));
  expect(error).toMatchObject({ code: "permission-denied", replyCode: 441 });
  expect((error as Error).message).not.toContain("may have been posted");
  expect(posted).toBe(1);
});
