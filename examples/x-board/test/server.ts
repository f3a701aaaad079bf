import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";

export interface Note {
  readonly author: string;
  readonly date: string;
  readonly lines: readonly string[];
}

/** A server of the protocol in the README, on loopback. */
export interface BoardServer {
  readonly port: number;
  /** Each command line that it has received, without CR LF, a connection an array. */
  readonly received: readonly (readonly Uint8Array[])[];
  /** Connections that are open. */
  readonly live: number;
  close(): Promise<void>;
}

/** Notes by their path, as "/lost/umbrella": names escaped as in a URL, lines with one byte per character. */
export type Notes = Map<string, Note>;

export async function startBoardServer(notes: Notes, port = 0): Promise<BoardServer> {
  const received: Uint8Array[][] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const commands: Uint8Array[] = [];
    received.push(commands);
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    // A client that disconnects early is not an error of the server.
    socket.on("error", () => {});
    void serve(socket, notes, commands).catch(() => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    port: (server.address() as { port: number }).port,
    received,
    get live() {
      return sockets.size;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function serve(socket: Socket, notes: Notes, commands: Uint8Array[]): Promise<void> {
  const say = (...lines: readonly string[]) =>
    socket.write(Buffer.from(`${lines.join("\r\n")}\r\n`, "latin1"));
  socket.setEncoding("latin1");
  const lines = createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY });
  lines.on("error", () => {});
  say("200 ready");
  let pinning: { readonly path: string; readonly author: string; readonly lines: string[] } | undefined;
  for await (const line of lines) {
    if (pinning !== undefined && line !== ".") {
      pinning.lines.push(line.slice(1));
      continue;
    }
    commands.push(Buffer.from(line, "latin1"));
    if (pinning !== undefined) {
      notes.set(pinning.path, { author: pinning.author, date: "2026-01-01T00:00:00Z", lines: pinning.lines });
      pinning = undefined;
      say("230 pinned");
      continue;
    }
    const [verb, path = "/", words = ""] = line.split(" ");
    const note = notes.get(path);
    if (verb === "PIN" && note === undefined) {
      pinning = { path, author: words, lines: [] };
      say("300 go on");
    } else if (verb === "PIN") say("403 it is there already");
    else if (verb === "LIST" || verb === "FIND") say(...listing(notes, path, decodeURIComponent(words)));
    else if (verb === "QUIT") {
      say("299 bye");
      socket.end();
      return;
    } else if (note === undefined) say("404 no such note");
    else if (verb === "UNPIN") {
      notes.delete(path);
      say("231 gone");
    } else if (verb === "STAT") say(`212 ${facts(note)}`);
    else say(`210 ${note.date} ${note.author}`, ...note.lines.map((text) => `>${text}`), ".");
  }
}

function listing(notes: Notes, path: string, words: string): readonly string[] {
  const found = [...notes].filter(
    ([name, { lines }]) => name.startsWith(path) && lines.join("\n").includes(words),
  );
  if (found.length === 0 && path !== "/" && words === "") return ["404 no such board"];
  const entries =
    path === "/" && words === ""
      ? [`* ${encodeURIComponent(GREETING)}`, ...new Set(found.map(([name]) => `${name.split("/")[1]} -`))]
      : found.map(([name, note]) => `${name.slice(path.length).replace("/", "%2F")} ${facts(note)}`);
  return ["211", ...entries, "."];
}

const GREETING = "Welcome. Pin what you have lost, found, or want to sell.";

function facts({ date, author, lines }: Note): string {
  return `${date} ${author} ${encodeURIComponent(lines[0] ?? "")}`;
}
