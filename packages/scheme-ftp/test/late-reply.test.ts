import { createServer, type Server, type Socket } from "node:net";
import { createClient } from "@anyurl/client";
import { nodeTransport } from "@anyurl/transport-node";
import { afterEach, describe, expect, it } from "vitest";
import { ftp } from "../src/index.ts";

/*
 * The reply to a transfer comes when the transfer is over (RFC 959 §5.4), however long that took: the time that a server
 * is given for a reply is no time for a transfer.
 */

const REPLY_TIMEOUT = 800;
const servers: Server[] = [];
const sockets = new Set<Socket>();

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

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

/** A server that transfers one file, and says 226 so many milliseconds after its end; with `Infinity` never. */
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
          await transfer(await data);
          if (late === Number.POSITIVE_INFINITY) continue;
          await pause(late);
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
  limits: { replyTimeout: REPLY_TIMEOUT },
});

/** Longer than a reply may take. */
async function drip(data: Socket): Promise<void> {
  for (let i = 0; i < 20; i++) {
    data.write("x".repeat(100));
    await pause(50);
  }
  data.end();
}

async function drain(data: Socket): Promise<void> {
  data.resume();
  await new Promise((resolve) => data.once("close", resolve));
}

/** So many pieces of a file. */
async function* slowly(pieces: number): AsyncGenerator<Uint8Array, void, void> {
  for (let i = 0; i < pieces; i++) {
    yield new Uint8Array(100);
    await pause(50);
  }
}

describe("a transfer that takes longer than a reply may", () => {
  it("is followed by its reply: get", async () => {
    const url = await slowServer(drip, 100);
    expect(await (await client.get(url as "ftp://h/x")).bytes()).toHaveLength(2_000);
  });

  it("is followed by its reply: put", async () => {
    const url = await slowServer(drain, 100);
    await client.put(url as "ftp://h/x", slowly(20));
  });

  it("is followed by its reply, after a last piece that was long on its way: put", async () => {
    const busyFirst = async (data: Socket) => {
      await pause(400);
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
  ] as const)("is given that long, and no longer, for its reply: %s", async (operation, transfer) => {
    const url = (await slowServer(transfer, Number.POSITIVE_INFINITY)) as "ftp://h/x";
    const began = performance.now();
    const done =
      operation === "get"
        ? client.get(url).then((retrieved) => retrieved.bytes())
        : client.put(url, slowly(1));
    await expect(done).rejects.toMatchObject({ code: "timeout" });
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});
