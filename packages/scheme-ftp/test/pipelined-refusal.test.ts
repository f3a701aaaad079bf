import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createClient } from "@anyurl/client";
import { nodeTransport } from "@anyurl/transport-node";
import { afterEach, describe, expect, it } from "vitest";
import { ftp } from "../src/index.ts";

/* EPSV and RETR are sent together on a pooled connection, so a server can reject EPSV when RETR is already sent. */

const servers: Server[] = [];
const sockets = new Set<Socket>();

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

async function listen(behave: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => {}));
    behave(socket);
  });
  servers.push(server.listen(0, "127.0.0.1"));
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** Gets a file twice. After the first transfer, the first connection rejects EPSV, and RETR until PASV, so. */
async function getTwice(epsv: string, retr: string) {
  const commands: string[][] = [];
  const data = await listen((socket) => socket.end("text"));
  const port = await listen((control) => {
    const own: string[] = [];
    const isFirst = commands.push(own) === 1;
    const reply = (verb: string): string => {
      const isLater = isFirst && own.filter((each) => each === "EPSV").length > 1;
      const isRejected = isLater && !own.includes("PASV");
      if (verb === "EPSV") return isRejected ? epsv : `229 ok (|||${data}|)`;
      if (verb === "PASV") return `227 ok (127,0,0,1,${data >> 8},${data & 255})`;
      if (verb === "RETR") return isRejected ? retr : "150 here\r\n226 done";
      return { USER: "230 welcome", TYPE: "200 binary", QUIT: "221 bye", NOOP: "200 here" }[verb] ?? "502 no";
    };
    control.setEncoding("latin1").write("220 ready\r\n");
    control.on("data", (text: string) => {
      for (const line of text.split("\r\n").slice(0, -1)) {
        const [verb = ""] = line.split(" ");
        own.push(verb);
        const answer = `${reply(verb)}\r\n`;
        if (answer.startsWith("421")) {
          control.end(answer);
          break;
        }
        control.write(answer);
      }
    });
  });
  const client = createClient({
    schemes: [ftp],
    transport: nodeTransport(),
    connections: { idle: 30_000 },
    retry: { attempts: 1 },
  });
  const get = async () => (await client.get(`ftp://127.0.0.1:${port}/a`)).text();
  expect(await get()).toBe("text");
  const second = await get().catch((error: { readonly code: unknown }) => error.code);
  await client.close();
  return { second, commands };
}

describe("EPSV that is rejected after RETR was sent with it", () => {
  it("is followed by single commands on the same connection if RETR is rejected as well", async () => {
    const { second, commands } = await getTwice("500 no", "425 no data connection");
    expect(second).toBe("text");
    expect(commands).toHaveLength(1);
    expect(commands[0]!.join(" ")).toMatch(/EPSV RETR EPSV RETR EPSV PASV RETR$/);
  });

  it("is an error if RETR begins without a data connection: its replies would be out of step", async () => {
    const { second, commands } = await getTwice("500 no", "150 here");
    expect(second).toBe("desync");
    expect(commands[0]).not.toContain("PASV");
  });

  it("with 421 ends the session, which is replaced (RFC 959 §4.2)", async () => {
    const { second, commands } = await getTwice("421 bye", "");
    expect(second).toBe("text");
    expect(commands).toHaveLength(2);
    expect(commands[0]).not.toContain("PASV");
  });
});
