import type { Completeness, Framing } from "./framing.ts";

/** A byte range of an entity: from `start` to before `end`, or to the end of the entity. */
export interface ByteRange {
  readonly start: number;
  readonly end?: number;
}

/** A header field as [name, value]. Order and duplicates matter. */
export type HttpField = readonly [name: string, value: string];

/** The range that a `get` is asked for. */
export interface RangeRequest extends ByteRange {
  /**
   * A strong entity tag. If the entity has another one, the range is of no use, and the whole entity can be sent (HTTP:
   * `If-Range`, RFC 9110 §13.1.5).
   */
  readonly etag?: string;
}

/** The result of `get`. The body can be read once. If you stop early, the connection is closed. */
export interface Entity {
  /** For example "text/plain", if the URL or the server gives it. */
  readonly mediaType?: string;
  /** Size in bytes of the whole entity, if the server announces it: advice, not a promise. */
  readonly size?: number;
  readonly modified?: Date;
  /** The version tag, if the protocol has one: `"x"`, `W/"x"` (RFC 9110 §8.8.3). */
  readonly etag?: string;
  /**
   * The status code of the server in the terms of its protocol, for example 200 in HTTP. A protocol that confirms the body
   * after its end, such as FTP with 226, has a getter here that returns the latest code. Absent: the protocol has none.
   */
  readonly status?: number | undefined;
  /** Header fields of the response, with their names in lower case, if the protocol has them. */
  readonly fields?: readonly HttpField[];
  /** The URL that responded, without a login. Absent: the requested one. */
  readonly url?: string;
  /** Number of redirects that were followed. Default 0. */
  readonly redirects?: number;
  /** The URL to which the server redirects, if the redirect was not followed. */
  readonly redirectUrl?: string;
  /** Offset of the first byte of the body, if the server honored the requested range. Default 0. */
  readonly start?: number;
  /**
   * How the end of the body is known. The client derives from it whether the body is complete; a body that ends with
   * its connection never is for certain. Default: unknown, and the return value of the body decides.
   */
  readonly framing?: Framing;
  /**
   * The entity's bytes, in chunks. The scheme owns each chunk: the client reads it until it requests the next one or
   * ends the body, copies what it keeps, and never transfers or changes it. The scheme can reuse the memory after that,
   * and not before. A failure during the transfer is thrown here. The return value says whether the end of the framing
   * was received.
   */
  readonly body: AsyncGenerator<Uint8Array, Completeness, void>;
}

/**
 * The bytes to write to a resource, in chunks. The caller owns each chunk: it is read until the next one is requested
 * or the source ends, and is never changed, kept, or transferred. The caller can reuse the memory after that. A scheme
 * that needs a chunk for longer copies it with `copyBytes`.
 */
export interface Source extends AsyncIterable<Uint8Array> {
  /** Size in bytes, if known. */
  readonly size?: number;
  /**
   * Can it be read more than once, each time from its first byte? `false`: what was sent must not be sent again, so none
   * of it is held for that. Default: unknown; a scheme can hold what it has sent.
   */
  readonly isRepeatable?: boolean;
}
