import { connect, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { VALID } from "@anyurl/testkit/certificates";

/** A server on loopback, its open sockets, and a function that closes everything. */
export interface Running {
  readonly port: number;
  readonly sockets: ReadonlySet<Socket>;
  stop(): Promise<void>;
}

export async function running(server: Server): Promise<Running> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as { port: number }).port,
    sockets,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Every name resolves to loopback; the requested names are recorded. */
function join(
  client: Socket,
  host: string,
  port: number,
  asked: string[],
  answer: (ok: boolean) => Buffer,
): void {
  asked.push(`${host}:${port}`);
  const upstream = connect({ host: "127.0.0.1", port, allowHalfOpen: true });
  upstream.once("connect", () => {
    client.write(answer(true));
    client.pipe(upstream).pipe(client);
  });
  upstream.on("error", () => (client.writable ? client.end(answer(false)) : client.destroy()));
  client.once("close", () => upstream.destroy());
  upstream.once("close", () => client.destroySoon());
}

/** An HTTP proxy that supports only CONNECT (RFC 9110 §9.3.6), with one user if `login` is given. */
export function connectProxy(
  asked: string[],
  { login, tls = false }: { login?: string; tls?: boolean } = {},
) {
  const serve = (client: Socket) => {
    let head = "";
    client.on("error", () => {});
    client.on("data", function read(octets: Buffer) {
      head += octets.toString("latin1");
      if (!head.includes("\r\n\r\n")) return;
      client.off("data", read).pause();
      const [, host, port] = /^CONNECT (\S+):([0-9]+) HTTP\/1\.1\r\n/.exec(head) ?? [];
      const basic = login === undefined ? undefined : `Basic ${Buffer.from(login).toString("base64")}\r\n`;
      if (host === undefined) client.end("HTTP/1.1 400 Bad Request\r\n\r\n");
      else if (basic !== undefined && !head.includes(`Proxy-Authorization: ${basic}`))
        client.end("HTTP/1.1 407 Who are you\r\nProxy-Authenticate: Basic realm=x\r\n\r\n");
      else {
        const answer = (ok: boolean) =>
          Buffer.from(
            ok ? "HTTP/1.1 200 Connection established\r\n\r\n" : "HTTP/1.1 502 Bad Gateway\r\n\r\n",
          );
        join(client, host, Number(port), asked, answer);
      }
    });
  };
  if (tls) return createTlsServer(VALID, serve).on("tlsClientError", () => {});
  return createServer({ allowHalfOpen: true }, serve);
}

/** A SOCKS 5 proxy (RFC 1928), with one user if `login` is given (RFC 1929). */
export function socksProxy(asked: string[], { login }: { login?: string } = {}) {
  return createServer({ allowHalfOpen: true }, (client) => {
    let inbox = Buffer.alloc(0);
    let wake = () => {};
    const onData = (octets: Buffer) => {
      inbox = Buffer.concat([inbox, octets]);
      wake();
    };
    client.on("error", () => {}).on("data", onData);
    const take = async (count: number) => {
      while (inbox.length < count) await new Promise<void>((resolve) => (wake = resolve));
      const taken = inbox.subarray(0, count);
      inbox = inbox.subarray(count);
      return taken;
    };
    const serve = async () => {
      const methods = await take((await take(2))[1]!);
      const method = login === undefined ? 0 : 2;
      if (!methods.includes(method)) return void client.end(Buffer.from([5, 255]));
      client.write(Buffer.from([5, method]));
      if (login !== undefined) {
        const user = await take((await take(2))[1]!);
        const password = await take((await take(1))[0]!);
        const known = `${user}:${password}` === login;
        client.write(Buffer.from([1, known ? 0 : 1]));
        if (!known) return void client.end();
      }
      const kind = (await take(4))[3];
      const address = await take(kind === 1 ? 4 : kind === 4 ? 16 : (await take(1))[0]!);
      const host = kind === 3 ? address.toString() : [...address].join(".");
      const port = (await take(2)).readUInt16BE();
      client.off("data", onData).pause();
      join(client, host, port, asked, (ok) => Buffer.from([5, ok ? 0 : 5, 0, 1, 0, 0, 0, 0, 0, 0]));
    };
    void serve();
  });
}
