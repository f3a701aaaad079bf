import type { LineDialogue } from "@anyurl/core/exchange";
import type { Capabilities } from "./capabilities.ts";

/** A connection to a news server, and its current state. */
export interface Session extends LineDialogue {
  readonly login: Login;
  readonly clearTextLogin: boolean;
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
