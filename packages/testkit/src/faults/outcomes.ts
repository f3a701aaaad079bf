import type { AccessCode, OperationName } from "@anyurl/core";
import type { Outcome } from "./fault.ts";
import type { ExchangePoint, FaultInjector } from "./faulty-peer.ts";
import type { HostileOperation, HostileProtocol } from "./server-steps.ts";

export const WHOLE: Outcome = { gives: "all" };

/** Operations that write the bytes of a file. */
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

/** Returns whether the step confirms the operation. */
export function isConfirmation({ said }: ExchangePoint): boolean {
  return said.is === "reply" && said.confirms === true;
}

export function isFarewell({ said }: ExchangePoint): boolean {
  return said.is === "farewell";
}

/** Returns whether requests and replies are lines, and not messages with a length. */
export function hasLines(_operation: HostileOperation, protocol: HostileProtocol): boolean {
  return protocol.requestLength === undefined && protocol.datagrams === undefined;
}

/** Returns whether the client sends a line before the next step. */
export function awaitsLine(at: ExchangePoint, next: ExchangePoint | undefined): boolean {
  return next !== undefined && next.world.heard.length > at.world.heard.length;
}

/** Returns whether the client reads whatever follows a reply on the same connection as the body. */
export function precedesBody(
  { end }: HostileOperation,
  at: ExchangePoint | undefined,
  next: ExchangePoint | undefined,
): boolean {
  if (at?.said.is !== "reply") return false;
  if (at.said.precedes === "body") return true;
  const isNext = next?.said.is === "body" && next.said.on === undefined && !awaitsLine(at, next);
  return end === "close" && isNext;
}

/** Returns the outcome if endless data follows a complete body: a client that knows the end may not read it. */
export function endlessAfter({ end }: HostileOperation): Outcome {
  return end === "mark" ? wholeOr("too-large", "protocol-error", "desync") : fails("too-large");
}

/** Returns whether the point is the reply after the body. Without that reply, the body may be incomplete. */
function isBehindBody(at: ExchangePoint, next: ExchangePoint | undefined): boolean {
  return isReply(at) && (next === undefined || isFarewell(next)) && at.world.heard.length > 0;
}

/** Returns the outcome if the connection closes at a point. */
export function lost(
  { end, operation, tls }: HostileOperation,
  at: ExchangePoint | undefined,
  next: ExchangePoint | undefined,
): Outcome {
  if (at === undefined || isFarewell(at)) return WHOLE;
  // Under TLS it ends without a close_notify, which does not matter to a session: it has no body to complete.
  const isUnseen = end === "close" && (tls === undefined || operation === "open");
  if (isBody(at)) return isUnseen ? { gives: "beginning" } : fails("truncated");
  // The client cannot know whether the operation succeeded.
  if (isBehindBody(at, next) || isUpload(at) || isConfirmation(at)) return fails("truncated");
  return fails("truncated", "protocol-error", "connect-failed", "temporarily-unavailable");
}

/** Returns the outcome of a reset: like {@link lost}, but never a clean end. */
export function broken(
  operation: HostileOperation,
  at: ExchangePoint | undefined,
  next: ExchangePoint | undefined,
): Outcome {
  return at !== undefined && isBody(at) ? fails("truncated") : lost(operation, at, next);
}

/** Returns the outcome if the server stops responding. */
export function late(_operation: HostileOperation, at: ExchangePoint | undefined): Outcome {
  return at !== undefined && isFarewell(at) ? WHOLE : fails("timeout");
}

/** Rejects the client's line and skips the remaining steps for it. */
export function refuse(refusal: string | undefined): FaultInjector {
  return async (turn) => {
    await turn.say(refusal ?? "");
    return "over";
  };
}
