import type { Connection, TlsEndpoint, Transport } from "@anyurl/core/exchange";
import type { Runner } from "../report/runner.ts";
import type { TransportPeers } from "./peer-ports.ts";

export interface TransportExamOptions {
  /** The ports of `startTransportPeers`. They may run in another process. */
  readonly peers: TransportPeers;
  readonly runner: Runner;
  /** The tests that this transport cannot pass, by title, each with the reason. A title that no test has is an error. */
  readonly exceptions?: Readonly<Record<string, string>>;
  /**
   * Why the transport opens no connections, but has `http`. The tests of connections are left out; instead the exam checks that
   * it refuses them clearly.
   */
  readonly noSockets?: string;
  /**
   * The CA of the peers, for `ca` of a TLS endpoint. Default: that of `@anyurl/testkit/certificates`. `false`: the
   * runtime was configured to trust it, because the transport accepts no CAs.
   */
  readonly ca?: string | false;
  /** A name that the runtime can look up, and one of its addresses. Default: localhost, which has 127.0.0.1. */
  readonly known?: { readonly name: string; readonly address: string };
}

/** The transport under test, and what the tests of it share. */
export interface TransportExam extends TransportExamOptions {
  readonly transport: Transport;
  /** Connects to the peer with this port. */
  readonly connect: (port: number, how?: ConnectHow) => Promise<Connection>;
  /** The TLS options that the valid peer fits. */
  readonly tls: TlsEndpoint;
  /** Asks the observer of the peers. */
  readonly ask: (question: string) => Promise<unknown>;
  /** Returns a new name for a record of the peers. */
  readonly newName: () => string;
}

export interface ConnectHow {
  readonly signal?: AbortSignal;
  readonly tls?: TlsEndpoint;
  readonly maxBuffer?: number;
}

/** The default of `maxBuffer` in these tests, in bytes. */
export const MAX_BUFFER: number = 256 * 1024;

export const never = (): AbortSignal => new AbortController().signal;

export function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

export function text(octets: Uint8Array | undefined): string | undefined {
  return octets && new TextDecoder("latin1").decode(octets);
}

/** Receives up to the end. */
export async function readAll(connection: Connection): Promise<string> {
  let all = "";
  for (;;) {
    const octets = await connection.receive();
    if (octets === undefined) return all;
    all += text(octets);
  }
}

/** Receives until `length` bytes have arrived. @throws {Error} the connection ended before. */
export async function readLength(connection: Connection, length: number): Promise<Uint8Array> {
  const all = new Uint8Array(length);
  for (let at = 0; at < length; ) {
    const octets = await connection.receive();
    if (octets === undefined) throw new Error(`the connection ended after ${at} of ${length} bytes`);
    all.set(octets, at);
    at += octets.length;
  }
  return all;
}

/** Declares a test of a section. */
export type DeclareTest = (title: string, body: (exam: TransportExam) => Promise<void>) => void;
