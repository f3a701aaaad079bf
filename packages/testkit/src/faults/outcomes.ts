import type { AccessCode, OperationName } from "@anyurl/core";
import type { Outcome } from "./fault.ts";
import type { ExchangePoint, FaultInjector } from "./faulty-peer.ts";
import type { HostileOperation } from "./server-steps.ts";

export const WHOLE: Outcome = { gives: "all" };

/** What writes the octets of a file. */
export const STORING: ReadonlySet<OperationName> = new Set(["put", "append"]);

export function fails(...codes: readonly AccessCode[]): Outcome {
  return { fails: codes };
}

export function wholeOr(...codes: readonly AccessCode[]): Outcome {
  return { gives: "all", fails: codes };
}

export function isReply({ said }: ExchangePoint): boolean {
  return said.is === "reply";
}

export function isBody({ said }: ExchangePoint): boolean {
  return said.is === "body";
}

export function isUpload({ said }: ExchangePoint): boolean {
  return said.is === "upload";
}

/** Is this where the server says that what was asked for is done? */
export function isConfirmation({ said }: ExchangePoint): boolean {
  return said.is === "reply" && said.confirms === true;
}

export function isFarewell({ said }: ExchangePoint): boolean {
  return said.is === "farewell";
}

/** Does the client say something before the server goes on? Then nothing of what follows is due yet. */
export function awaitsLine(at: ExchangePoint, next: ExchangePoint | undefined): boolean {
  return next !== undefined && next.world.heard.length > at.world.heard.length;
}

/** Is the point behind the body? Then a loss there means that nobody has said that the body is whole. */
function isBehindBody(at: ExchangePoint, next: ExchangePoint | undefined): boolean {
  return isReply(at) && (next === undefined || isFarewell(next)) && at.world.heard.length > 0;
}

/** The connection ends where the server was about to speak. */
export function lost(
  { end, tls }: HostileOperation,
  at: ExchangePoint | undefined,
  next: ExchangePoint | undefined,
): Outcome {
  if (at === undefined || isFarewell(at)) return WHOLE;
  // Under TLS it ends without a close_notify.
  const isUnseen = end === "close" && tls === undefined;
  if (isBody(at)) return isUnseen ? { gives: "beginning" } : fails("truncated");
  // What has become of it nobody knows.
  if (isBehindBody(at, next) || isUpload(at) || isConfirmation(at)) return fails("truncated");
  return fails("truncated", "protocol-error", "connect-failed", "temporarily-unavailable");
}

/** As {@link lost}, by force: a reset is never a clean end. */
export function broken(
  operation: HostileOperation,
  at: ExchangePoint | undefined,
  next: ExchangePoint | undefined,
): Outcome {
  return at !== undefined && isBody(at) ? fails("truncated") : lost(operation, at, next);
}

/** The server leaves the client waiting. */
export function late(_operation: HostileOperation, at: ExchangePoint | undefined): Outcome {
  return at !== undefined && isFarewell(at) ? WHOLE : fails("timeout");
}

/** Says that it does not do this, and nothing of what would have followed. */
export function refuse(refusal: string | undefined): FaultInjector {
  return async (turn) => {
    await turn.say(refusal ?? "");
    return "over";
  };
}
