import { deepEqual, equal, ok } from "node:assert/strict";
import type { AccessError, Attributes, OperationName } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import type { Fault } from "./fault.ts";
import type { ExchangePoint } from "./faulty-peer.ts";
import { isConfirmation, STORING } from "./outcomes.ts";
import { CHUNK } from "./payload.ts";
import type { Report } from "./run-fault.ts";
import type { HostileOperation } from "./server-steps.ts";

/** What may be done twice without harm. */
const REPEATABLE: ReadonlySet<OperationName> = new Set(["get", "list", "search", "stat", "put", "open"]);

/** A call that is done has been done: the server has said so, and has got what it was to get. */
export function checkDone(report: Report, { operation, frame = (it) => it }: HostileOperation): void {
  ok(report.confirmed, "nobody has said that it is done, and the call is reported as done");
  const { goods, taken } = report;
  if (goods.upload === undefined) return;
  const due = frame(goods.upload);
  const got = joinBytes(taken);
  if (STORING.has(operation)) {
    ok(
      Buffer.compare(got, due) === 0,
      `the server has ${got.length} octets, or not the ${due.length} that are due`,
    );
  } else if (operation === "send") {
    ok(
      Buffer.from(got).includes(Buffer.from(due)),
      `what is due is not among the ${got.length} octets that the server has got`,
    );
  }
}

/** What has perhaps been done must not be recommended to be done once more. */
export function checkDoubt(
  error: AccessError,
  { operation }: HostileOperation,
  { limits }: Fault,
  { points, transport }: Report,
): void {
  // A deadline is the caller's own, and says nothing of what has been done.
  if (REPEATABLE.has(operation) || limits?.deadline !== undefined) return;
  // What has been appended stays there, also when the server says no to the rest.
  const isDoubtful =
    operation === "append"
      ? transport.connections.slice(1).some(({ sent }) => sent.length > 0)
      : points.some(isConfirmation) && error.replyCode === undefined;
  if (isDoubtful) equal(error.retryable, false, "it may have been done, and the error says: try again");
}

/** Who was refused one step does not take the last one, and writes nothing to whoever does not want it. */
export function checkStop(
  { points, transport, goods }: Report,
  at: ExchangePoint | undefined,
  { operation, frame = (it) => it }: HostileOperation,
): void {
  const behind = points.filter(({ index }) => index > (at?.index ?? -1));
  ok(!behind.some(isConfirmation), "it was refused, and what is behind it was asked for all the same");
  if (!(STORING.has(operation) || operation === "send") || at === undefined || isConfirmation(at)) return;
  const sent = Buffer.concat(transport.connections.flatMap((connection) => connection.sent));
  const written = Buffer.from(frame(goods.upload ?? new Uint8Array(0)));
  ok(
    written.length === 0 || !sent.includes(written),
    "it was refused, and what is to be written was sent all the same",
  );
}

/** Whoever is not read from does not ask its caller for more. */
export function checkPulled({ pulled, taken, limits }: Report, { operation }: HostileOperation): void {
  // A message is written as a whole before anything is sent.
  if (operation === "send") return;
  const most = joinBytes(taken).length + limits.maxBuffer + 2 * CHUNK;
  ok(pulled <= most, `${pulled} octets were asked of the caller, where ${most} are enough`);
}

/** Whatever a server says of a resource, it is of the right kind. */
export function checkAttributes(attributes: Attributes): void {
  const { kind, size, modified } = attributes;
  equal(typeof kind, "string", "attributes name a kind");
  if (size !== undefined) ok(Number.isSafeInteger(size) && size >= 0, `the size is no ${size}`);
  if (modified !== undefined) ok(!Number.isNaN(modified.getTime()), "the date is one");
}

/** What a proper server has said. */
export function checkSame({ attributes }: Report, { attributes: due }: HostileOperation): void {
  ok(attributes !== undefined, "it gives attributes");
  if (due !== undefined) deepEqual(attributes, due, "the attributes");
}
