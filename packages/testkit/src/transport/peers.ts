import { createSocket, type Socket as UdpSocket } from "node:dgram";
import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, TLSSocket } from "node:tls";
import { EXPIRED, SELF_SIGNED, VALID } from "../certificates.ts";
import { serveHttp } from "./http-peer.ts";
import type { TransportPeers } from "./peer-ports.ts";

const LOOPBACK = "127.0.0.1";
/** The port of a protocol that is no longer used (RFC 863). */
const DISCARD = 9;
/** Maximum milliseconds that an answer of the observer is delayed: a transport that leaks fails then. */
const MAX_WAIT = 10_000;
/** What "flood" sends in all: more than the buffers of two kernels can have. */
const FLOOD = 64 * 1024 * 1024;

/** The peers of the transport exam. They run in Node.js; the transport can run in another process. */
export interface RunningTransportPeers extends AsyncDisposable {
  /** Plain data: give it to the exam as JSON if it runs elsewhere. */
  readonly ports: TransportPeers;
}

/** Starts the peers of the transport exam on 127.0.0.1. */
export async function startTransportPeers(): Promise<RunningTransportPeers> {
  const world = new World();
  const plain = { allowHalfOpen: true };
  const ports: TransportPeers = {
    address: LOOPBACK,
    echo: await world.listen("echo", createServer(plain, echo)),
    farewell: await world.listen(
      "farewell",
      createServer(plain, (socket) => world.farewell(socket)),
    ),
    witness: await world.listen(
      "witness",
      createServer(plain, (socket) => world.witness(socket)),
    ),
    reset: await world.listen("reset", createServer(plain, resetLater)),
    silent: await world.listen(
      "silent",
      createServer((socket) => world.silent(socket)),
    ),
    flood: await world.listen(
      "flood",
      createServer((socket) => world.flood(socket)),
    ),
    closed: await world.reserve(),
    tls: await world.listen("tls", createTlsServer(VALID, echo)),
    tlsExpired: await world.listen("tlsExpired", createTlsServer(EXPIRED, echo)),
    tlsSelfSigned: await world.listen("tlsSelfSigned", createTlsServer(SELF_SIGNED, echo)),
    tlsCut: await world.listen("tlsCut", createServer(plain, cutTls)),
    startTls: await world.listen(
      "startTls",
      createServer(plain, (socket) => startTls(socket, "")),
    ),
    startTlsInjected: await world.listen(
      "startTlsInjected",
      createServer(plain, (socket) => startTls(socket, "injected")),
    ),
    udpEcho: await world.bind((socket, datagram, from) => socket.send(datagram, from.port, from.address)),
    udpClosed: await world.reserveUdp(),
    http: await world.listen("http", createHttpServer(serveHttp)),
    observer: await world.listen(
      "observer",
      createServer(plain, (socket) => world.observe(socket)),
    ),
  };
  return { ports, [Symbol.asyncDispose]: () => world.close() };
}

/** What the peers have seen, which the exam asks "observer" for. */
class World {
  readonly #servers: Server[] = [];
  readonly #sockets = new Set<Socket>();
  /** The names of their peers, without those of the observer. */
  readonly #watched = new Map<Socket, keyof TransportPeers>();
  readonly #datagrams: UdpSocket[] = [];
  readonly #seen = new Map<string, { heard: string; end?: string }>();
  #accepted = 0;
  #written = 0;
  /** Called after each change of the above. */
  readonly #waiting = new Set<() => void>();

