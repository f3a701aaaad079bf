import type { Connection } from "@anyurl/core/exchange";
import { type Layer, wrapConnection, wrapTransport } from "./layer.ts";

/** An event of a transport. `connection` numbers the requested connections, starting at 1. */
export type LogEvent =
  | { readonly do: "resolve"; readonly name: string; readonly addresses: readonly string[] }
  | { readonly do: "resolve-failed"; readonly name: string; readonly code: string }
  | {
      readonly do: "connect";
      readonly connection: number;
      readonly address: string;
      readonly port: number;
      /** TLS from the first byte. */
      readonly tls: boolean;
    }
  /** Connected, including the TLS handshake. */
  | { readonly do: "connected"; readonly connection: number }
  | { readonly do: "connect-failed"; readonly connection: number; readonly code: string }
  | { readonly do: "send" | "receive"; readonly connection: number; readonly octets: number }
  /** The peer has ended its data. */
  | { readonly do: "end"; readonly connection: number }
  | {
      readonly do: "send-failed" | "receive-failed";
      readonly connection: number;
      readonly code: string;
    }
  /** Closed by us, with the total of bytes sent and received. */
  | { readonly do: "close"; readonly connection: number; readonly sent: number; readonly received: number };

/**
 * Logs what a transport does to `write`: names, addresses, numbers of bytes, failures and ends. It never logs data,
 * keys or certificates, and logs only the code of an error, because the message may contain text of the server. So the
 * log does not contain secrets, but shows which servers are used. After STARTTLS, the numbers count the encrypted
 * bytes.
 *
 * Exceptions of `write` are ignored: a failing log must not fail a call.
 */
export function logging(write: (event: LogEvent) => void): Layer {
  const log = (event: LogEvent) => {
    try {
      write(event);
    } catch {
      // See the doc comment.
    }
  };
  let count = 0;
  return (next) =>
    wrapTransport(next, {
      resolve: async (name, signal) => {
        try {
          const addresses = await next.resolve(name, signal);
          log({ do: "resolve", name, addresses: [...addresses] });
          return addresses;
        } catch (error) {
          log({ do: "resolve-failed", name, code: getErrorCode(error, signal) });
          throw error;
        }
      },
      connect: async (endpoint, signal) => {
        const connection = ++count;
        const { address, port, tls } = endpoint;
        log({ do: "connect", connection, address, port, tls: tls !== undefined });
        try {
          const made = await next.connect(endpoint, signal);
          log({ do: "connected", connection });
          return logged(made, connection, log);
        } catch (error) {
          log({ do: "connect-failed", connection, code: getErrorCode(error, signal) });
          throw error;
        }
      },
    });
}

function logged(made: Connection, connection: number, log: (event: LogEvent) => void): Connection {
  let sent = 0;
  let received = 0;
  let ended = false;
  let closed = false;
  const failed = (what: "send-failed" | "receive-failed", error: unknown) => {
    // A receive that our own close ended is not a failure.
    if (!closed) log({ do: what, connection, code: getErrorCode(error) });
  };
  const arrived = (octets: Uint8Array) => {
    received += octets.length;
    log({ do: "receive", connection, octets: octets.length });
    return octets;
  };
  return wrapConnection(made, {
    send: async (octets) => {
      const { length } = octets;
      try {
        await made.send(octets);
      } catch (error) {
        failed("send-failed", error);
        throw error;
      }
      sent += length;
      if (!closed) log({ do: "send", connection, octets: length });
    },
    receive: async (phase) => {
      let octets: Uint8Array | undefined;
      try {
        octets = await made.receive(phase);
      } catch (error) {
        failed("receive-failed", error);
        throw error;
      }
      if (octets !== undefined) return arrived(octets);
      if (!ended) log({ do: "end", connection });
      ended = true;
      return undefined;
    },
    poll: async () => {
      const octets = await made.poll!();
      return octets && arrived(octets);
    },
    close: () => {
      made.close();
      if (closed) return;
      closed = true;
      log({ do: "close", connection, sent, received });
    },
  });
}

/** Returns a code such as "ECONNRESET" or "tls-failed", "aborted", or "unknown" for an error without one. */
function getErrorCode(error: unknown, signal?: AbortSignal): string {
  if (signal?.aborted) return "aborted";
  const code = (error as { readonly code?: unknown } | undefined)?.code;
  return typeof code === "string" && CODE.test(code) ? code : "unknown";
}

const CODE = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
