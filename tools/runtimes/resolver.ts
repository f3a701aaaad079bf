import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** The names that the resolver knows, with their IPv4 addresses. */
const NAMES: Readonly<Record<string, readonly number[]>> = { localhost: [127, 0, 0, 1] };
const TYPE_A = 1;

/** Starts a resolver for DNS over HTTPS (RFC 8484) on loopback, without TLS. It knows `localhost` only. */
export async function startResolver(): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/dns-query`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const query = Buffer.concat(chunks);
    const [name, end] = readName(query);
    const address = query.readUInt16BE(end) === TYPE_A ? NAMES[name] : undefined;
    const record = address === undefined ? [] : [0xc0, 12, 0, TYPE_A, 0, 1, 0, 0, 0, 60, 0, 4, ...address];
    const reply = Buffer.from([...query, ...record]);
    // A response; 3: there is no such name (RFC 1035 §4.1.1).
    reply.writeUInt16BE(NAMES[name] === undefined ? 0x8183 : 0x8180, 2);
    reply.writeUInt16BE(address === undefined ? 0 : 1, 6);
    response.writeHead(200, { "content-type": "application/dns-message" }).end(reply);
  });
}

/** Reads the name of the question, which begins after the header. Returns it, and the position after it. */
function readName(query: Buffer): readonly [name: string, end: number] {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return [labels.join("."), at + 1];
}
