/** The validators of a document (RFC 9110 §8.8). */
export interface Validators {
  readonly etag?: string;
  /** By the clock of the server. */
  readonly modified?: Date;
}

interface ValidatorSource {
  readonly size?: number | undefined;
  readonly modified?: Date | undefined;
}

/** entity-tag (RFC 9110 §8.8.3). */
const ENTITY_TAG = /^(?:W\/)?"[!#-~]{0,200}"$/;

/**
 * Returns the validators of a document: the entity-tag of the server (HTTP), or else one made of size and time. Without
 * a time there is no tag, because a size changes too rarely. All tags are weak, because the response may be a page that
 * is rendered from the document.
 *
 * @param variant the kind of response, because one document has several.
 */
export function createValidators(
  { size, modified }: ValidatorSource,
  told: string | undefined,
  variant: string,
): Validators {
  const time = modified?.getTime() ?? Number.NaN;
  const known = Number.isNaN(time) ? {} : { modified: modified! };
  if (told !== undefined && ENTITY_TAG.test(told))
    return { etag: `W/"${told.replace(/^W\//, "").slice(1, -1)}-${variant}"`, ...known };
  if (Number.isNaN(time)) return {};
  return { etag: `W/"${size ?? ""}-${time.toString(36)}-${variant}"`, ...known };
}

/** Returns the headers of the validators. A time in the future is replaced by now (RFC 9110 §8.8.2.1). */
export function validatorHeaders({ etag, modified }: Validators, now: number): Record<string, string> {
  const year = modified?.getUTCFullYear() ?? Number.NaN;
  return {
    ...(etag !== undefined && { etag }),
    ...(year >= 0 &&
      year <= 9999 && { "last-modified": new Date(Math.min(modified!.getTime(), now)).toUTCString() }),
  };
}

/** Does the client already have the current state (RFC 9110 §13.1.2, §13.1.3)? */
export function isUnchanged(headers: Headers, { etag, modified }: Validators): boolean {
  const tags = headers.get("if-none-match");
  if (tags !== null) {
    if (tags.trim() === "*") return true;
    return etag !== undefined && parseEntityTags(tags).includes(etag.replace(/^W\//, ""));
  }
  const since = Date.parse(headers.get("if-modified-since") ?? "");
  if (Number.isNaN(since) || modified === undefined) return false;
  // The field has whole seconds.
  return Math.floor(modified.getTime() / 1000) <= Math.floor(since / 1000);
}

/** Is it a conditional request? */
export function isConditional(headers: Headers): boolean {
  return headers.has("if-none-match") || headers.has("if-modified-since");
}

/** Returns the tags without the weak prefix, for weak comparison (RFC 9110 §8.8.3.2). */
function parseEntityTags(field: string): readonly string[] {
  return Array.from(field.slice(0, MAX_FIELD_LENGTH).matchAll(/"[!#-~]{0,400}"/g), ([tag]) => tag);
}

const MAX_FIELD_LENGTH = 8192;
