import { AccessError } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import { findField, readHeader, readId } from "../mime/header.ts";
import type { CidSettings, MidSettings } from "../options.ts";
import { findInMailbox, readMessageFile } from "./mailbox.ts";
import { checkSize, collect } from "./read-all.ts";
import { requireMessage, requireSource } from "./require-source.ts";
import { expandTemplate } from "./template.ts";

/**
 * Finds a message by its Message-ID: in the store, in the mailboxes, at the URL of the source.
 *
 * @throws {AccessError} unsupported: no option names a source; not-found; plugin-fault: the store returned no bytes;
 *   protocol-error: the message has another Message-ID; too-large; and the errors of files and of the other URL.
 */
export async function findMessage(messageId: string, context: Context<MidSettings>): Promise<Uint8Array> {
  requireSource(context.options);
  const { store, mailboxes, source, maxSize } = context.options;
  const stored = await store?.get(messageId);
  context.signal.throwIfAborted();
  if (stored !== undefined) return checkMessage(requireOctets(stored, "store"), messageId, context);
  for (const path of mailboxes) {
    const found = await findInMailbox(path, messageId, context);
    if (found !== undefined) return found;
  }
  if (source === undefined) throw notFound("no message has this Message-ID");
  if (context.refer === undefined)
    throw new AccessError("unsupported", "cannot open the source: this client follows no referrals");
  const { body } = await context.refer(expandTemplate(source, messageId));
  return checkMessage(await collect(body, maxSize), messageId, context);
}

/**
 * Returns the message that the options of a cid URL name.
 *
 * @throws {AccessError} unsupported: no option names a message; plugin-fault, too-large, and the errors of files.
 */
export async function readGivenMessage(context: Context<CidSettings>): Promise<Uint8Array> {
  requireMessage(context.options);
  const { message, file = "", maxSize } = context.options;
  if (message !== undefined) {
    const octets = requireOctets(await message(), "message");
    checkSize(octets.length, maxSize);
    return octets;
  }
  return readMessageFile(file, context);
}

function requireOctets(value: unknown, option: string): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw new AccessError("plugin-fault", `the option ${option} did not return a Uint8Array`);
}

function checkMessage(
  octets: Uint8Array,
  messageId: string,
  { options: { maxSize, maxHeaderSize } }: Context<MidSettings>,
): Uint8Array {
  checkSize(octets.length, maxSize);
  const { fields } = readHeader(octets, 0, maxHeaderSize);
  if (readId(findField(fields, "message-id")) === messageId) return octets;
  throw new AccessError("protocol-error", "the message has another Message-ID than the requested one");
}

export function notFound(message: string): AccessError {
  return new AccessError("not-found", message);
}

export function notDirectory(): AccessError {
  return new AccessError("not-a-directory", "the URL names a part of a message, which has no list of parts", {
    hint: "use the URL of the message, without the second id",
  });
}
