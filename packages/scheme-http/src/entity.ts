import { AccessError, type ByteRange, type Completeness, type Entity, type Limits } from "@anyurl/core";
import type { HttpResponse } from "@anyurl/core/exchange";
import { codingsOf, decoded } from "./codings.ts";
import { dateOf } from "./date.ts";
import { contentRangeOf, fieldValue, numberOf } from "./fields.ts";

type Content = AsyncGenerator<Uint8Array, void, void>;
type Body = Entity["body"];

/** Returns a complete response as an entity. */
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
 * Returns the requested range (RFC 9110 §15.3.7), or `undefined` if the partial response is encoded and the whole body
 * must be requested instead.
 *
 * @throws {AccessError} protocol-error: the response has another range.
 */
export function partOf(response: HttpResponse, range: ByteRange, now: number): Entity | undefined {
  // A range of encoded content cannot be decoded.
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
 * Returns an empty entity if the range begins at or after the end (RFC 9110 §15.5.17), or `undefined` if the response
 * does not confirm this.
 */
export function nothingOf(response: HttpResponse, range: ByteRange, now: number): Entity | undefined {
  const { first, size } = contentRangeOf(response.fields) ?? {};
  if (first !== undefined || size === undefined || size > range.start) return undefined;
  // The content and its media type belong to the error, not to the resource.
  const { modified } = described(response, now);
  return {
    size,
    start: range.start,
    framing: "length",
    body: empty(),
    ...(modified !== undefined && { modified }),
  };
}

/** Returns the metadata in the header fields. */
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
      throw new AccessError("truncated", "the server sent less than the requested range", {
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
  return new AccessError("protocol-error", "the server sent another range than requested");
}
