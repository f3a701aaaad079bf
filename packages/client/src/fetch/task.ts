import type { OperationName, Scheme, Url } from "@anyurl/core";
import type { CallOptions } from "../call/call-options.ts";
import type { Clock } from "../call/clock.ts";
import type { Client } from "../client.ts";
import type { FetchRequest } from "./read-request.ts";

/** The operations that `fetch` uses. A client has them. */
export type FetchOperations<S extends Scheme = Scheme> = Pick<
  Client<S>,
  "registry" | "get" | "list" | "stat" | "put" | "append" | "remove" | "makeDirectory" | "send" | "request"
>;

/** Everything that handling one request needs. */
export interface FetchTask {
  readonly client: FetchOperations;
  readonly request: FetchRequest;
  /** The parsed URL of the request. */
  readonly url: Url;
  /** The operations of the URL's scheme. */
  readonly can: ReadonlySet<OperationName>;
  readonly call: CallOptions;
  readonly clock: Pick<Clock, "now">;
}
