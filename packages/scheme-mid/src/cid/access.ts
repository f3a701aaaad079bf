import type { Attributes, Entity } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import type { CidSettings } from "../options.ts";
import { createPartEntity, describePart, locatePart } from "../part-entity.ts";
import { readGivenMessage } from "../source/find-message.ts";
import type { CidUrl } from "./syntax.ts";

/**
 * Gets a part of the message of the options, decoded.
 *
 * @throws {AccessError} unsupported, not-found, too-large, truncated.
 */
export async function get({ parts }: CidUrl, context: Context<CidSettings>): Promise<Entity> {
  const found = locatePart(await readGivenMessage(context), parts.contentId, context.options);
  return createPartEntity(found, context.options);
}

/** Returns the metadata of a part. */
export async function stat({ parts }: CidUrl, context: Context<CidSettings>): Promise<Attributes> {
  return describePart(locatePart(await readGivenMessage(context), parts.contentId, context.options));
}
