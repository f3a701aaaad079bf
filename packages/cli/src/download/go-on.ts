import type { ByteRange, Retrieved } from "anyurl";
import { octetsOf } from "../body.ts";
import { type KeptPart, TAIL } from "./kept-part.ts";

/**
 * Opens the resource where a part ends: some octets before that, which must be what they were, as the size and the date must.
 * Any doubt, and it begins anew. The body that it gives continues the part.
 */
export async function goOn(
  part: KeptPart,
  get: (range?: ByteRange) => Promise<Retrieved>,
): Promise<Retrieved> {
  const known = await part.tail(TAIL);
  if (known.length > 0) {
    const retrieved = await get({ start: part.length - known.length });
    const rest = isSame(part, retrieved) ? await behind(known, retrieved.body) : undefined;
    if (rest !== undefined) {
      note(part, retrieved);
      return { ...retrieved, body: rest };
    }
    await retrieved.body.cancel().catch(() => {});
    await part.restart();
  }
  const retrieved = await get();
  note(part, retrieved);
  return retrieved;
}

function isSame({ facts, length }: KeptPart, { size, modified }: Retrieved): boolean {
  if (size !== undefined && (size < length || (facts.size !== undefined && facts.size !== size)))
    return false;
  return facts.modified === undefined || modified === undefined || facts.modified === modified.toISOString();
}

function note(part: KeptPart, { url, size, modified }: Retrieved): void {
  part.note({ url: part.facts.url ?? url, size, modified: modified?.toISOString() });
}

/** What follows octets that are known; `undefined`: others came, or fewer. */
async function behind(
  known: Uint8Array,
  body: ReadableStream<Uint8Array>,
): Promise<ReadableStream<Uint8Array> | undefined> {
  const octets = octetsOf(body);
  let seen = 0;
  let rest: Uint8Array = new Uint8Array(0);
  while (seen < known.length) {
    const next = await octets.next();
    if (next.done === true) return undefined;
    const same = Math.min(next.value.length, known.length - seen);
    if (!next.value.subarray(0, same).every((octet, i) => octet === known[seen + i])) {
      await octets.return();
      return undefined;
    }
    seen += same;
    rest = next.value.slice(same);
  }
  return new ReadableStream({
    type: "bytes",
    start(controller) {
      if (rest.length > 0) controller.enqueue(rest as Uint8Array<ArrayBuffer>);
    },
    async pull(controller) {
      const next = await octets.next();
      if (next.done === true) {
        controller.close();
        controller.byobRequest?.respond(0);
      } else controller.enqueue(next.value.slice());
    },
    async cancel() {
      await octets.return();
    },
  });
}
