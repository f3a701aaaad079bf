import type { Entity } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import type { DoiSettings } from "../doi-options.ts";
import { getByDoi } from "../doi-resolver.ts";
import type { DoiUrl } from "./syntax.ts";

/** Gets the resource of a DOI name from the resolver in the options: see {@link getByDoi}. */
export async function get(url: DoiUrl, context: Context<DoiSettings>): Promise<Entity> {
  return getByDoi(url.parts, context, url);
}
