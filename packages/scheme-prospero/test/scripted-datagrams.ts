import { AccessError, DEFAULT_LIMITS, type Limits, resolveLimits, resolveOptions } from "@anyurl/core";
import type { Remote } from "@anyurl/core/exchange";
import type { ProsperoSession } from "../src/exchange.ts";
import { prosperoOptions } from "../src/options.ts";
import type { DatagramExchange } from "../src/step.ts";

/** A datagram on its way to the client. */
export interface Arrival {
  readonly octets: Uint8Array;
  /** Milliseconds after what it answers. Default 0. */
  readonly after?: number;
}

/** What a peer sends back to a datagram of the client. */
export type Peer = (
  sent: Uint8Array,
  told: { readonly to: Remote; readonly at: number },
) => readonly Arrival[];

export interface Sent {
  /** Milliseconds since the beginning. */
  readonly at: number;
  readonly to: string;
  readonly octets: Uint8Array;
}

export interface Played<Event, Result> {
  readonly sent: readonly Sent[];
  readonly opened: readonly { readonly to: string; readonly sentBy: string | undefined }[];
  readonly events: readonly Event[];
  readonly result?: Result;
  readonly error?: unknown;
  /** Milliseconds that all took. */
  readonly took: number;
}

export interface PlayOptions {
  /** Milliseconds after the first datagram at which the client is told that time is up. Default: never. */
  readonly due?: number;
  /** Steps after which a dialogue is stuck. Default 100 000. */
  readonly most?: number;
}

/**
 * Runs an exchange against a scripted peer with a virtual clock that jumps to the next event, so an hour of silence takes
 * no time.
 */
export function play<Event, Result>(
  dialogue: DatagramExchange<Event, Result>,
  peer: Peer,
  { due = Number.POSITIVE_INFINITY, most = 100_000 }: PlayOptions = {},
): Played<Event, Result> {
  let now = 0;
  let remote: Remote = { address: "", port: 0 };
  let begun: number | undefined;
  let coming: { at: number; octets: Uint8Array }[] = [];
  const [sent, opened, events]: [Sent[], { to: string; sentBy: string | undefined }[], Event[]] = [
    [],
    [],
    [],
  ];
  const told = (more: Partial<Played<Event, Result>>) => ({ sent, opened, events, took: now, ...more });
  try {
    let next = dialogue.next({ elapsed: 0 });
    for (let steps = 0; next.done !== true; steps++) {
      if (steps > most) throw new Error("the dialogue does not end");
      const step = next.value;
      if (step.do === "emit") {
        events.push(step.event);
        next = dialogue.next({ elapsed: 0 });
      } else if (step.do === "open") {
        const { host = "", port } = step.endpoint;
        remote = { address: host, port };
        opened.push({ to: keyOf(remote), sentBy: step.sentBy && keyOf(step.sentBy) });
        coming = [];
        begun = undefined;
        next = dialogue.next({ elapsed: 0, remote });
      } else if (step.do === "send") {
        begun ??= now;
        sent.push({ at: now, to: keyOf(remote), octets: step.octets });
        for (const { octets, after = 0 } of peer(step.octets, { to: remote, at: now }))
          coming.push({ at: now + after, octets });
        coming.sort((a, b) => a.at - b.at);
        next = dialogue.next({ elapsed: 0 });
      } else {
        const end = Math.min(now + step.within, (begun ?? now) + due);
        const first = coming[0];
        const isThere = first !== undefined && first.at <= end;
        const since = now;
        now = isThere ? Math.max(now, first.at) : end;
        if (isThere) coming.shift();
        else if (now >= (begun ?? now) + due) {
          const late = new AccessError("timeout", "the reply took too long", {
            hint: "raise the limit replyTimeout",
          });
          next = dialogue.throw(late);
          continue;
        }
        next = dialogue.next({ elapsed: now - since, ...(isThere && { datagram: first.octets }) });
      }
    }
    return told({ result: next.value });
  } catch (error) {
    return told({ error });
  }
}

function keyOf({ address, port }: Remote): string {
  return `${address}:${port}`;
}

export const ID = 0x5a5a;

export function session(
  options: Readonly<Record<string, unknown>> = {},
  limits: Partial<Limits> = {},
  ids: () => number = () => ID,
): ProsperoSession {
  return {
    ...resolveOptions(prosperoOptions, options),
    limits: resolveLimits(limits, DEFAULT_LIMITS),
    connectionId: ids,
  };
}

export function octetsOfHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function hexOf(octets: Uint8Array): string {
  return Array.from(octets, (octet) => octet.toString(16).padStart(2, "0")).join("");
}

/** The same answer under another connection id. */
export function under(id: number, datagram: Uint8Array): Uint8Array {
  const copy = datagram.slice();
  if (copy.length >= 3) copy.set([id >> 8, id & 0xff], 1);
  return copy;
}

const encoder = new TextEncoder();

/** Splits a reply into packets of `size` bytes. */
export function packetsOf(text: string | Uint8Array, size = 1250, id: number = ID): readonly Uint8Array[] {
  const octets = typeof text === "string" ? encoder.encode(text) : text;
  const total = Math.max(1, Math.ceil(octets.length / size));
  return Array.from({ length: total }, (_, i) =>
    packet(i + 1, total, octets.subarray(i * size, (i + 1) * size), { id }),
  );
}

export function packet(
  number: number,
  total: number,
  content: Uint8Array | string = "",
  { id = ID, through = 0, wait = 0, flags = 0, option = 0, fields = [] as readonly number[] } = {},
): Uint8Array {
  const header = [id, number, total, through, wait].flatMap((field) => [field >> 8, field & 0xff]);
  const octets = typeof content === "string" ? encoder.encode(content) : content;
  return Uint8Array.from([13 + fields.length, ...header, flags, option, ...fields, ...octets]);
}

/** A peer that answers a whole request with these datagrams, once for each time that it is sent. */
export function answering(...datagrams: readonly Uint8Array[]): Peer {
  return (sent) => (isRequest(sent) ? datagrams.map((octets) => ({ octets })) : []);
}

/** Has it a number, and text? */
export function isRequest(sent: Uint8Array): boolean {
  return sent.length > (sent[0] ?? 0);
}

/** The text of a request. */
export function textOfRequest(sent: Uint8Array): string {
  return new TextDecoder("latin1").decode(sent.subarray(sent[0]));
}
