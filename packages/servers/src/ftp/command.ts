import type { Reply } from "./reply.ts";
import type { FtpFeature } from "./server-state.ts";
import type { Session } from "./session-state.ts";
import type { Transfer } from "./transfer.ts";

export type Outcome = Reply | Transfer;

export interface Command {
  /** The argument in HELP; "" if no argument is allowed, "[…]" if it is optional. */
  readonly argument: "" | `<${string}>` | `[<${string}>]`;
  /** Whether the command is allowed before the login. */
  readonly open?: true;
  /** Exists only with this feature. */
  readonly feature?: FtpFeature;
  /** Exists only if the server has this option. */
  readonly option?: "active" | "tls";
  /** Whether the command opens a data connection. */
  readonly transfers?: true;
  /** @param argument the text after the verb and one space, with its bytes; "" if absent. */
  readonly run: (session: Session, argument: string) => Outcome | Promise<Outcome>;
}
