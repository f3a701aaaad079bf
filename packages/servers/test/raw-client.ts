import { once } from "node:events";
import { connect, type Socket } from "node:net";
import type { EmbeddedServer } from "../src/index.ts";
import { hidesReset } from "../src/resets.ts";

/** Bytes as text, one character each: for writing and comparing in tests. */
export function latin1(octets: Uint8Array): string {
  return Buffer.from(octets).toString("latin1");
}

export function octets(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, "latin1"));
}

export async function dial(host: string, port: number, localAddress?: string): Promise<Socket> {
  const socket = connect({ host, port, ...(localAddress && { localAddress }) });
  await once(socket, "connect");
  socket.on("error", () => {});
  return socket;
}

/** Returns whether a server still accepts connections. If it does not, its port may already be that of another server. */
export async function isListening({ host, port, received }: EmbeddedServer): Promise<boolean> {
  const before = received.length;
  const socket = connect(port, host).on("error", () => {});
  socket.resume().end();
  await new Promise((resolve) => socket.once("close", resolve));
  return received.length > before;
}

/** Reads to the end of the connection; returns "reset" if it is reset. */
export async function readAll(socket: Socket): Promise<Uint8Array | "reset"> {
  const pieces: Uint8Array[] = [];
  socket.on("data", (piece: Uint8Array) => pieces.push(piece));
  let isReset = false;
  socket.once("end", () => {
    isReset = hidesReset(socket);
  });
  return new Promise((resolve) => {
    socket.once("close", (failed) =>
      resolve(failed || isReset ? "reset" : Uint8Array.from(Buffer.concat(pieces))),
    );
  });
}

/** Resolves when the condition is true; otherwise the test fails by its timeout. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

/** A minimal FTP client: it sends what it is given, and splits replies as RFC 959 §4.2 defines. */
export interface FtpClient extends Disposable {
  readonly control: Socket;
  /** Returns the next reply, its lines joined by "\n"; "" if the server has closed. */
  reply(): Promise<string>;
  /** Sends one command, with a byte for each character, and waits for its reply. */
  ask(command: string): Promise<string>;
  send(text: string): void;
  /** Sends EPSV and connects to the port in the reply. */
  openData(localAddress?: string): Promise<Socket>;
  /** Runs a complete transfer: returns its bytes and the final reply. */
  fetch(command: string): Promise<{ readonly data: string; readonly final: string }>;
}

export async function ftpClient(
  server: EmbeddedServer,
  user = "anonymous",
  password = "guest@",
): Promise<FtpClient> {
  const client = await guest(server);
  await client.ask(`USER ${user}`);
  await client.ask(`PASS ${password}`);
  return client;
}

/** Connects and reads the greeting, without a login. */
export async function guest(server: EmbeddedServer): Promise<FtpClient> {
  const control = await dial(server.host, server.port);
  let unread = "";
  let closed = false;
  let wake = (): void => {};
  control.on("data", (piece: Uint8Array) => {
    unread += latin1(piece);
    wake();
  });
  control.once("close", () => {
    closed = true;
    wake();
  });

  async function line(): Promise<string | undefined> {
    for (;;) {
      const end = unread.indexOf("\r\n");
      if (end >= 0) {
        const found = unread.slice(0, end);
        unread = unread.slice(end + 2);
        return found;
      }
      if (closed) return undefined;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  const client: FtpClient = {
    control,
    async reply() {
      const first = await line();
      if (first === undefined) return "";
      const lines = [first];
      if (first[3] === "-") {
        do lines.push((await line()) ?? "");
        while (!lines.at(-1)?.startsWith(`${first.slice(0, 3)} `));
      }
      return lines.join("\n");
    },
    ask(command) {
      client.send(`${command}\r\n`);
      return client.reply();
    },
    send(text) {
      control.write(octets(text));
    },
    async openData(localAddress) {
      return dial(server.host, portOf(await client.ask("EPSV")), localAddress);
    },
    async fetch(command) {
      const data = await client.openData();
      const read = readAll(data);
      const preliminary = await client.ask(command);
      if (!preliminary.startsWith("1")) {
        data.destroy();
        return { data: "", final: preliminary };
      }
      const final = await client.reply();
      const all = await read;
      return { data: all === "reset" ? all : latin1(all), final };
    },
    [Symbol.dispose]() {
      control.destroy();
    },
  };
  await client.reply();
  return client;
}

export function portOf(epsv: string): number {
  return Number(/\(\|\|\|(\d+)\|\)$/.exec(epsv)?.[1]);
}
