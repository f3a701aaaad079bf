import { connect, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, TLSSocket } from "node:tls";
import { createClient } from "@anyurl/client";
import { SELF_SIGNED } from "@anyurl/testkit/certificates";
import { nodeTransport } from "@anyurl/transport-node";
import { afterEach, describe, expect, it } from "vitest";
import { ftp } from "../src/index.ts";

type Ending = "close_notify" | "cut";

const open: { readonly server: Server; readonly sockets: Set<Socket> }[] = [];

afterEach(async () => {
  for (const { server, sockets } of open.splice(0)) {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** Starts a server that connects to the client for data, as the server of the TLS, and ends its TLS as given. */
async function start(ending: Ending, opening = ""): Promise<number> {
  const sockets = new Set<Socket>();
  let port = 0;
  let verb = "";
  const sendData = (control: Socket) => {
    const tcp = connect({ host: "127.0.0.1", port, allowHalfOpen: true });
    sockets.add(tcp.on("error", () => {}));
    tcp.once("connect", () => {
      const data = new TLSSocket(tcp, { isServer: true, ...SELF_SIGNED }).on("error", () => {});
      data.write(verb === "LIST" ? "-rw-r--r-- 1 0 0 12 Feb 03 2001 x\r\n" : "twelve bytes", () => {
        if (ending === "close_notify") data.end();
        else tcp.end();
        control.write("226 done\r\n");
      });
    });
  };
  const reply = (control: Socket, line: string): string => {
    [verb = ""] = line.split(" ");
    if (verb === "EPRT") port = Number(line.split("|")[3]);
    if (verb !== "RETR" && verb !== "LIST") return REPLIES[verb] ?? "502 no";
    sendData(control);
    return `150 here${opening}`;
  };
  const server = createTlsServer(SELF_SIGNED, (control) => {
    let heard = "";
    control.setEncoding("latin1").on("error", () => {});
    control.on("data", (text: string) => {
      heard += text;
      for (let at = heard.indexOf("\r\n"); at >= 0; at = heard.indexOf("\r\n")) {
        control.write(`${reply(control, heard.slice(0, at))}\r\n`);
        heard = heard.slice(at + 2);
      }
    });
    control.write("220 ready\r\n");
  });
  server.on("connection", (socket: Socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push({ server, sockets });
  return (server.address() as { readonly port: number }).port;
}

const REPLIES: Readonly<Record<string, string>> = {
  USER: "230 welcome",
  PBSZ: "200 none",
  PROT: "200 private",
  TYPE: "200 done",
  EPRT: "200 done",
  QUIT: "221 bye",
};

const client = createClient({
  schemes: [ftp] as const,
  transport: nodeTransport(),
  tls: { ca: SELF_SIGNED.cert },
  options: { ftps: { data: "active" } },
});

async function get(ending: Ending, path: string, opening?: string) {
  const got = await client.get(`ftps://localhost:${await start(ending, opening)}${path}`);
  const text = await got.text().catch((error) => error.code);
  return { text, complete: await got.complete };
}

describe("an active data connection under TLS (RFC 4217 §9, RFC 8446 §6.1)", () => {
  it("returns a complete file after a close_notify", async () => {
    expect(await get("close_notify", "/x")).toEqual({ text: "twelve bytes", complete: true });
  });

  it("fails with truncated without a close_notify, also after a 226", async () => {
    expect(await get("cut", "/x")).toEqual({ text: "truncated", complete: false });
    expect(await get("cut", "/x", " (1000 bytes)")).toEqual({ text: "truncated", complete: false });
  });

  it("returns a complete file without a close_notify if the 150 has its length", async () => {
    expect(await get("cut", "/x", " (12 bytes)")).toEqual({ text: "twelve bytes", complete: true });
  });

  it.each(["close_notify", "cut"] as const)("ends a listing (%s)", async (ending) => {
    const port = await start(ending);
    const names: string[] = [];
    const listing = (async () => {
      for await (const { name } of client.list(`ftps://localhost:${port}/`)) names.push(name);
    })();
    expect(await listing.catch((error) => error.code)).toBe(
      ending === "close_notify" ? undefined : "truncated",
    );
    expect(names).toEqual(["x"]);
  });
});
