import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { SELF_SIGNED } from "@anyurl/testkit/certificates";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type FtpServer, type FtpServerOptions, folder, startFtpServer } from "../src/index.ts";
import { secureClient } from "./ftp-tls-client.ts";
import { shown } from "./ftp-upload.ts";
import { type FtpClient, ftpClient, octets, readAll, until } from "./raw-client.ts";

const open: (Disposable | FtpServer | Server)[] = [];
const start = async (options: FtpServerOptions = {}): Promise<FtpServer> => {
  const own = await startFtpServer({
    root: folder({ "x.txt": "x\n" }),
    active: true,
    writable: true,
    ...options,
  });
  open.push(own);
  return own;
};
const alice = async (at: FtpServer): Promise<FtpClient> => {
  const client = await ftpClient(at, "alice", "s3cr:t@/%");
  open.push(client);
  return client;
};
let server: FtpServer;
let client: FtpClient;
beforeEach(async () => {
  server = await start();
  client = await alice(server);
});
afterEach(async () => {
  for (const it of open.splice(0)) await ("close" in it ? it.close() : it[Symbol.dispose]());
});

/** Opens a listener for the server's connection. */
async function door(
  host = "127.0.0.1",
): Promise<{ port: number; come: Promise<Socket>; count: () => number }> {
  const listener = createServer();
  let count = 0;
  const come = new Promise<Socket>((resolve) => {
    listener.on("connection", (socket) => {
      count++;
      resolve(socket.on("error", () => {}));
    });
  });
  await once(listener.listen(0, host), "listening");
  open.push(listener);
  return { port: (listener.address() as AddressInfo).port, come, count: () => count };
}

const portOf = (port: number, host = "127,0,0,1"): string => `PORT ${host},${port >> 8},${port & 255}`;

describe("PORT (RFC 959 §4.1.2) and EPRT (RFC 2428 §2)", () => {
  test.each([
    portOf,
    (port: number) => `EPRT |1|127.0.0.1|${port}|`,
    (port: number) => `EPRT !1!127.0.0.1!${port}!`,
  ])("connects from the address of the control connection: %#", async (command) => {
    for (let i = 0; i < 2; i++) {
      const { port, come } = await door();
      expect(await client.ask(command(port))).toMatch(/^200 /);
      expect(await client.ask("RETR x.txt")).toMatch(/^150 /);
      const socket = await come;
      expect(socket.remoteAddress).toBe(client.control.remoteAddress);
      expect(await readAll(socket)).toEqual(octets("x\r\n"));
      expect(await client.reply()).toMatch(/^226 /);
    }
  });

  test("accepts an upload, and replies 425 to a transfer without a new PORT", async () => {
    const { port, come } = await door();
    await client.ask(portOf(port));
    expect(await client.ask("STOR up")).toMatch(/^150 /);
    (await come).end("sent");
    expect(await client.reply()).toMatch(/^226 /);
    expect(shown(server.tree())["up"]).toBe("sent");
    expect(await client.ask("RETR up")).toMatch(/^425 /);
  });

  test("does not connect before a transfer, or for a rejected one", async () => {
    const { port, count } = await door();
    await client.ask(portOf(port));
    expect(await client.ask("RETR nosuch")).toMatch(/^550 /);
    expect(await client.ask("NOOP")).toMatch(/^200 /);
    expect(count()).toBe(0);
  });

  test("replies 425 if the client does not listen, and stores nothing", async () => {
    const { port } = await door();
    const listener = open.pop() as Server;
    await new Promise((resolve) => listener.close(resolve));
    for (const command of ["RETR x.txt", "STOR up"]) {
      await client.ask(portOf(port));
      expect(await client.ask(command)).toMatch(/^150 /);
      expect(await client.reply()).toMatch(/^425 /);
    }
    expect(shown(server.tree())).toEqual({ "x.txt": "x\n" });
    await until(() => server.live === 1);
  });

  test("uses the latest of EPSV, PASV, PORT and EPRT", async () => {
    const [one, other] = [await door(), await door()];
    await client.ask("EPSV");
    await client.ask(portOf(one.port));
    await client.ask(portOf(other.port));
    expect(await client.ask("RETR x.txt")).toMatch(/^150 /);
    expect(await readAll(await other.come)).toHaveLength(3);
    expect(await client.reply()).toMatch(/^226 /);
    expect(one.count()).toBe(0);
    await client.ask(portOf(one.port));
    expect((await client.fetch("RETR x.txt")).data).toBe("x\r\n");
    expect(one.count()).toBe(0);
  });

  test("works over IPv6", async (context) => {
    const own = await start({ host: "::1" }).catch(() => undefined);
    if (own === undefined) return context.skip("this machine has no ::1");
    const six = await alice(own);
    const { port, come } = await door("::1");
    expect(await six.ask(`EPRT |1|127.0.0.1|${port}|`)).toBe("522 Network protocol not supported, use (2)");
    expect(await six.ask(portOf(port))).toMatch(/^504 /);
    expect(await six.ask(`EPRT |2|::2|${port}|`)).toMatch(/^504 /);
    expect(await six.ask(`EPRT |2|::1%lo|${port}|`)).toMatch(/^501 /);
    expect(await six.ask(`EPRT |2|0:0:0:0:0:0:0:1|${port}|`)).toMatch(/^200 /);
    await six.ask("RETR x.txt");
    expect(await readAll(await come)).toHaveLength(3);
  });

  test("is the TLS server on an active data connection as well (RFC 4217 §7)", async () => {
    using secure = await secureClient(await start({ tls: { ...SELF_SIGNED, reuse: true } }));
    await secure.ask("USER alice");
    await secure.ask("PASS s3cr:t@/%");
    await secure.ask("PBSZ 0");
    await secure.ask("PROT P");
    const { port, come } = await door();
    await secure.ask(portOf(port));
    expect(await secure.ask("RETR x.txt")).toMatch(/^150 /);
    const session = secure.session();
    const data = connectTls({ socket: await come, session, rejectUnauthorized: false });
    expect(await readAll(data)).toEqual(octets("x\r\n"));
    expect(await secure.reply()).toMatch(/^226 /);
  });
});

