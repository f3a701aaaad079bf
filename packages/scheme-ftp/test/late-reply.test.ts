import { createServer, type Server, type Socket } from "node:net";
import { createClient } from "@anyurl/client";
import { fakeClock } from "@anyurl/testkit";
import { nodeTransport } from "@anyurl/transport-node";
import { afterEach, describe, expect, it } from "vitest";
import { ftp } from "../src/index.ts";

/*
 * The final reply of a transfer arrives after the transfer (RFC 959 §5.4), which can take any time. The reply timeout
 * must not apply to the transfer itself. The server of these tests advances the clock of the client.
 */

const REPLY_TIMEOUT = 800;
const clock = fakeClock();
const servers: Server[] = [];
const sockets = new Set<Socket>();

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

async function listening(behave: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    behave(socket);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as { readonly port: number }).port;
}

/**
 * Starts a server that transfers one file, waits until the client has closed the data connection, and sends the 226
 * `late` ms after that; never if `late` is `Infinity`.
 */
async function slowServer(transfer: (data: Socket) => Promise<void>, late: number): Promise<string> {
  let data: Promise<Socket>;
  const port = await listening((control) => {
    control.setEncoding("latin1").write("220 hi\r\n");
    control.on("data", async (text: string) => {
      for (const line of text.split("\r\n").slice(0, -1)) {
        const [verb] = line.split(" ");
        if (verb === "USER") control.write("230 in\r\n");
        else if (verb === "TYPE") control.write("200 so be it\r\n");
        else if (verb === "EPSV") {
          let come: (socket: Socket) => void;
          data = new Promise((resolve) => {
            come = resolve;
          });
          control.write(`229 there (|||${await listening((socket) => come(socket))}|)\r\n`);
        } else if (verb === "RETR" || verb === "STOR") {
          control.write("150 here\r\n");
          const connection = await data;
          const closed = new Promise((resolve) => connection.once("close", resolve));
          await transfer(connection);
          await closed;
          if (late === Number.POSITIVE_INFINITY) continue;
          await clock.advance(late);
          control.write("226 done\r\n");
        } else control.write("500 what?\r\n");
      }
    });
  });
  return `ftp://127.0.0.1:${port}/x`;
}

const client = createClient({
  schemes: [ftp] as const,
  transport: nodeTransport(),
  clock,
  limits: { replyTimeout: REPLY_TIMEOUT },
});

/** Sends data for longer than the reply timeout. */
async function drip(data: Socket): Promise<void> {
  for (let i = 0; i < 20; i++) {
    data.write("x".repeat(100));
    await clock.advance(50);
  }
  data.resume().end();
}

async function drain(data: Socket): Promise<void> {
  data.resume();
}

/** Yields the chunks of a file for longer than the reply timeout. */
async function* slowly(): AsyncGenerator<Uint8Array, void, void> {
  for (let i = 0; i < 20; i++) {
    yield new Uint8Array(100);
    await clock.advance(50);
  }
}

describe("a transfer longer than the reply timeout", () => {
  it("succeeds for get", async () => {
    const url = await slowServer(drip, 100);
    expect(await (await client.get(url as "ftp://h/x")).bytes()).toHaveLength(2_000);
  });

  it("succeeds for put", async () => {
    const url = await slowServer(drain, 100);
    await client.put(url as "ftp://h/x", slowly());
  });

  it("succeeds for put if the last chunk takes long to arrive", async () => {
    const busyFirst = async (data: Socket) => {
      await clock.advance(400);
      await drain(data);
    };
    const url = await slowServer(busyFirst, 550);
    async function* atOnce() {
      yield new Uint8Array(16 * 1024 * 1024);
    }
    await client.put(url as "ftp://h/x", atOnce());
  });

  it.each([
    ["get", drip],
    ["put", drain],
  ] as const)(
    "fails with timeout if the reply is later than the timeout: %s",
    async (operation, transfer) => {
      let finish: (time: number) => void;
      const finished = new Promise<number>((resolve) => {
        finish = resolve;
      });
      const whole = async (data: Socket) => {
        data.once("close", () => finish(clock.now()));
        await transfer(data);
      };
      const url = (await slowServer(whole, Number.POSITIVE_INFINITY)) as "ftp://h/x";
      const done: Promise<unknown> =
        operation === "get"
          ? client.get(url).then((retrieved) => retrieved.bytes())
          : client.put(url, slowly());
      done.catch(() => {});
      const end = await finished;
      await expect(clock.until(done)).rejects.toMatchObject({
        code: "timeout",
        message: expect.stringContaining(`the server's reply timed out after ${REPLY_TIMEOUT} ms`),
      });
      expect(clock.now() - end).toBe(REPLY_TIMEOUT);
    },
  );
});
