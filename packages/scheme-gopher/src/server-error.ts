import { AccessError, displayText, type Limits, textOf } from "@anyurl/core";
import { type Exchange, Inbox } from "@anyurl/core/exchange";
import type { DataHead } from "./data-head.ts";
import { entityBehind } from "./entity.ts";
import { menuItem } from "./menu-line.ts";
import { Targets } from "./target.ts";

/** An item has moved: the error has where it is now. */
export interface Moved extends AccessError {
  /** `undefined`: no URL can be made of what the server says. */
  readonly movedTo: string | undefined;
}

export function isMoved(error: unknown): error is Moved {
  return error instanceof AccessError && "movedTo" in error;
}

/**
 * Reads the words of an error (Gopher+ §2.3), up to maxReply octets of them: it is an error, however it ends.
 * Its first line has a code, and the administrator in angle brackets; behind the code 3, of an item that has
 * moved, an item stands.
 */
export function* serverError(
  head: DataHead,
  first: Uint8Array | undefined,
  limits: Limits,
): Exchange<never, AccessError> {
  const reader = entityBehind(head);
  const inbox = new Inbox();
  let octets = first;
  while (octets !== undefined && inbox.size < limits.maxReply) {
    inbox.push(reader.push(octets));
    if (reader.done) break;
    octets = yield { do: "receive" };
  }
  return errorOf(inbox.take(limits.maxReply));
}

function errorOf(octets: Uint8Array): AccessError {
  const [first = "", ...lines] = textOf(octets).split(/\r?\n/);
  const code = /^ *([0-9]{1,4})(?: |$)/.exec(first)?.[1];
  const words = lines.filter((line) => line !== "").join(" ");
  // Where there are no further words, the first line has them.
  const reply = displayText(words === "" ? first : words).slice(0, 500);
  const init = { reply, ...(code !== undefined && { replyCode: Number(code) }) };
  if (code === "2") {
    const message = "the server cannot do this now";
    return new AccessError("temporarily-unavailable", message, { ...init, retryable: true });
  }
  if (code === "3") return moved(lines, init);
  if (code === "1" || code === undefined)
    return new AccessError("not-found", "the server does not have the item", init);
  return new AccessError(
    "protocol-error",
    "the server refuses, with a code that Gopher+ does not have",
    init,
  );
}

/** The item stands on the line behind the code, as a menu has it. */
function moved(lines: readonly string[], init: object): AccessError {
  const line = lines.find((each) => each.includes("\t"));
  const item = line === undefined ? undefined : menuItem(line);
  const url = item && new Targets().of(item, item.gophertype, undefined).url;
  const hint = url === undefined ? undefined : `get ${url} instead, or set the gopher option followMoved`;
  const error = new AccessError("not-found", "the item has moved", { ...init, hint });
  return Object.assign(error, { movedTo: url });
}