describe("rejected addresses of PORT and EPRT (RFC 2577 §3)", () => {
  test.each([
    ["PORT 127,0,0,2,200,10", 504],
    ["PORT 192,0,2,1,200,10", 504],
    ["EPRT |1|127.0.0.2|51210|", 504],
    ["PORT 127,0,0,1,0,25", 504],
    ["PORT 127,0,0,1,3,255", 504],
    ["EPRT |1|127.0.0.1|0|", 504],
    ["EPRT |1|127.0.0.1|1023|", 504],
    ["EPRT |1|127.0.0.1|65536|", 504],
    ["EPRT |1|127.0.0.1|99999|", 504],
    ["EPRT |2|::1|51210|", 522],
    ["EPRT |3|127.0.0.1|51210|", 522],
    ["EPRT |1|localhost|51210|", 501],
    ["EPRT |1|127.1|51210|", 501],
    ["EPRT |1|127.0.0.1|x|", 501],
    ["EPRT |1|127.0.0.1|51210", 501],
    ["EPRT |1|127.0.0.1|51210||", 501],
    ["EPRT  1 127.0.0.1 51210 ", 501],
    ["EPRT", 501],
    ["PORT 127,0,0,1,200", 501],
    ["PORT 127,0,0,1,200,10,1", 501],
    ["PORT 127,0,0,1,256,10", 501],
    ["PORT 127,0,0,1,,10", 501],
    ["PORT 127,0,0,1,-1,10", 501],
    ["PORT 127.0.0.1,200,10", 501],
    ["PORT", 501],
  ])("%s: %i", async (command, code) => {
    expect(Number((await client.ask(command)).slice(0, 3))).toBe(code);
    expect(await client.ask("LIST")).toMatch(/^425 /);
  });

  test("rejects PORT after EPSV ALL", async () => {
    await client.ask("EPSV ALL");
    expect(await client.ask("PORT 127,0,0,1,200,10")).toMatch(/^501 /);
    expect(await client.ask("EPRT |1|127.0.0.1|51210|")).toMatch(/^501 /);
  });

  test("rejects PORT without the option active", async () => {
    const passive = await alice(await start({ active: false }));
    expect(await passive.ask("PORT 127,0,0,1,200,10")).toMatch(/^502 /);
    expect(await passive.ask("EPRT |1|127.0.0.1|51210|")).toMatch(/^502 /);
    expect(await passive.ask("HELP")).not.toMatch(/PORT|EPRT/);
  });
});
