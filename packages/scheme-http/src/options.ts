import type { HttpField } from "@anyurl/core/exchange";

/** A redirect that a server asks for. */
export interface HttpRedirect {
  /** The URL that was asked for, and the one that is named in its place. */
  readonly from: string;
  readonly to: string;
  /** 301, 302, 303, 307 or 308. */
  readonly status: number;
  /** The method of the request that would follow. */
  readonly method: string;
  /** How many were followed before. */
  readonly count: number;
  /** Are scheme, host and port the same? Else no login and no field of the caller's own goes there. */
  readonly sameOrigin: boolean;
  /** Had the reference characters in it that no URL has, and that were escaped? */
  readonly repaired: boolean;
}

/** The head of a final response. */
export interface HttpAnswer {
  /** The URL that has answered, after all redirects. */
  readonly url: string;
  readonly redirected: boolean;
  readonly status: number;
  readonly reason: string;
  /** Names in lower case. */
  readonly fields: readonly HttpField[];
  /** Is the content that follows another than what was sent: without the codings that `content-encoding` tells of? */
  readonly decoded: boolean;
}

/** Options of http and https, for `options: { http: … }` of a client or `options` of a call. */
export interface HttpOptions {
  /** Fields to send, as an object, as pairs, or as a text with a line for each. */
  readonly fields?: Readonly<Record<string, string>> | readonly HttpField[] | string;
  /** Names of such fields that hold a secret, beside Authorization and Cookie. As a text: parted by commas. */
  readonly sensitive?: readonly string[] | string;
  /** The content codings to ask for: "br, gzip", or "identity". Default "gzip, deflate"; br and zstd where the runtime can. */
  readonly acceptEncoding?: string;
  /** "follow" (default); "error": one is an error; "manual": it is the answer; or a function that may refuse one. */
  readonly redirect?:
    | "follow"
    | "error"
    | "manual"
    | ((redirect: HttpRedirect) => boolean | Promise<boolean>);
  /** Entity-tags, or "*": only if what is there is none of these. Else `get` and `stat` fail with not-modified. */
  readonly ifNoneMatch?: string;
  /** Entity-tags, or "*": only if what is there is one of these. Else the call fails with changed. */
  readonly ifMatch?: string;
  readonly ifModifiedSince?: Date | string;
  readonly ifUnmodifiedSince?: Date | string;
  /** Take a user and a password in the URL for a login, once the server asks for one. Default false: refused. */
  readonly allowUserinfo?: boolean;
  /** Octets that `put` or `send` will send, where they are known: they then go out as they are, not in chunks. */
  readonly length?: number;
  /** Give the content of a response whatever its status is. Default false: a failure is an error. */
  readonly anyStatus?: boolean;
  /** Told of the head of the final response, before anything comes of it. */
  readonly onResponse?: (answer: HttpAnswer) => void;
}
