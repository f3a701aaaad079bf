import { displayText, noPlanError, type Plan } from "@anyurl/core";
import type { CidSettings, MidSettings } from "./options.ts";
import { requireMessage, requireSource } from "./source/require-source.ts";
import { expandTemplate } from "./source/template.ts";

/**
 * Returns the places where the message is searched, in order. The plan of a source's own URL has what is sent for it.
 *
 * @throws {AccessError} unsupported: another operation than "get", "stat", and "list", or no option with a place.
 */
export function planMid(messageId: string, operation: string, options: MidSettings): Plan {
  checkOperation("mid", operation, ["get", "stat", "list"]);
  requireSource(options);
  const { store, mailboxes, source } = options;
  const url = source === undefined ? undefined : expandTemplate(source, messageId);
  return createPlan(operation, [
    ...(store === undefined ? [] : [{ text: "ask the store for the message" }]),
    ...mailboxes.map((path) => ({ text: `search the message in ${displayText(path)}` })),
    ...(url === undefined ? [] : [{ text: `open ${displayText(url)} if no mailbox has the message`, url }]),
  ]);
}

/**
 * Returns where the message of a cid URL is read.
 *
 * @throws {AccessError} unsupported: another operation than "get" and "stat", or no option with a message.
 */
export function planCid(operation: string, options: CidSettings): Plan {
  checkOperation("cid", operation, ["get", "stat"]);
  requireMessage(options);
  const { message, file = "" } = options;
  const text = message === undefined ? `read the message in ${displayText(file)}` : "read the given message";
  return createPlan(operation, [{ text }]);
}

function createPlan(operation: string, steps: readonly { text: string; url?: string }[]): Plan {
  return { operation, steps: steps.map((step) => ({ do: "local", ...step, cite: "RFC 2392 §2" })) };
}

function checkOperation(scheme: string, operation: string, operations: readonly string[]): void {
  if (operations.includes(operation)) return;
  throw noPlanError(scheme, operation, operations);
}
