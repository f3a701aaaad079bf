import { resolveLimits } from "@anyurl/core";
import { type Connection, joinBytes } from "@anyurl/core/exchange";
import { connectByHttp } from "../../../packages/client/src/proxies/http-connect.ts";
import { connectBySocks5 } from "../../../packages/client/src/proxies/socks5.ts";
import type { Target } from "../target.ts";
import { asyncWireTarget } from "./wire.ts";

/** Small, so that inputs exceed them. */
const limits = resolveLimits({ maxLine: 64, maxReply: 200 });
const target = { host: "h.example", port: 21 };
const login = { user: "u", password: "p" };

/** Returns a connection that only receives. What is sent is discarded. */
function receiving(chunks: readonly Uint8Array[]): Connection {
  let at = 0;
  return {
    receive: async () => chunks[at++],
    send: async () => {},
    close: async () => {},
  } as unknown as Connection;
}

async function restOf(connection: Connection): Promise<Uint8Array> {
  const rest: Uint8Array[] = [];
  for (let next = await connection.receive(); next !== undefined; next = await connection.receive())
    rest.push(next.slice());
  return joinBytes(rest);
}

/** Replies of proxies: what follows them belongs to the tunnel, and is not lost. */
export const proxyTargets: readonly Target[] = [
  asyncWireTarget(
    "socks5",
    [
      "\x05\0\x05\0\0\x01\x7f\0\0\x01\0\x15tunnel",
      "\x05\x02\x01\0\x05\0\0\x03\x03abc\0\x15",
      "\x05\x02\x01\x01",
      "\x05\0\x05\x05",
      "\x05\xff",
      `\x05\0\x05\0\0\x04${"\0".repeat(18)}220 ready\r\n`,
      "HTTP/1.1 400 Bad Request\r\n\r\n",
    ],
    async (chunks) => restOf(await connectBySocks5(receiving(chunks), target, login)),
  ),
  asyncWireTarget(
    "http-connect",
    [
      "HTTP/1.1 200 OK\r\n\r\ntunnel",
      "HTTP/1.1 100 Continue\r\nA: b\r\n\r\nHTTP/1.0 200\r\nVia: x\r\n\r\n",
      "HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n",
      "HTTP/1.1 502 Bad Gateway dTpw\r\n\r\n",
      "HTTP/1.1 101 Switching\r\n\r\n",
      `HTTP/1.1 200 OK\r\n${"a: b\r\n".repeat(40)}\r\n`,
      "\x05\0\n",
    ],
    async (chunks) => restOf(await connectByHttp(receiving(chunks), target, login, limits)),
  ),
];
