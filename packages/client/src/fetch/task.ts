import type { OperationName, Scheme, Url } from "@anyurl/core";
import type { Clock } from "../call/clock.ts";
import type { Client } from "../client.ts";
import type { CallOptions } from "../options.ts";
import type { FetchRequest } from "./read-request.ts";

/** The operations that a fetch is made of. A client has them. */
export type FetchOperations<S extends Scheme = Scheme> = Pick<
  Client<S>,
  "registry" | "get" | "list" | "stat" | "put" | "append" | "remove" | "makeDirectory" | "send"
>;

/** One request, and what it is answered with. */
export interface FetchTask {
  readonly client: FetchOperations;
  readonly request: FetchRequest;
  /** The text of the request, as it was read. */
  readonly url: Url;
  /** The operations of its scheme. */
  readonly can: ReadonlySet<OperationName>;
  readonly call: CallOptions;
  readonly clock: Pick<Clock, "now">;
}
