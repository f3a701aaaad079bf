import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createClient } from "@anyurl/client";
import { nodeTransport } from "@anyurl/transport-node";
import { afterEach, describe, expect, it } from "vitest";
import { ftp } from "../src/index.ts";

const servers: { readonly server: Server; readonly sockets: Set<Socket> }[] = [];

afterEach(async () => {
  for (const { server, sockets } of servers.splice(0)) {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  servers.push({ server, sockets });
  server.on("connection", (socket: Socket) => sockets.add(socket.on("error", () => {})));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

const REPLIES: Readonly<Record<string, string>> = {
  ...{ USER: "230 welcome", TYPE: "200 binary", NOOP: "200 here", CWD: "250 there", PWD: '257 "/"' },
  ...{ RETR: "150 here", DELE: "250 gone", QUIT: "221 bye" },
};

/**
 * A server with a file. `then` says what it does with a command on its first connection after the first transfer.
 *
 * @param replies instead of its own.
 */
async function start(
  then: (socket: Socket, verb: string) => boolean,
  replies: Readonly<Record<string, string>> = {},
) {
  const commands: string[][] = [];
  const data = createServer((socket) => socket.end("text"));
  const dataPort = await listen(data);
  const port = await listen(
    createServer((socket) => {
      const heard: string[] = [];
      commands.push(heard);
      const isFirst = commands.length === 1;
      let text = "";
      let transfers = 0;
      socket.on("data", (bytes) => {
        text += bytes.toString("latin1");
        for (let at = text.indexOf("\r\n"); at >= 0; at = text.indexOf("\r\n")) {
          const [verb = ""] = text.slice(0, at).split(" ");
          heard.push(verb);
          text = text.slice(at + 2);
          if (isFirst && transfers > 0 && then(socket, verb)) continue;
          socket.write(
            `${verb === "EPSV" ? `229 ok (|||${dataPort}|)` : (replies[verb] ?? REPLIES[verb] ?? "502 no")}\r\n`,
          );
          if (verb !== "RETR") continue;
          transfers++;
          socket.write("226 done\r\n");
        }
      });
      socket.write("220 ready\r\n");
    }),
  );
  const client = createClient({
    schemes: [ftp] as const,
    transport: nodeTransport(),
    connections: { idle: 30_000 },
  });
  const url = (name: string) => `ftp://127.0.0.1:${port}/${name}` as "ftp:";
  return { client, url, commands };
}

type FtpClient = Awaited<ReturnType<typeof start>>["client"];
type Url = Awaited<ReturnType<typeof start>>["url"];

describe("a pooled connection that is used after a while", () => {
  it.each<[string, (socket: Socket, verb: string) => boolean]>([
    ["is closed by the server (421, RFC 959 §4.2)", (socket) => socket.write("421 timeout\r\n")],
    ["ends without a reply", (socket) => socket.destroyed || Boolean(socket.end())],
  ])("is replaced by a new one if it %s", async (_, then) => {
    const { client, url, commands } = await start(then);
    expect(await (await client.get(url("a"))).text()).toBe("text");
    expect(await (await client.get(url("b"))).text()).toBe("text");
    expect(commands).toHaveLength(2);
    expect(commands[1]).toContain("RETR");
    client.close();
  });

  it("is replaced if its first reply comes with an unsolicited one (RFC 959 §5.4)", async () => {
    // The 504 may be the reply to an earlier command: the next command would get the reply of this one.
    const { client, url, commands } = await start(
      (socket, verb) => verb === "MODE" && socket.write("504 no such mode\r\n226 done\r\n"),
    );
    expect(await (await client.get(url("one/a"))).text()).toBe("text");
    // Before a name with FF, the server is asked whether it reads Telnet.
    expect(await (await client.get(url("one/%FF/b"))).text()).toBe("text");
    expect(commands.map((heard) => heard.filter((verb) => verb === "MODE").length)).toEqual([1, 1]);
    client.close();
  });

  it("is replaced only once, and its error is the error of the call", async () => {
    // The file is missing on the first connection: that is a reply, so another connection would not help.
    const { client, url, commands } = await start((socket, verb) => {
      if (verb !== "RETR") return false;
      return socket.write("550 no such file\r\n");
    });
    await (await client.get(url("a"))).text();
    await expect(client.get(url("b"))).rejects.toMatchObject({ code: "not-found" });
    expect(commands).toHaveLength(1);
    client.close();
  });

  it.each([
    ["RETR", (client: FtpClient, url: Url) => client.get(url("b"))],
    ["MKD", (client: FtpClient, url: Url) => client.makeDirectory(url("b/"))],
    ["DELE", (client: FtpClient, url: Url) => client.remove(url("b"))],
  ] as const)("is not replaced if it ends after it has answered: %s is not repeated", async (last, call) => {
    const { client, url, commands } = await start((socket, verb) => verb === last && Boolean(socket.end()));
    await (await client.get(url("a"))).text();
    await expect(call(client, url)).rejects.toMatchObject({ code: "truncated" });
    expect(commands).toHaveLength(1);
    client.close();
  });

  it("is replaced if it cannot return to the login directory (RFC 1738 §3.2.5)", async () => {
    const { client, url, commands } = await start(() => false, { PWD: "502 no" });
    expect(await (await client.get(url("one/a"))).text()).toBe("text");
    expect(await (await client.get(url("two/b"))).text()).toBe("text");
    expect(commands).toHaveLength(2);
    client.close();
  });

  it("is checked before a directory is made, because MKD must not be repeated", async () => {
    const { client, url, commands } = await start((socket, verb) =>
      verb === "MKD" ? socket.write("257 made\r\n") : false,
    );
    await (await client.get(url("a"))).text();
    await client.makeDirectory(url("new/"));
    expect(
      commands[0]!.slice(commands[0]!.indexOf("RETR") + 1).filter((verb) => /NOOP|MKD/.test(verb)),
    ).toEqual(["NOOP", "MKD"]);
    client.close();
  });
});
