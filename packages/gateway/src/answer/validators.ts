/** What tells one state of a document from another one. */
export interface Validators {
  readonly etag?: string;
  /** Of the clock of the server. */
  readonly modified?: Date;
}

interface Described {
  readonly size?: number | undefined;
  readonly modified?: Date | undefined;
}

/** entity-tag (RFC 9110 §8.8.3). */
const ETAG = /^(?:W\/)?"[!#-~]{0,200}"$/;

/**
 * The validators of what was found: an entity-tag of the server's own (of HTTP), else a weak one of size and time. No
 * time, no tag: a size alone changes too seldom. All are weak, for an answer may be a page that is made of the document.
 *
 * @param variant what the answer is, where one document has several.
 */
export function validatorsOf(
  { size, modified }: Described,
  told: string | undefined,
  variant: string,
): Validators {
  const time = modified?.getTime() ?? Number.NaN;
  const known = Number.isNaN(time) ? {} : { modified: modified! };
  if (told !== undefined && ETAG.test(told))
    return { etag: `W/"${told.replace(/^W\//, "").slice(1, -1)}-${variant}"`, ...known };
  if (Number.isNaN(time)) return {};
  return { etag: `W/"${size ?? ""}-${time.toString(36)}-${variant}"`, ...known };
}

/** The fields that tell of validators; a time that has not come yet is told as now (RFC 9110 §8.8.2.1). */
export function validatorFields({ etag, modified }: Validators, now: number): Record<string, string> {
  const year = modified?.getUTCFullYear() ?? Number.NaN;
  return {
    ...(etag !== undefined && { etag }),
    ...(year >= 0 &&
      year <= 9999 && { "last-modified": new Date(Math.min(modified!.getTime(), now)).toUTCString() }),
  };
}

/** Does the request already have what is there (RFC 9110 §13.1.2, §13.1.3)? */
export function isUnchanged(headers: Headers, { etag, modified }: Validators): boolean {
  const tags = headers.get("if-none-match");
  if (tags !== null) {
    if (tags.trim() === "*") return true;
    return etag !== undefined && tagsOf(tags).includes(etag.replace(/^W\//, ""));
  }
  const since = Date.parse(headers.get("if-modified-since") ?? "");
  if (Number.isNaN(since) || modified === undefined) return false;
  // The field has whole seconds.
  return Math.floor(modified.getTime() / 1000) <= Math.floor(since / 1000);
}

/** Is there a condition that an answer has to be compared with? */
export function isConditional(headers: Headers): boolean {
  return headers.has("if-none-match") || headers.has("if-modified-since");
}

/** Without their weakness: the comparison is weak (RFC 9110 §8.8.3.2). */
function tagsOf(field: string): readonly string[] {
  return Array.from(field.slice(0, MAX_FIELD).matchAll(/"[!#-~]{0,400}"/g), ([tag]) => tag);
}

const MAX_FIELD = 8192;
