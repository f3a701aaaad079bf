import { type CredentialsCallback, createClient } from "@anyurl/client";
import type { Limits } from "@anyurl/core";
import { fakeClock, type MemoryPeer, memoryTransport } from "@anyurl/testkit";
import { type LdapOptions, ldap } from "../src/index.ts";
import { OPERATION } from "../src/message.ts";
import { readRequest } from "./hostile-protocol.ts";

const ADDRESS = "10.0.0.1";

export type Answer = (
  request: { readonly id: number; readonly operation: number; readonly octets: Uint8Array },
  peer: MemoryPeer,
) => Uint8Array | undefined | Promise<Uint8Array | undefined>;

/** Creates a client for servers in memory, which answer each request. `undefined` closes the connection. */
export function worldOf(
  answer: Answer,
  {
    options = {},
    limits = {},
    ask,
  }: {
    readonly options?: LdapOptions;
    readonly limits?: Partial<Limits>;
    readonly ask?: CredentialsCallback;
  } = {},
) {
  const transport = memoryTransport({ names: { "h.example": [ADDRESS], "h2.example": ["10.0.0.2"] } });
  const clock = fakeClock();
  const asked: number[] = [];
  const sent: Uint8Array[] = [];
  const serve = async (peer: MemoryPeer) => {
    for (;;) {
      const octets = await peer.receive();
      if (octets === undefined) return peer.end();
      const request = readRequest(octets);
      asked.push(request.operation);
      sent.push(octets);
      if (request.operation === OPERATION.unbindRequest) return peer.end();
      const reply = await answer({ ...request, octets }, peer);
      if (reply === undefined) return peer.end();
      await peer.send(reply);
    }
  };
  for (const address of [ADDRESS, "10.0.0.2"])
    for (const port of [389, 636]) transport.listen(address, port, serve, { tls: "either" });
  const client = createClient({
    schemes: [ldap],
    transport,
    clock,
    limits,
    options: { ldap: options },
    ...(ask && { credentials: ask }),
  });
  return { client, clock, transport, asked, sent };
}

export async function all<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}
