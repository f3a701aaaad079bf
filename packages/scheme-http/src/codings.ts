import { AccessError, asciiLowerCase, type Limits } from "@anyurl/core";
import type { HttpResponse } from "@anyurl/core/exchange";
import { elementsOf } from "./fields.ts";
import { inflated, inProportion } from "./inflate.ts";

/** What a runtime may be able to undo, in the order in which we would like it; and what it calls that. */
const FORMATS: ReadonlyMap<string, string> = new Map([
  ["gzip", "gzip"],
  ["deflate", "deflate"],
  ["br", "brotli"],
  ["zstd", "zstd"],
]);

/** Old names for the same (RFC 9110 §8.4.1). */
const ALIASES: ReadonlyMap<string, string> = new Map([["x-gzip", "gzip"]]);

let known: readonly string[] | undefined;

/** The content codings that this runtime can undo. */
export function codings(): readonly string[] {
  known ??= [...FORMATS.keys()].filter((coding) => isKnown(FORMATS.get(coding)!));
  return known;
}

/**
 * What is asked for where nobody has another wish: what every runtime can undo, so that a plan that was made in one holds
 * in another.
 */
export const ACCEPT_ENCODING = "gzip, deflate";

function isKnown(format: string): boolean {
  try {
    new DecompressionStream(format as CompressionFormat);
    return true;
  } catch {
    return false;
  }
}

/** The codings of a response, in the order in which they were applied (RFC 9110 §8.4). */
export function codingsOf({ fields }: Pick<HttpResponse, "fields">): readonly string[] {
  return elementsOf(fields, "content-encoding")
    .map((coding) => asciiLowerCase(coding))
    .map((coding) => ALIASES.get(coding) ?? coding)
    .filter((coding) => coding !== "identity");
}

/**
 * The content without its codings.
 *
 * @throws {AccessError} too-large: more than maxCodings; unsupported: one that cannot be undone here. The generator throws
 *   too-large: it grows out of all proportion; protocol-error: it is not what its coding has it; truncated.
 */
export function decoded(
  body: AsyncGenerator<Uint8Array, void, void>,
  applied: readonly string[],
  { maxCodings }: Limits,
): AsyncGenerator<Uint8Array, void, void> {
  if (applied.length > maxCodings) {
    throw new AccessError("too-large", `the content has more than ${maxCodings} codings around it`, {
      hint: "raise the limit maxCodings",
    });
  }
  const unknown = applied.find((coding) => !codings().includes(coding));
  if (unknown !== undefined) {
    throw new AccessError("unsupported", "the content has a coding that cannot be undone here", {
      hint: `set acceptEncoding, which nobody heeds who sends what was not asked for`,
      reply: unknown,
    });
  }
  const wire = counted(body);
  const content = applied.reduceRight((inner, coding) => inflated(inner, FORMATS.get(coding)!), wire.octets);
  // Each coding by itself may be within bounds, and all together not.
  return applied.length > 1 ? inProportion(content, () => wire.count()) : content;
}

function counted(body: AsyncGenerator<Uint8Array, void, void>) {
  let count = 0;
  async function* octets(): AsyncGenerator<Uint8Array, void, void> {
    try {
      for (;;) {
        const next = await body.next();
        if (next.done === true) return;
        count += next.value.length;
        yield next.value;
      }
    } finally {
      await body.return();
    }
  }
  return { octets: octets(), count: () => count };
}
