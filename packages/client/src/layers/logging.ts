import type { Connection } from "@anyurl/core/exchange";
import { type Layer, wrapConnection, wrapTransport } from "./layer.ts";

/** One thing that a transport has done. `connection` counts the connections that were asked for, from 1. */
export type LogEvent =
  | { readonly do: "resolve"; readonly name: string; readonly addresses: readonly string[] }
  | { readonly do: "resolve-failed"; readonly name: string; readonly code: string }
  | {
      readonly do: "connect";
      readonly connection: number;
      readonly address: string;
      readonly port: number;
      /** TLS from the first octet. */
      readonly tls: boolean;
    }
  /** It is up, TLS included. */
  | { readonly do: "connected"; readonly connection: number }
  | { readonly do: "connect-failed"; readonly connection: number; readonly code: string }
  | { readonly do: "send" | "receive"; readonly connection: number; readonly octets: number }
  /** The peer has said all. */
  | { readonly do: "end"; readonly connection: number }
  | {
      readonly do: "send-failed" | "receive-failed";
      readonly connection: number;
      readonly code: string;
    }
  /** Closed by us; with all octets that went out and came in. */
  | { readonly do: "close"; readonly connection: number; readonly sent: number; readonly received: number };

/**
 * Tells `write` what a transport does: which names and addresses, how many octets, how it failed and ended. Never an
 * octet itself, never a key or a certificate, and of an error its code alone, for its words may be a stranger's. So a log
 * holds no secret but where one goes. Under TLS that was begun later the octets are those of TLS.
 *
 * What `write` throws is dropped: a log that fails is no reason to fail a call.
 */
export function logging(write: (event: LogEvent) => void): Layer {
  const log = (event: LogEvent) => {
    try {
      write(event);
    } catch {
      // Said above.
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
          log({ do: "resolve-failed", name, code: codeOf(error, signal) });
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
          log({ do: "connect-failed", connection, code: codeOf(error, signal) });
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
    // A wait that our own close has ended has not failed.
    if (!closed) log({ do: what, connection, code: codeOf(error) });
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
      received += octets?.length ?? 0;
      if (octets !== undefined) log({ do: "receive", connection, octets: octets.length });
      else if (!ended) log({ do: "end", connection });
      ended ||= octets === undefined;
      return octets;
    },
    close: () => {
      made.close();
      if (closed) return;
      closed = true;
      log({ do: "close", connection, sent, received });
    },
  });
}

/** As "ECONNRESET" or "tls-failed"; "aborted"; "unknown" for an error that has none. */
function codeOf(error: unknown, signal?: AbortSignal): string {
  if (signal?.aborted) return "aborted";
  const code = (error as { readonly code?: unknown } | undefined)?.code;
  return typeof code === "string" && CODE.test(code) ? code : "unknown";
}

const CODE = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
