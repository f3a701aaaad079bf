import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
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

interface Peer {
  readonly port: number;
  /** The commands that it received. */
  readonly heard: string[];
}

/** Starts a server that gives these replies, and that connects to the address of PORT for its data. */
async function start(replies: Readonly<Record<string, string>>, host = "127.0.0.1"): Promise<Peer> {
  const sockets = new Set<Socket>();
  const heard: string[] = [];
  let numbers: readonly number[] = [];
  const reply = (control: Socket, line: string): string => {
    const [verb = "", argument = ""] = line.split(" ");
    heard.push(line);
    if (verb === "PORT") numbers = argument.split(",").map(Number);
    const said = { ...REPLIES, ...replies }[verb] ?? "502 no";
    if (verb !== "RETR" || !said.startsWith("150")) return said;
    const [a, b, c, d, high = 0, low = 0] = numbers;
    const data = connect({ host: `${a}.${b}.${c}.${d}`, port: 256 * high + low });
    sockets.add(data.on("error", () => {}));
    data.end("by PORT", () => control.write("226 done\r\n"));
    return said;
  };
  const server = createServer((control) => {
    let text = "";
    sockets.add(control.setEncoding("latin1").on("error", () => {}));
    control.on("data", (octets: string) => {
      text += octets;
      for (let at = text.indexOf("\r\n"); at >= 0; at = text.indexOf("\r\n")) {
        control.write(`${reply(control, text.slice(0, at))}\r\n`);
        text = text.slice(at + 2);
      }
    });
    control.write("220 ready\r\n");
  });
  server.listen(0, host);
  await once(server, "listening");
  servers.push({ server, sockets });
  return { port: (server.address() as AddressInfo).port, heard };
}

const REPLIES: Readonly<Record<string, string>> = {
  USER: "230 welcome",
  TYPE: "200 binary",
  PORT: "200 PORT command successful",
  RETR: "150 here",
  QUIT: "221 bye",
};

const client = createClient({
  schemes: [ftp] as const,
  transport: nodeTransport(),
  options: { ftp: { data: "active" } },
});

const get = async (url: string) => (await client.get(url)).text();

describe("active mode with a server that does not know EPRT (RFC 2428 §2, RFC 959 §4.1.2)", () => {
  it.each(["500 'EPRT': command not understood.", "502 not implemented", "522 use (1)"])(
    "sends PORT with the same address after %s",
    async (refusal) => {
      const { port, heard } = await start({ EPRT: refusal });
      expect(await get(`ftp://127.0.0.1:${port}/x`)).toBe("by PORT");
      const extended = heard.find((line) => line.startsWith("EPRT"))!.split("|");
      const numbers = heard
        .find((line) => line.startsWith("PORT"))!
        .slice(5)
        .split(",")
        .map(Number);
      expect(numbers.slice(0, 4).join(".")).toBe(extended[2]);
      expect(256 * numbers[4]! + numbers[5]!).toBe(Number(extended[3]));
    },
  );

  it("fails if the server refuses PORT too", async () => {
    const { port, heard } = await start({ EPRT: "500 no", PORT: "501 not your address" });
    await expect(get(`ftp://127.0.0.1:${port}/x`)).rejects.toMatchObject({ replyCode: 501 });
    expect(heard.some((line) => line.startsWith("RETR"))).toBe(false);
  });

  it("does not send PORT after a 421, which ends the session (RFC 959 §4.2)", async () => {
    const { port, heard } = await start({ EPRT: "421 closing" });
    await expect(get(`ftp://127.0.0.1:${port}/x`)).rejects.toMatchObject({ code: "temporarily-unavailable" });
    expect(heard.some((line) => line.startsWith("PORT"))).toBe(false);
  });

  it("does not send PORT over IPv6, which it cannot express", async () => {
    const { port, heard } = await start({ EPRT: "522 use (1)" }, "::1");
    await expect(get(`ftp://[::1]:${port}/x`)).rejects.toMatchObject({ name: "AccessError" });
    expect(heard.filter((line) => /^(EPRT|PORT)/.test(line))).toEqual([
      expect.stringMatching(/^EPRT \|2\|::1\|/),
    ]);
  });
});
