import { once } from "node:events";
import type { Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import type { EmbeddedServer } from "../src/index.ts";
import { dial, type FtpClient, guest, latin1, octets, portOf, readAll } from "./raw-client.ts";

/** The TLS session that a data connection resumes: the control connection's, another one, or none. */
export type Resume = "control's" | "new session" | Buffer;

/** Like {@link FtpClient}, over TLS. */
export interface TlsClient extends Disposable {
  readonly control: TLSSocket;
  reply(): Promise<string>;
  ask(command: string): Promise<string>;
  /** The latest ticket from the server on the control connection. */
  session(): Buffer;
  /** Sends EPSV and opens an unencrypted connection to that port. */
  openData(): Promise<Socket>;
  /** The latest of these connections. */
  readonly lastData: Socket | undefined;
  /** Runs a complete transfer over TLS. */
  fetch(command: string, resume?: Resume): Promise<{ readonly data: string; readonly final: string }>;
}

/** @param before a client whose AUTH got 234; "implicit": TLS starts immediately. */
export async function secureClient(
  server: EmbeddedServer,
  maxVersion?: "TLSv1.2",
  before?: FtpClient | "implicit",
): Promise<TlsClient> {
  const plain =
    before === "implicit" ? await dial(server.host, server.port) : (before ?? (await asked(server))).control;
  plain.removeAllListeners("data");
  const control = secured(plain, undefined, maxVersion);
  let unread = "";
  let closed = false;
  let wake = (): void => {};
  let ticket: Buffer | undefined;
  let lastData: Socket | undefined;
  control.on("session", (given) => {
    ticket = given;
  });
  control.on("data", (piece: Uint8Array) => {
    unread += latin1(piece);
    wake();
  });
  control.once("close", () => {
    closed = true;
    wake();
  });

  const client: TlsClient = {
    control,
    get lastData() {
      return lastData;
    },
    async reply() {
      for (;;) {
        const whole = /^(\d{3}) [^\n]*\r\n|^(\d{3})-[\s\S]*?\r\n\2 [^\n]*\r\n/.exec(unread)?.[0];
        if (whole !== undefined) {
          unread = unread.slice(whole.length);
          return whole.slice(0, -2).replaceAll("\r\n", "\n");
        }
        if (closed) return "";
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    ask(command) {
      control.write(octets(`${command}\r\n`));
      return client.reply();
    },
    session() {
      // With TLS 1.2 the handshake shows it; with TLS 1.3 the data after the handshake.
      const session = ticket ?? control.getSession();
      if (session === undefined) throw new Error("there is no session");
      return session;
    },
    async openData() {
      lastData = await dial(server.host, portOf(await client.ask("EPSV")));
      return lastData;
    },
    async fetch(command, resume = "control's") {
      const data = await client.openData();
      const preliminary = await client.ask(command);
      if (!preliminary.startsWith("1")) {
        data.destroy();
        return { data: "", final: preliminary };
      }
      const read = readAll(secured(data, ticketOf(client, resume), maxVersion));
      const final = await client.reply();
      const all = await read;
      return { data: all === "reset" ? all : latin1(all), final };
    },
    [Symbol.dispose]() {
      control.destroy();
    },
  };
  await once(control, "secureConnect");
  if (before === "implicit" && !(await client.reply()).startsWith("220 ")) throw new Error("no greeting");
  return client;
}

/** Starts an upload over TLS. */
export async function begunTls(
  client: TlsClient,
  command: string,
  resume: Resume = "control's",
): Promise<TLSSocket> {
  const data = await client.openData();
  const preliminary = await client.ask(command);
  if (!preliminary.startsWith("1")) throw new Error(preliminary);
  const stream = secured(data, ticketOf(client, resume));
  await once(stream, "secureConnect");
  return stream.resume();
}

function ticketOf(client: TlsClient, resume: Resume): Buffer | undefined {
  if (resume === "new session") return undefined;
  return resume === "control's" ? client.session() : resume;
}

async function asked(server: EmbeddedServer): Promise<FtpClient> {
  const client = await guest(server);
  const reply = await client.ask("AUTH TLS");
  if (!reply.startsWith("234 ")) throw new Error(reply);
  return client;
}

function secured(socket: Socket, session?: Buffer, maxVersion?: "TLSv1.2"): TLSSocket {
  const stream = connectTls({
    socket,
    rejectUnauthorized: false,
    ...(session && { session }),
    ...(maxVersion && { maxVersion }),
  });
  stream.on("error", () => {});
  return stream;
}
