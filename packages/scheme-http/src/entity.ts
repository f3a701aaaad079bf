import { AccessError, type ByteRange, type Completeness, type Entity, type Limits } from "@anyurl/core";
import type { HttpResponse } from "@anyurl/core/exchange";
import { codingsOf, decoded } from "./codings.ts";
import { dateOf } from "./date.ts";
import { contentRangeOf, fieldValue, numberOf } from "./fields.ts";

type Content = AsyncGenerator<Uint8Array, void, void>;
type Body = Entity["body"];

/** What a response with content is, as a whole. */
export function entityOf(response: HttpResponse, limits: Limits, now: number): Entity {
  const applied = codingsOf(response);
  const size = applied.length > 0 ? undefined : sizeOf(response);
  const content = applied.length > 0 ? decoded(response.body, applied, limits) : response.body;
  return {
    ...described(response, now),
    ...(size !== undefined && { size }),
    start: 0,
    framing: response.framing,
    body: whole(content),
  };
}

/**
 * The part that was asked for (RFC 9110 §15.3.7); `undefined` where it is given in a way that cannot be used, and the whole
 * has to be asked for.
 *
 * @throws {AccessError} protocol-error: it is another part.
 */
export function partOf(response: HttpResponse, range: ByteRange, now: number): Entity | undefined {
  // A part of what has a coding around it cannot be undone.
  if (codingsOf(response).length > 0) return undefined;
  const { first, last, size } = contentRangeOf(response.fields) ?? {};
  if (first === undefined || last === undefined || first !== range.start) throw otherPart();
  if (range.end !== undefined && last >= range.end) throw otherPart();
  const length = last + 1 - first;
  const said = sizeOf(response);
  if (said !== undefined && said !== length) throw otherPart();
  const wanted = Math.min(range.end ?? Number.POSITIVE_INFINITY, size ?? last + 1);
  return {
    ...described(response, now),
    ...(size !== undefined && { size }),
    start: first,
    framing: "length",
    body: part(response.body, length, last + 1 < wanted),
  };
}

/**
 * Nothing, where the range begins at the end or behind it (RFC 9110 §15.5.17); `undefined` where the response does not say
 * that this is so.
 */
export function nothingOf(response: HttpResponse, range: ByteRange, now: number): Entity | undefined {
  const { first, size } = contentRangeOf(response.fields) ?? {};
  if (first !== undefined || size === undefined || size > range.start) return undefined;
  // What comes with it is about the failure, and so is what describes it.
  const { modified } = described(response, now);
  return {
    size,
    start: range.start,
    framing: "length",
    body: empty(),
    ...(modified !== undefined && { modified }),
  };
}

/** What the fields say of the content. */
export function described(
  { fields }: Pick<HttpResponse, "fields">,
  now: number,
): Pick<Entity, "mediaType" | "modified" | "etag"> {
  const mediaType = fieldValue(fields, "content-type");
  const modified = dateOf(fieldValue(fields, "last-modified"), now);
  const etag = fieldValue(fields, "etag");
  return {
    ...(mediaType !== undefined && { mediaType }),
    ...(modified !== undefined && { modified }),
    ...(etag !== undefined && { etag }),
  };
}

export function sizeOf({ fields }: Pick<HttpResponse, "fields">): number | undefined {
  return numberOf(fieldValue(fields, "content-length"));
}

async function* whole(content: Content): Body {
  yield* content;
  return true;
}

async function* part(content: Content, length: number, isShort: boolean): Body {
  let left = length;
  try {
    for (;;) {
      const next = await content.next();
      if (next.done === true) break;
      left -= next.value.length;
      if (left < 0) throw otherPart();
      yield next.value;
    }
    if (left > 0 || isShort) {
      throw new AccessError("truncated", "the server has sent less than it was asked for", {
        retryable: true,
      });
    }
    return true;
  } finally {
    await content.return();
  }
}

async function* empty(): AsyncGenerator<Uint8Array, Completeness, void> {
  return true;
}

function otherPart(): AccessError {
  return new AccessError("protocol-error", "the server has sent another part than it was asked for");
}
