import type { PlatformFetch } from "../src/index.ts";

/** The records of the resolver: a name, its type, and the data of its records with the header of each. */
export interface Reply {
  /** Flags and code of the header. Default: a response without an error. */
  readonly flags?: number;
  readonly records?: readonly (readonly [type: number, data: readonly number[]])[];
}

const DNS_TYPE = { "content-type": "application/dns-message" };

/** A `fetch` that answers as a resolver for DNS over HTTPS. `asked` has the questions as "TYPE name". */
export function createResolver(reply: (question: string) => Reply): {
  readonly fetch: PlatformFetch;
  readonly asked: string[];
} {
  const asked: string[] = [];
  const fetch: PlatformFetch = async (_url, { body }) => {
    const query = body as Uint8Array;
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at]!; length > 0; length = query[at]!) {
      labels.push(new TextDecoder().decode(query.subarray(at + 1, at + 1 + length)));
      at += 1 + length;
    }
    const type = query[at + 2]!;
    const question = `${type} ${labels.join(".")}`;
    asked.push(question);
    return new Response(formatReply(query, reply(question)), { headers: DNS_TYPE });
  };
  return { fetch, asked };
}

/** Repeats the question, as a resolver does. Each record has a pointer to the name in it. */
export function formatReply(
  query: Uint8Array,
  { flags = 0x8180, records = [] }: Reply,
): Uint8Array<ArrayBuffer> {
  const answers = records.flatMap(([type, data]) => [
    ...[0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60],
    ...[data.length >> 8, data.length & 255, ...data],
  ]);
  const message = Uint8Array.from([...query, ...answers]);
  const view = new DataView(message.buffer);
  view.setUint16(2, flags);
  view.setUint16(6, records.length);
  return message;
}
