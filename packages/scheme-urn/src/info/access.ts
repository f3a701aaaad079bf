import type { Entity } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import type { DoiSettings } from "../doi-options.ts";
import { getByDoi } from "../doi-resolver.ts";
import { requireDoi } from "./require-doi.ts";
import type { InfoUrl } from "./syntax.ts";

/** Gets the resource of an info URL with a DOI name: see {@link getByDoi}. */
export async function get(url: InfoUrl, context: Context<DoiSettings>): Promise<Entity> {
  return getByDoi(requireDoi(url), context, url);
}
