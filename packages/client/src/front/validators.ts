/** The validators of a document (RFC 9110 §8.8). */
export interface Validators {
  readonly etag?: string;
  /** By the clock of the server. */
  readonly modified?: Date;
}

interface ValidatorSource {
  readonly size?: number | undefined;
  readonly modified?: Date | undefined;
  /** The entity-tag of the server. */
  readonly etag?: string | undefined;
}

/** entity-tag (RFC 9110 §8.8.3). */
const ENTITY_TAG = /^(?:W\/)?"[!#-~]{0,200}"$/;

/**
 * Returns the validators of a document: the entity-tag of the server (HTTP), or else one made of size and time. Without
 * a time there is no tag, because a size changes too rarely. All tags are weak, because the response may be a page that
 * is rendered from the document.
 *
 * @param variant distinguishes the representations of one document. `undefined`: this one has no validators.
 */
export function createValidators(
  { size, modified, etag: told }: ValidatorSource,
  variant: string | undefined,
): Validators {
  if (variant === undefined) return {};
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
