import { type CredentialsCallback, createClient } from "@anyurl/client";
import type { AccessError, Limits } from "@anyurl/core";
import { fakeClock, memoryTransport } from "@anyurl/testkit";
import { ApduInbox } from "../src/apdu.ts";
import { type Z3950Options, z3950 } from "../src/index.ts";
import { APDU } from "../src/message.ts";
import {
  initResponse,
  marc,
  presentResponse,
  record,
  records,
  searchResponse,
  tagOf,
} from "./hostile-protocol.ts";

// Load from disk first, because this takes real time, which the fake clock does not have.
await z3950.access?.();

const ADDRESS = "10.0.0.1";

/** Returns the bytes that answer the nth request of this kind, from 1. `undefined` closes the connection. */
export type Answer = (nth: number) => Uint8Array | undefined;

export interface Behaviour {
  readonly init?: Answer;
  readonly search?: Answer;
  readonly present?: Answer;
  readonly close?: Answer;
}

/** One MARC record. */
export const RECORD = presentResponse(records(record(marc("Tides"))));

/** Creates a client for a server in memory, which finds one record. */
export function worldOf(
  { init = () => initResponse(), search = () => searchResponse(1), present = () => RECORD, close }: Behaviour,
  {
    options = {},
    limits = {},
    ask,
    port = 210,
  }: {
    readonly options?: Z3950Options;
    readonly limits?: Partial<Limits>;
    readonly ask?: CredentialsCallback;
    readonly port?: number;
  } = {},
) {
  const transport = memoryTransport({ names: { "h.example": [ADDRESS] } });
  const clock = fakeClock();
  const sent: Uint8Array[] = [];
  const answers = new Map<number, Answer | undefined>([
    [APDU.initRequest, init],
    [APDU.searchRequest, search],
    [APDU.presentRequest, present],
    [APDU.close, close],
  ]);
  transport.listen(ADDRESS, port, async (peer) => {
    const inbox = new ApduInbox({ maxApdu: 1_000_000 });
    const counts = new Map<number, number>();
    for (let octets = await peer.receive(); octets !== undefined; octets = await peer.receive()) {
      inbox.push(octets);
      for (let apdu = inbox.take(); apdu !== undefined; apdu = inbox.take()) {
        sent.push(apdu);
        const tag = tagOf(apdu);
        const nth = (counts.get(tag) ?? 0) + 1;
        counts.set(tag, nth);
        const reply = answers.get(tag)?.(nth);
        if (reply === undefined) return peer.end();
        await peer.send(reply);
      }
    }
    peer.end();
  });
  const client = createClient({
    schemes: [z3950],
    transport,
    clock,
    limits,
    options: { "z39.50r": options, "z39.50s": options },
    ...(ask && { credentials: ask }),
  });
  return { client, clock, transport, sent };
}

export async function all<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

/** "code: message; hint", and "(reply)". */
export function written({ code, message, hint, reply }: AccessError): string {
  return `${code}: ${message}${reply === undefined ? "" : ` (${reply})`}${hint === undefined ? "" : `; ${hint}`}`;
}

/** The positions and the numbers of records of Present requests. */
export function presented(sent: readonly Uint8Array[]): readonly string[] {
  return sent
    .filter((apdu) => tagOf(apdu) === APDU.presentRequest)
    .map((apdu) => /9e01(..)9d01(..)/.exec(Buffer.from(apdu).toString("hex")))
    .map((match) => `${Number.parseInt(match?.[1] ?? "", 16)}+${Number.parseInt(match?.[2] ?? "", 16)}`);
}
