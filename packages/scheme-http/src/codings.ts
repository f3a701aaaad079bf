import { AccessError, asciiLowerCase, type Limits, tooLargeError } from "@anyurl/core";
import type { HttpResponse } from "@anyurl/core/exchange";
import { parseList } from "./fields.ts";
import { type Content, inflate, limitExpansion } from "./inflate.ts";
import { FORMATS, isSupported } from "./supported-codings.ts";

/** Old names for the same codings (RFC 9110 §8.4.1). */
const ALIASES: ReadonlyMap<string, string> = new Map([["x-gzip", "gzip"]]);

/** No coding, and what servers send by mistake for it: encodings of MIME that change nothing, and the charset. */
const UNCHANGED: ReadonlySet<string> = new Set(["identity", "none", "7bit", "8bit", "binary", "utf-8"]);

/** The default Accept-Encoding: codings that every runtime can decode, so that a plan is the same in all of them. */
export const ACCEPT_ENCODING = "gzip, deflate";

/** Returns the codings of a response, in the order in which they were applied (RFC 9110 §8.4). */
export function contentCodings({ fields }: Pick<HttpResponse, "fields">): readonly string[] {
  const codings: string[] = [];
  for (const element of parseList(fields, "content-encoding")) {
    const coding = asciiLowerCase(element);
    if (!UNCHANGED.has(coding)) codings.push(ALIASES.get(coding) ?? coding);
  }
  return codings;
}

/**
 * Decodes the content codings of a body.
 *
 * @throws {AccessError} too-large: more than maxCodings; unsupported: a coding that this runtime cannot decode. The
 *   generator throws too-large: the content grows out of proportion; protocol-error: the encoded data is invalid;
 *   truncated.
 */
export function decodeContent(body: Content, applied: readonly string[], { maxCodings }: Limits): Content {
  if (applied.length > maxCodings) {
    throw tooLargeError(`the response exceeds the limit of ${maxCodings} content codings`, "maxCodings");
  }
  const unknown = applied.find((coding) => !isSupported(coding));
  if (unknown !== undefined) {
    throw new AccessError("unsupported", "unsupported Content-Encoding", {
      hint: "set the option acceptEncoding (the server may ignore it)",
      reply: unknown,
    });
  }
  if (applied.length === 1) return inflate(body, FORMATS.get(applied[0]!)!);
  // Each coding can be within the ratio while all together exceed it.
  let taken = 0;
  const count = (octets: Uint8Array) => {
    taken += octets.length;
  };
  const decoded = applied.reduceRight(
    (inner, coding) => inflate(inner, FORMATS.get(coding)!),
    watch(body, count),
  );
  return limitExpansion(decoded, () => taken);
}

/** Passes a body on, and reports its chunks. */
async function* watch(body: Content, report: (octets: Uint8Array) => void): Content {
  try {
    for (;;) {
      const next = await body.next();
      if (next.done === true) return true;
      report(next.value);
      yield next.value;
    }
  } finally {
    await body.return(true);
  }
}
