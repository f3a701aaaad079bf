import type { Limits } from "@anyurl/core";
import type { Capabilities } from "./capabilities.ts";
import type { Inbox } from "./packet-queue.ts";

/** A connection to a news server, and its current state. */
export interface Session {
  readonly limits: Limits;
  readonly login: Login;
  readonly clearTextLogin: boolean;
  inbox: Inbox;
  /** `undefined`: a server of RFC 977, which has no CAPABILITIES. */
  capabilities: Capabilities | undefined;
  /** Whether TLS is active. */
  secured: boolean;
  authenticated: boolean;
}

/** The login from the URL. */
export interface Login {
  readonly user: string | undefined;
  readonly password: string | undefined;
}
