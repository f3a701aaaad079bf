import type { HttpStore } from "./store.ts";

export interface HttpRedirection {
  readonly status: 301 | 302 | 303 | 307 | 308;
  /** A reference for the Location field. */
  readonly location: string;
}

export type HttpCoding = "gzip" | "deflate" | "br";

/** The state that all connections of a server share. */
export interface HttpServerState {
  readonly store: HttpStore;
  readonly redirects: ReadonlyMap<string, HttpRedirection>;
  readonly accounts: ReadonlyMap<string, string>;
  readonly private: string;
  readonly login: "basic" | "digest";
  readonly writable: boolean;
  readonly webdav: boolean;
  readonly codings: readonly HttpCoding[];
  readonly ranges: boolean;
}
