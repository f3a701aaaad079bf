import type { Remote } from "./context.ts";
import type { Source } from "./operations.ts";
import type { Endpoint } from "./step.ts";

/** A field of a message, as [name, value]. Order counts, and so do two of one name. */
export type HttpField = readonly [name: string, value: string];

/** A request (RFC 9110 §3.4), as a scheme makes it. `Host` is written by whoever sends it. */
export interface HttpRequest {
  readonly endpoint: Endpoint & { readonly host: string };
  /** A token, as "GET". */
  readonly method: string;
  /** The request target in origin form: path and query as the URL has them, never a fragment. */
  readonly target: string;
  readonly fields: readonly HttpField[];
  readonly body?: Source;
  /** Octets of the body, where they are known. */
  readonly length?: number;
  /** Is a password or a token among the fields? It may go over TLS alone, where the policy says so. */
  readonly secret?: boolean;
}

/** A final response (RFC 9110 §3.5). Interim ones have been read over. */
export interface HttpResponse {
  readonly status: number;
  readonly reason: string;
  /** Names in lower case. */
  readonly fields: readonly HttpField[];
  /**
   * The content: transfer codings are gone, content codings are not. It ends well only where it was whole; to leave it
   * early closes the connection.
   */
  readonly body: AsyncGenerator<Uint8Array, void, void>;
  /** Where it came from. */
  readonly remote: Remote;
}
