import type { Command } from "./command.ts";
import { createReply, type Reply } from "./reply.ts";
import type { Session } from "./session-state.ts";

const READ_ONLY_REPLY: Reply = createReply(550, "Permission denied: read only.");
const GUEST_REPLY: Reply = createReply(550, "Permission denied: not for guests.");

/** Returns whether the user who is logged in can change the tree. */
export function canWrite({ world, guest }: Pick<Session, "world" | "guest">): boolean {
  return world.writable === "everybody" || (world.writable && !guest);
}

/** Wraps a command so that only users who can write may use it. */
export function requireWrite(run: Command["run"]): Command["run"] {
  return (session, argument) => {
    if (canWrite(session)) return run(session, argument);
    return session.world.writable === false ? READ_ONLY_REPLY : GUEST_REPLY;
  };
}
