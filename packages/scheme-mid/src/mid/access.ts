import type { Attributes, Entity, Entry } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import type { MidSettings } from "../options.ts";
import {
  createMessageEntity,
  createPartEntity,
  describeMessage,
  describePart,
  listParts,
  locatePart,
} from "../part-entity.ts";
import { findMessage, notDirectory } from "../source/find-message.ts";
import { format, type MidUrl } from "./syntax.ts";

/**
 * Gets a message, or one of its parts, decoded.
 *
 * @throws {AccessError} unsupported, not-found, protocol-error, too-large, truncated; and the errors of the source.
 */
export async function get({ parts }: MidUrl, context: Context<MidSettings>): Promise<Entity> {
  const octets = await findMessage(parts.messageId, context);
  if (parts.contentId === undefined) return createMessageEntity(octets);
  return createPartEntity(locatePart(octets, parts.contentId, context.options), context.options);
}

/** Returns the metadata of a message or part. */
export async function stat({ parts }: MidUrl, context: Context<MidSettings>): Promise<Attributes> {
  const octets = await findMessage(parts.messageId, context);
  if (parts.contentId === undefined) return describeMessage(octets, context.options);
  return describePart(locatePart(octets, parts.contentId, context.options));
}

/** Lists the parts of a message. A part without a Content-ID has the URL of its number. */
export async function* list(
  { parts }: MidUrl,
  context: Context<MidSettings>,
): AsyncGenerator<Entry, void, void> {
  const { messageId } = parts;
  if (parts.contentId !== undefined) throw notDirectory();
  const octets = await findMessage(messageId, context);
  yield* listParts(octets, context, (contentId) => formatUrl(messageId, contentId));
}

/** The Content-ID is not trusted. */
function formatUrl(messageId: string, contentId: string): string | undefined {
  try {
    return format({ messageId, contentId });
  } catch {
    return undefined;
  }
}