  async listen(name: keyof TransportPeers, server: Server): Promise<number> {
    this.#servers.push(server);
    server.on("connection", (socket: Socket) => {
      this.#sockets.add(socket);
      if (name !== "observer") this.#watched.set(socket, name);
      socket.on("error", () => {}).once("close", () => this.#forget(socket));
    });
    server.on("tlsClientError", (_: Error, socket: TLSSocket) => socket.destroy());
    server.on("secureConnection", (socket: TLSSocket) => socket.on("error", () => {}));
    await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve));
    return (server.address() as AddressInfo).port;
  }

  async bind(answer: (socket: UdpSocket, datagram: Uint8Array, from: AddressInfo) => void): Promise<number> {
    const socket = createSocket("udp4");
    this.#datagrams.push(socket);
    socket.on("message", (datagram, { port, address }) =>
      answer(socket, datagram, { port, address, family: "IPv4" }),
    );
    await new Promise<void>((resolve) => socket.bind(0, LOOPBACK, resolve));
    return socket.address().port;
  }

  /** Returns a port on which no process listens. A client has it, so that no other program gets it meanwhile. */
  async reserve(): Promise<number> {
    const client = connect(await this.listen("observer", createServer()), LOOPBACK);
    this.#sockets.add(client);
    await once(client, "connect");
    return client.localPort!;
  }

  /** Returns a port of a socket that takes datagrams of one sender only, which never sends any. */
  async reserveUdp(): Promise<number> {
    const socket = createSocket("udp4");
    this.#datagrams.push(socket);
    await new Promise<void>((resolve) => socket.bind(0, LOOPBACK, resolve));
    await new Promise<void>((resolve) => socket.connect(DISCARD, LOOPBACK, () => resolve()));
    return socket.address().port;
  }

  silent(socket: Socket): void {
    this.#accepted++;
    socket.resume();
    this.#changed();
  }

  /** Sends, ends its side, and records what it still receives. The first line is the name of the record. */
  farewell(socket: Socket): void {
    socket.end("all of it");
    this.witness(socket);
  }

  witness(socket: Socket): void {
    let heard = "";
    let end = "reset";
    socket.on("data", (octets) => {
      heard += octets.toString("latin1");
      const [name, text] = splitLine(heard);
      if (text !== undefined) this.#seen.set(name, { heard: text });
    });
    socket.once("end", () => {
      end = "end";
      socket.end();
    });
    socket.once("close", () => {
      const [name, text] = splitLine(heard);
      this.#seen.set(name, { heard: text ?? "", end });
      this.#changed();
    });
  }

  flood(socket: Socket): void {
    const chunk = new Uint8Array(64 * 1024);
    let sent = 0;
    const write = () => {
      while (!socket.destroyed && sent < FLOOD) {
        sent += chunk.length;
        this.#written += chunk.length;
        if (!socket.write(chunk)) return void socket.once("drain", write);
      }
      socket.end();
    };
    write();
  }

  /** Answers one line with one JSON value, and closes. */
  observe(socket: Socket): void {
    let asked = "";
    socket.on("data", (octets) => {
      asked += octets.toString("latin1");
      const [line, rest] = splitLine(asked);
      if (rest === undefined) return;
      const [command = "", argument = ""] = line.split(" ");
      void this.#answer(command, argument).then((value) => socket.end(JSON.stringify(value ?? null)));
    });
    socket.on("end", () => socket.end());
  }

  #answer(command: string, argument: string): Promise<unknown> {
    switch (command) {
      case "seen": {
        const ended = () => this.#seen.get(argument)?.end !== undefined;
        return this.#until(ended).then(() => this.#seen.get(argument));
      }
      case "accepted":
        return this.#until(() => this.#accepted >= Number(argument)).then(() => this.#accepted);
      case "silent":
        return Promise.resolve(this.#accepted);
      case "written":
        return Promise.resolve(this.#written);
      case "idle":
        return this.#until(() => this.#watched.size === 0).then(() => [...this.#watched.values()]);
      case "call":
        return this.#call(Number(argument));
      default:
        return Promise.reject(new RangeError(`the observer does not know ${command}`));
    }
  }

  async #call(port: number): Promise<string> {
    const socket = connect({ port, host: LOOPBACK, allowHalfOpen: true });
    this.#sockets.add(socket);
    socket.on("error", () => {}).once("close", () => this.#forget(socket));
    socket.end("called");
    return "called";
  }

  async #until(isSo: () => boolean): Promise<void> {
    if (isSo()) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#waiting.delete(check);
        resolve();
      };
      const check = () => isSo() && done();
      const timer = setTimeout(done, MAX_WAIT);
      this.#waiting.add(check);
    });
  }

  #forget(socket: Socket): void {
    this.#sockets.delete(socket);
    this.#watched.delete(socket);
    this.#changed();
  }

  #changed(): void {
    for (const check of [...this.#waiting]) check();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    for (const socket of this.#datagrams) socket.close();
    await Promise.all(this.#servers.map((server) => new Promise((resolve) => server.close(resolve))));
  }
}

/** Returns the first line, and what follows it; `undefined` before the line is whole. */
function splitLine(text: string): readonly [line: string, rest: string | undefined] {
  const at = text.indexOf("\n");
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

function echo(socket: Socket): void {
  socket.on("error", () => {}).pipe(socket);
}

/** Sends "half", and resets the connection after the client has sent something; after a line, together with "more". */
function resetLater(socket: Socket): void {
  socket.write("half");
  socket.once("data", (octets: Uint8Array) => {
    if (octets.at(-1) === 0x0a) socket.write("more", () => socket.resetAndDestroy());
    else socket.resetAndDestroy();
  });
}

/** Starts TLS, sends "part", and closes TCP without a close_notify. */
function cutTls(socket: Socket): void {
  const secured = new TLSSocket(socket, { isServer: true, ...VALID });
  secured.on("error", () => {});
  secured.once("data", () => secured.write("part", () => socket.destroySoon()));
}

/** Starts TLS after a line, and echoes. @param early what it sends in clear after its reply. */
function startTls(socket: Socket, early: string): void {
  socket.once("data", () => {
    socket.write(`go\n${early}`, () => {
      if (early !== "") return void socket.resume().once("end", () => socket.end());
      const secured = new TLSSocket(socket, { isServer: true, ...VALID });
      echo(secured);
    });
  });
}
