import { readDateTime } from "@anyurl/core/exchange";
import { type BodyPart, readBodyStructure } from "./body-structure.ts";
import { type Envelope, isList, readEnvelope } from "./envelope.ts";
import type { Data } from "./response.ts";
import type { Value } from "./values.ts";

/** What a FETCH response says about a message. */
export interface MessageFacts {
  readonly uid: number;
  readonly size: number | undefined;
  /** When the server received it. */
  readonly received: Date | undefined;
  readonly flags: readonly string[];
  readonly envelope: Envelope;
  readonly parts: readonly BodyPart[];
}

/** Reads a FETCH response by the names of its items; `undefined`: another response. */
export function readItems({ name, values: [list] }: Data): ReadonlyMap<string, Value> | undefined {
  if (name !== "FETCH" || !isList(list)) return undefined;
  const items = new Map<string, Value>();
  for (let i = 0; i + 1 < list.length; i += 2) {
    const item = list[i];
    if (typeof item !== "string") continue;
    // "BODY[…]<0>" is the content, and its offset.
    const [content, offset] = /^BODY\[[^\]]*\](?:<([0-9]+)>)?$/i.exec(item) ?? [];
    items.set(content === undefined ? item.toUpperCase() : "CONTENT", list[i + 1]!);
    if (offset !== undefined) items.set("OFFSET", offset);
  }
  return items;
}

/**
 * Reads the facts of a message; `undefined`: the response has no UID, or not the item that the command asked for, so the
 * server sent it by itself: it can send the flags of a message at any time (RFC 3501 §7).
 */
export function readFacts(data: Data, asked: "ENVELOPE" | "BODYSTRUCTURE"): MessageFacts | undefined {
  const items = readItems(data);
  const uid = toNumber(items?.get("UID"));
  if (items === undefined || uid === undefined || !items.has(asked)) return undefined;
  const received = items.get("INTERNALDATE");
  const flags = items.get("FLAGS");
  return {
    uid,
    size: toNumber(items.get("RFC822.SIZE")),
    received: typeof received === "string" ? readDateTime(received.trim()) : undefined,
    flags: isList(flags) ? flags.filter((flag) => typeof flag === "string") : [],
    envelope: readEnvelope(items.get("ENVELOPE")),
    parts: readBodyStructure(items.get("BODYSTRUCTURE")),
  };
}

export function toNumber(value: Value | undefined): number | undefined {
  return typeof value === "string" && /^[0-9]{1,15}$/.test(value) ? Number(value) : undefined;
}
