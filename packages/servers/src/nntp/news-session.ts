import type { NewsServerState } from "./server-state.ts";
import type { Newsgroup } from "./spool.ts";

/** The state of a session between two commands, written by the commands. */
export interface NewsSession {
  readonly world: NewsServerState;
  secured: boolean;
  /** Whether MODE READER was sent, if it is required. */
  reading: boolean;
  /** Set by AUTHINFO USER, not yet confirmed. */
  user: string | undefined;
  authenticated: boolean;
  group: Newsgroup | undefined;
  /** The current article number. */
  current: number | undefined;
}
