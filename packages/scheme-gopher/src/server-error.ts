import { AccessError, displayText, type Limits, textOf } from "@anyurl/core";
import { type Exchange, Inbox } from "@anyurl/core/exchange";
import { entityAfterHead } from "./entity.ts";
import { parseMenuItem } from "./menu/menu-line.ts";
import type { DataHead } from "./plus/data-head.ts";
import { TargetResolver } from "./target.ts";

/** The error of an item that has moved, with its new location. */
export interface MovedError extends AccessError {
  /** `undefined` if the reply of the server does not give a valid URL. */
  readonly movedTo: string | undefined;
}

export function isMovedError(error: unknown): error is MovedError {
  return error instanceof AccessError && "movedTo" in error;
}

/**
 * Reads the text of an error (Gopher+ §2.3), up to maxReply bytes. Reports the error even if the text is incomplete.
 * Its first line has a code, and the administrator in angle brackets. After the code 3, for a moved item, comes a menu
 * line with the new location.
 */
export function* readServerError(
  head: DataHead,
  first: Uint8Array | undefined,
  limits: Limits,
): Exchange<never, AccessError> {
  const reader = entityAfterHead(head);
  const inbox = new Inbox();
  let octets = first;
  while (octets !== undefined && inbox.size < limits.maxReply) {
    inbox.push(reader.push(octets));
    if (reader.isDone()) break;
    octets = yield { do: "receive" };
  }
  return toServerError(inbox.take(limits.maxReply));
}

function toServerError(octets: Uint8Array): AccessError {
  const [first = "", ...lines] = textOf(octets).split(/\r?\n/);
  const code = /^ *([0-9]{1,4})(?: |$)/.exec(first)?.[1];
  const words = lines.filter((line) => line !== "").join(" ");
  // If there are no further lines, the message is on the first one.
  const reply = displayText(words === "" ? first : words).slice(0, 500);
  const init = { reply, ...(code !== undefined && { replyCode: Number(code) }) };
  if (code === "2") {
    const message = "the server is temporarily unavailable";
    return new AccessError("temporarily-unavailable", message, init);
  }
  if (code === "3") return movedError(lines, init);
  if (code === "1" || code === undefined)
    return new AccessError("not-found", "the server does not have the item", init);
  return new AccessError(
    "protocol-error",
    "the server rejected the request with an unknown error code",
    init,
  );
}

/** Reads the new location, which is on the line after the code, in the form of a menu line. */
function movedError(lines: readonly string[], init: object): AccessError {
  const line = lines.find((each) => each.includes("\t"));
  const item = line === undefined ? undefined : parseMenuItem(line);
  const url = item && new TargetResolver().of(item, item.gophertype, undefined).url;
  const hint = url === undefined ? undefined : `use ${url}, or set the gopher option followMoved`;
  const error = new AccessError("not-found", "the item has moved", { ...init, hint });
  return Object.assign(error, { movedTo: url });
}
