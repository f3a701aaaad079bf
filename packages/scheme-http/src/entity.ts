import { AccessError, type ByteRange, type Completeness, type Entity, type Limits } from "@anyurl/core";
import { type HttpResponse, parseHttpDate } from "@anyurl/core/exchange";
import { contentCodings, decodeContent } from "./codings.ts";
import { findFieldValue, parseContentRange, parseNumber } from "./fields.ts";

type Body = Entity["body"];

/** Returns a complete response as an entity. */
export function toEntity(response: HttpResponse, limits: Limits, now: number): Entity {
  const applied = contentCodings(response);
  const size = applied.length > 0 ? undefined : parseContentLength(response);
  const body = applied.length > 0 ? decodeContent(response.body, applied, limits) : response.body;
  return {
    ...describeContent(response, now),
    ...(size !== undefined && { size }),
    start: 0,
    framing: response.framing,
    body,
  };
}

/**
 * Returns the requested range (RFC 9110 §15.3.7), or `undefined` if the partial response is encoded and the whole body
 * must be requested instead.
 *
 * @throws {AccessError} protocol-error: the response has another range.
 */
export function toPartialEntity(response: HttpResponse, range: ByteRange, now: number): Entity | undefined {
  // A range of encoded content cannot be decoded.
  if (contentCodings(response).length > 0) return undefined;
  const { first, last, size } = parseContentRange(response.fields) ?? {};
  if (first === undefined || last === undefined || first !== range.start) throw rangeMismatchError();
  if (range.end !== undefined && last >= range.end) throw rangeMismatchError();
  const length = last + 1 - first;
  const said = parseContentLength(response);
  if (said !== undefined && said !== length) throw rangeMismatchError();
  const wanted = Math.min(range.end ?? Number.POSITIVE_INFINITY, size ?? last + 1);
  return {
    ...describeContent(response, now),
    ...(size !== undefined && { size }),
    start: first,
    framing: "length",
    body: readPart(response.body, length, last + 1 < wanted),
  };
}

/**
 * Returns an empty entity if the range begins at or after the end (RFC 9110 §15.5.17), or `undefined` if the response
 * does not confirm this.
 */
export function toEmptyEntity(response: HttpResponse, range: ByteRange, now: number): Entity | undefined {
  const { first, size } = parseContentRange(response.fields) ?? {};
  if (first !== undefined || size === undefined || size > range.start) return undefined;
  // The content and its media type belong to the error, not to the resource.
  const { modified } = describeContent(response, now);
  return {
    size,
    start: range.start,
    framing: "length",
    body: readNothing(),
    ...(modified !== undefined && { modified }),
  };
}

/** Returns the metadata in the header fields. */
export function describeContent(
  { fields }: Pick<HttpResponse, "fields">,
  now: number,
): Pick<Entity, "mediaType" | "modified" | "etag"> {
  const mediaType = findFieldValue(fields, "content-type");
  const modified = parseHttpDate(findFieldValue(fields, "last-modified"), now);
  const etag = findFieldValue(fields, "etag");
  return {
    ...(mediaType !== undefined && { mediaType }),
    ...(modified !== undefined && { modified }),
    ...(etag !== undefined && { etag }),
  };
}

export function parseContentLength({ fields }: Pick<HttpResponse, "fields">): number | undefined {
  return parseNumber(findFieldValue(fields, "content-length"));
}

async function* readPart(content: HttpResponse["body"], length: number, isShort: boolean): Body {
  let left = length;
  try {
    for (;;) {
      const next = await content.next();
      if (next.done === true) break;
      left -= next.value.length;
      if (left < 0) throw rangeMismatchError();
      yield next.value;
    }
    if (left > 0 || isShort) {
      throw new AccessError("truncated", "the server sent less than the requested range", {
        retryable: true,
      });
    }
    return true;
  } finally {
    await content.return(true);
  }
}

async function* readNothing(): AsyncGenerator<Uint8Array, Completeness, void> {
  return true;
}

function rangeMismatchError(): AccessError {
  return new AccessError("protocol-error", "the server sent another range than requested");
}
