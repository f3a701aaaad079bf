import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { octetsOf, textOf } from "@anyurl/core";
import { concat, Inbox } from "@anyurl/core/exchange";
import type { KitServer } from "../../../src/index.ts";

/** The only user with a login. */
const USER = "bob";
const PASSWORD = "s3cr:t";
/** The text that only this user may read. */
const HIS = "his own";

/**
 * Starts an x-echo server on 127.0.0.1 with these texts. Its URLs have bob's login, unless the path begins with "//".
 */
export async function startEchoServer(texts: Readonly<Record<string, Uint8Array>>): Promise<KitServer> {
  const room = new Map(Object.entries(texts));
  const received: Uint8Array[][] = [];
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    const lines: Uint8Array[] = [];
    received.push(lines);
    sockets.add(socket);
    socket.on("error", () => {}); // the client may reset at any time
    socket.on("close", () => sockets.delete(socket));
    serve(socket, room, lines);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: (path) =>
      path.startsWith("//")
        ? `x-echo://127.0.0.1:${port}${path.slice(1)}`
        : `x-echo://bob:s3cr%3At@127.0.0.1:${port}${path}`,
    received,
    get live() {
      return sockets.size;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      if (server.listening) await once(server.close(), "close");
    },
  };
}

interface Upload {
  readonly name: string;
  readonly lines: Uint8Array[];
}

function serve(socket: Socket, room: Map<string, Uint8Array>, received: Uint8Array[]): void {
  const inbox = new Inbox();
  let user = "";
  let isBob = false;
  let upload: Upload | undefined;
  const say = (text: string): void => void socket.write(octetsOf(text));
  const login = (verb: string, text: string): string => {
    if (verb === "USER") user = text;
    else isBob = user === USER && text === PASSWORD;
    return verb === "USER" || isBob ? "200 go on\r\n" : "401 no\r\n";
  };
  const answer = (line: string): string => {
    const [verb = ""] = line.split(" ", 1);
    const name = line.slice(verb.length + 1);
    if (verb === "USER" || verb === "PASS") return login(verb, name);
    if (verb === "LIST") {
      const names = [...room.keys()].filter((each) => isBob || each !== HIS);
      return `200 here\r\n${names.map((each) => `+${each}\r\n`).join("")}.\r\n`;
    }
    if (name === HIS && !isBob) return "403 not yours\r\n";
    if (verb === "PUT") {
      upload = { name, lines: [] };
      return "100 go on\r\n";
    }
    const known = room.get(name);
    if (known === undefined) return "404 nothing\r\n";
    if (verb === "REMOVE") return room.delete(name) ? "200 gone\r\n" : "";
    const size = `200 ${known.length}\r\n`;
    return verb === "GET" ? `${size}${textOf(known)}200 that was all\r\n` : size;
  };
  /** Handles a line of an upload: its end, or one more line of it. */
  const keep = (octets: Uint8Array, { name, lines }: Upload): void => {
    const line = textOf(octets);
    if (line !== ".") {
      lines.push(octets.slice(line.startsWith(".") ? 1 : 0), octetsOf("\r\n"));
      return;
    }
    received.push(octets);
    room.set(name, concat(...lines));
    upload = undefined;
    say("200 I have it\r\n");
  };
  say("200 hello\r\n");
  socket.on("data", (chunk) => {
    inbox.push(chunk);
    for (let octets = inbox.takeLine(MAX_LINE); octets !== undefined; octets = inbox.takeLine(MAX_LINE)) {
      if (upload !== undefined) {
        keep(octets, upload);
        continue;
      }
      received.push(octets);
      say(answer(textOf(octets)));
    }
  });
}

const MAX_LINE = 1_000_000;
