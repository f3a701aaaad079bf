import type { HttpField } from "@anyurl/core/exchange";

/** A redirect that a server requests. */
export interface HttpRedirect {
  /** The requested URL, and the target URL of the redirect. */
  readonly from: string;
  readonly to: string;
  /** 301, 302, 303, 307 or 308. */
  readonly status: number;
  /** The method of the next request. */
  readonly method: string;
  /** The number of redirects followed before. */
  readonly count: number;
  /** Whether scheme, host, and port are the same. If not, the login and the caller's own fields are not sent. */
  readonly sameOrigin: boolean;
  /** Whether the reference had invalid characters, which were percent-encoded. */
  readonly repaired: boolean;
}

/** The header of a final response. */
export interface HttpResponseHead {
  /** The URL of the final response, after all redirects. */
  readonly url: string;
  readonly redirected: boolean;
  readonly status: number;
  readonly reason: string;
  /** Names in lower case. */
  readonly fields: readonly HttpField[];
  /** Whether the body was decoded and no longer has the codings in `content-encoding`. */
  readonly decoded: boolean;
}

/** Options of http and https, for `options: { http: … }` of a client or `options` of a call. */
export interface HttpOptions {
  /** Fields to send, as an object, as pairs, or as a string with one line for each. */
  readonly fields?: Readonly<Record<string, string>> | readonly HttpField[] | string;
  /**
   * Names of such fields that are secret, in addition to Authorization and Cookie. As a string: separated by commas.
   */
  readonly sensitive?: readonly string[] | string;
  /**
   * The content codings to request: "br, gzip", or "identity". Default "gzip, deflate"; br and zstd depend on the
   * runtime.
   */
  readonly acceptEncoding?: string;
  /**
   * "follow" (default); "error": a redirect is an error; "manual": the redirect is the response; or a function that can
   * reject a redirect.
   */
  readonly redirect?:
    | "follow"
    | "error"
    | "manual"
    | ((redirect: HttpRedirect) => boolean | Promise<boolean>);
  /**
   * Entity-tags, or "*": only if the resource matches none of them. Otherwise `get` and `stat` fail with not-modified.
   */
  readonly ifNoneMatch?: string;
  /** Entity-tags, or "*": only if the resource matches one of them. Otherwise the call fails with changed. */
  readonly ifMatch?: string;
  readonly ifModifiedSince?: Date | string;
  readonly ifUnmodifiedSince?: Date | string;
  /**
   * Use a user and password in the URL as the login, after the server requires one. Default false: such a URL is an
   * error.
   */
  readonly allowUserinfo?: boolean;
  /** The size in bytes of the body of `put` or `send`, if known. The body is then sent without chunked coding. */
  readonly length?: number;
  /** Return the content of a response whatever its status is. Default false: an error status is an error. */
  readonly anyStatus?: boolean;
  /** Called with the header of the final response, before its content. */
  readonly onResponse?: (answer: HttpResponseHead) => void;
}
