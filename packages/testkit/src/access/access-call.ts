import { fail } from "node:assert/strict";
import type { Attributes, Entry, OperationName, Session, Source } from "@anyurl/core";
import { ByteCollector, concat } from "@anyurl/core/exchange";
import type { AccessFixture } from "./access-exam.ts";
import type { AccessCall, AccessClient } from "./server-kit.ts";

/** What an operation has given, to its end. */
export interface Given {
  readonly octets?: Uint8Array;
  readonly complete?: true | false | "unknown";
  readonly size?: number | undefined;
  readonly mediaType?: string | undefined;
  readonly entries?: readonly Entry[];
  readonly attributes?: Attributes;
  /** All that may be shown of it. */
  readonly shown?: unknown;
}

type Changes = Omit<AccessCall, "signal">;

/** Does an operation as the kit has it, to its end. */
export async function called(
  scene: AccessFixture,
  operation: OperationName,
  changes: Changes = {},
  at: string | undefined = undefined,
  source?: Source,
): Promise<Given> {
  const { server, client, controller, exam } = scene;
  const { fixtures } = exam;
  const url = at ?? server.url(fixtures[operation]!.path);
  const options = { ...changes, signal: controller.signal };
  switch (operation) {
    case "get":
      return got(client, url, options);
    case "list":
      return { entries: await allOf(client.list(url, options)) };
    case "search":
      return { entries: await allOf(client.search(url, fixtures.search?.words ?? "", options)) };
    case "stat":
      return { attributes: await has(client, "stat")(url, options) };
    case "put":
    case "append":
    case "send": {
      const { octets = new Uint8Array(0) } = fixtures[operation] ?? {};
      await has(client, operation)(url, source ?? piecesOf(octets), options);
      return {};
    }
    case "rename":
      await has(client, "rename")(url, server.url(fixtures.rename?.to ?? ""), options);
      return {};
    case "open": {
      const { says, hears } = fixtures.open!;
      return { octets: await conversation(await has(client, "open")(url, options), says, hears) };
    }
    default:
      await has(client, operation)(url, options);
      return {};
  }
}

/** Gets, and reads to the end. */
export async function got(client: AccessClient, url: string, options: AccessCall): Promise<Given> {
  const { body, complete, size, mediaType, transcript } = await client.get(url, options);
  const octets = new ByteCollector();
  for await (const piece of body) octets.add(piece);
  return { octets: octets.take(), complete: await complete, size, mediaType, shown: transcript };
}

async function allOf(entries: AsyncIterable<Entry>): Promise<readonly Entry[]> {
  const all: Entry[] = [];
  for await (const entry of entries) all.push(entry);
  return all;
}

function has<N extends keyof AccessClient>(client: AccessClient, name: N): NonNullable<AccessClient[N]> {
  const operation = client[name] ?? fail(`the kit's client has no operation "${name}"`);
  return operation.bind(client) as NonNullable<AccessClient[N]>;
}

/** In three pieces, that nobody takes the first one for all. */
async function* piecesOf(octets: Uint8Array): Source {
  const third = Math.ceil(octets.length / 3);
  for (let at = 0; at < octets.length; at += third) yield octets.slice(at, at + third);
}

/** Are these octets among those? */
export function includes(octets: Uint8Array, wanted: Uint8Array): boolean {
  return Buffer.from(octets).includes(Buffer.from(wanted));
}

/** Says what there is to say, and listens until it has heard enough, or there is no more. */
async function conversation(session: Session, says: Uint8Array, hears: Uint8Array): Promise<Uint8Array> {
  try {
    if (says.length > 0) await session.write(says);
    let heard: Uint8Array = new Uint8Array(0);
    for await (const piece of session.readable) {
      heard = concat(heard, piece);
      if (includes(heard, hears)) break;
    }
    return heard;
  } finally {
    await session[Symbol.asyncDispose]();
  }
}
