import { AccessError, asciiLowerCase, type Limits } from "@anyurl/core";
import type { HttpResponse } from "@anyurl/core/exchange";
import { parseList } from "./fields.ts";
import { inflate, limitExpansion } from "./inflate.ts";
import { FORMATS, supportedCodings } from "./supported-codings.ts";

/** Old names for the same codings (RFC 9110 §8.4.1). */
const ALIASES: ReadonlyMap<string, string> = new Map([["x-gzip", "gzip"]]);

/** The default Accept-Encoding: codings that every runtime can decode, so that a plan is the same in all of them. */
export const ACCEPT_ENCODING = "gzip, deflate";

/** Returns the codings of a response, in the order in which they were applied (RFC 9110 §8.4). */
export function contentCodings({ fields }: Pick<HttpResponse, "fields">): readonly string[] {
  return parseList(fields, "content-encoding")
    .map((coding) => asciiLowerCase(coding))
    .map((coding) => ALIASES.get(coding) ?? coding)
    .filter((coding) => coding !== "identity");
}

/**
 * Decodes the content codings of a body.
 *
 * @throws {AccessError} too-large: more than maxCodings; unsupported: a coding that this runtime cannot decode. The
 *   generator throws too-large: the content grows out of proportion; protocol-error: the encoded data is invalid;
 *   truncated.
 */
export function decodeContent(
  body: AsyncGenerator<Uint8Array, unknown, void>,
  applied: readonly string[],
  { maxCodings }: Limits,
): AsyncGenerator<Uint8Array, void, void> {
  if (applied.length > maxCodings) {
    throw new AccessError("too-large", `the response exceeds the limit of ${maxCodings} content codings`, {
      hint: "increase the limit maxCodings",
    });
  }
  const unknown = applied.find((coding) => !supportedCodings().includes(coding));
  if (unknown !== undefined) {
    throw new AccessError("unsupported", "unsupported Content-Encoding", {
      hint: "set the option acceptEncoding (the server may ignore it)",
      reply: unknown,
    });
  }
  const wire = countBytes(body);
  const content = applied.reduceRight((inner, coding) => inflate(inner, FORMATS.get(coding)!), wire.octets);
  // Each coding can be within the ratio while all together exceed it.
  return applied.length > 1 ? limitExpansion(content, () => wire.count()) : content;
}

function countBytes(body: AsyncGenerator<Uint8Array, unknown, void>) {
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
      await body.return(undefined);
    }
  }
  return { octets: octets(), count: () => count };
}
