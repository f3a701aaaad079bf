import { deepEqual, equal, ok } from "node:assert/strict";
import type { AccessError, Attributes, OperationName } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import type { Fault } from "./fault.ts";
import type { ExchangePoint } from "./faulty-peer.ts";
import { isConfirmation, STORING } from "./outcomes.ts";
import { CHUNK } from "./payload.ts";
import type { Report } from "./run-fault.ts";
import type { HostileOperation } from "./server-steps.ts";

/** Operations that are safe to repeat. */
const REPEATABLE: ReadonlySet<OperationName> = new Set([
  "get",
  "list",
  "search",
  "stat",
  "put",
  "open",
  "request",
]);

/** Checks that a successful call is confirmed by the server, and that the server received the whole upload. */
export function checkDone(report: Report, { operation, frame = (it) => it }: HostileOperation): void {
  ok(
    report.confirmed,
    "the call succeeded without a confirmation of the server, which is a reply with `confirms: true`",
  );
  const { goods, taken } = report;
  if (goods.upload === undefined) return;
  const due = frame(goods.upload);
  const got = joinBytes(taken);
  if (STORING.has(operation)) {
    ok(
      Buffer.compare(got, due) === 0,
      `the server received ${got.length} bytes, which differ from the ${due.length} bytes that were written`,
    );
  } else if (operation === "send") {
    ok(
      Buffer.from(got).includes(Buffer.from(due)),
      `the ${got.length} bytes that the server received do not include the message`,
    );
  }
}

/** Checks that an error does not recommend a retry if the operation may have succeeded. */
export function checkDoubt(
  error: AccessError,
  { operation }: HostileOperation,
  { limits }: Fault,
  { points, transport }: Report,
): void {
  // A deadline belongs to the caller and says nothing about the server.
  if (REPEATABLE.has(operation) || limits?.deadline !== undefined) return;
  // Appended bytes stay at the server, even if it rejects the rest.
  const isDoubtful =
    operation === "append"
      ? transport.connections.slice(1).some(({ sent }) => sent.length > 0)
      : points.some(isConfirmation) && error.replyCode === undefined;
  if (isDoubtful)
    equal(error.retryable, false, "retryable of an error after which the operation may have succeeded");
}

/** Checks that the client stops after a rejected step: it neither sends the body nor takes the last step. */
export function checkStop(
  { points, transport, goods }: Report,
  at: ExchangePoint | undefined,
  { operation, frame = (it) => it }: HostileOperation,
): void {
  const behind = points.filter(({ index }) => index > (at?.index ?? -1));
  ok(!behind.some(isConfirmation), "the client continued after a rejected step");
  if (!(STORING.has(operation) || operation === "send") || at === undefined || isConfirmation(at)) return;
  const sent = Buffer.concat(transport.connections.flatMap((connection) => connection.sent));
  const written = Buffer.from(frame(goods.upload ?? new Uint8Array(0)));
  ok(written.length === 0 || !sent.includes(written), "the client sent the body after a rejected step");
}

/** Checks backpressure: while the server does not read, the client does not read more from its source. */
export function checkPulled({ pulled, taken, limits }: Report, { operation }: HostileOperation): void {
  // A message is composed completely before anything is sent.
  if (operation === "send") return;
  const most = joinBytes(taken).length + limits.maxBuffer + 2 * CHUNK;
  ok(pulled <= most, `the client read ${pulled} bytes from its source, but the limit is ${most}`);
}

/** Checks that attributes have the right types, whatever the server sends. */
export function checkAttributes(attributes: Attributes): void {
  const { kind, size, modified } = attributes;
  equal(typeof kind, "string", "type of the kind");
  if (size !== undefined) ok(Number.isSafeInteger(size) && size >= 0, `invalid size: ${size}`);
  if (modified !== undefined) ok(!Number.isNaN(modified.getTime()), "invalid modification date");
}

/** Checks that the attributes are those that the server sent. */
export function checkSame({ attributes }: Report, { attributes: due }: HostileOperation): void {
  ok(attributes !== undefined, "the call returned no attributes");
  if (due !== undefined) deepEqual(attributes, due, "the attributes");
}
