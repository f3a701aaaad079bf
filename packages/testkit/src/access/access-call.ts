import { fail } from "node:assert/strict";
import type { Attributes, Entry, OperationName, Session, Source } from "@anyurl/core";
import { ByteCollector, concat } from "@anyurl/core/exchange";
import type { AccessFixture } from "./access-exam.ts";
import type { AccessCall, AccessClient } from "./server-kit.ts";

/** The complete result of an operation. */
export interface Given {
  readonly octets?: Uint8Array;
  readonly complete?: true | false | "unknown";
  readonly size?: number | undefined;
  readonly mediaType?: string | undefined;
  /** The status of the response to a `request`. */
  readonly status?: number;
  readonly entries?: readonly Entry[];
  readonly attributes?: Attributes;
  /** The printable transcript of the call. */
  readonly shown?: unknown;
}

type Changes = Omit<AccessCall, "signal">;

/** Runs an operation with the kit's fixture, to its end. */
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
      return { entries: await collectEntries(client.list(url, options)) };
    case "search":
      return { entries: await collectEntries(client.search(url, fixtures.search?.words ?? "", options)) };
    case "stat":
      return { attributes: await has(client, "stat")(url, options) };
    case "put":
    case "append":
    case "send": {
      const { octets = new Uint8Array(0) } = fixtures[operation] ?? {};
      await has(client, operation)(url, source ?? toChunks(octets), options);
      return {};
    }
    case "request": {
      const { method, fields, octets } = fixtures.request!;
      const message = {
        ...(method !== undefined && { method }),
        ...(fields && { fields }),
        ...(octets && { body: source ?? toChunks(octets) }),
      };
      const response = await has(client, "request")(url, message, options);
      const { status, size, transcript } = response;
      return { status, size, octets: await response.bytes(), shown: transcript };
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

/** Gets a URL and reads the body to its end. */
export async function got(client: AccessClient, url: string, options: AccessCall): Promise<Given> {
  const { body, complete, size, mediaType, transcript } = await client.get(url, options);
  const octets = new ByteCollector();
  for await (const chunk of body) octets.add(chunk);
  return { octets: octets.take(), complete: await complete, size, mediaType, shown: transcript };
}

async function collectEntries(entries: AsyncIterable<Entry>): Promise<readonly Entry[]> {
  const all: Entry[] = [];
  for await (const entry of entries) all.push(entry);
  return all;
}

function has<N extends keyof AccessClient>(client: AccessClient, name: N): NonNullable<AccessClient[N]> {
  const operation = client[name] ?? fail(`the kit's client has no operation "${name}"`);
  return operation.bind(client) as NonNullable<AccessClient[N]>;
}

/** Opens the session of the kit, and closes it. */
export async function openWithoutWriting({ server, client, controller, exam }: AccessFixture): Promise<void> {
  const url = server.url(exam.fixtures.open!.path);
  const session = await has(client, "open")(url, { signal: controller.signal });
  await session[Symbol.asyncDispose]();
}

/** Yields three chunks, so that a scheme that writes only the first one fails. */
async function* toChunks(octets: Uint8Array): Source {
  const third = Math.ceil(octets.length / 3);
  for (let at = 0; at < octets.length; at += third) yield octets.slice(at, at + third);
}

/** Returns whether some bytes contain others. */
export function includes(octets: Uint8Array, wanted: Uint8Array): boolean {
  return Buffer.from(octets).includes(Buffer.from(wanted));
}

/** Writes to a session, and reads until the expected bytes or the end arrive. */
async function conversation(session: Session, says: Uint8Array, hears: Uint8Array): Promise<Uint8Array> {
  try {
    if (says.length > 0) await session.write(says);
    let heard: Uint8Array = new Uint8Array(0);
    for await (const chunk of session.readable) {
      heard = concat(heard, chunk);
      if (includes(heard, hears)) break;
    }
    return heard;
  } finally {
    await session[Symbol.asyncDispose]();
  }
}
