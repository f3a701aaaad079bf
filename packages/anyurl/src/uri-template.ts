import { createRegistry, type ReadOptions, type Registry } from "@anyurl/core";
import * as core from "@anyurl/core/uri-template";
import { type FirstParty, SCHEMES } from "./schemes.ts";

/* URI Templates (RFC 6570) with the schemes of this package. */

export {
  expandReference,
  type MatchedValue,
  type MatchOptions,
  matchTemplate,
  parseUriTemplate,
  type TemplateScalar,
  type TemplateValue,
  type TemplateValues,
  type UriTemplate,
} from "@anyurl/core/uri-template";

/** Created by the first call, so that importing has no side effects. */
let shared: Registry<FirstParty> | undefined;

/**
 * Expands a URI template to a URL (RFC 6570 §3).
 *
 * @throws {UrlSyntaxError} bad-template: the template is invalid, or a value does not fit its variable. What parse
 *   throws. The ranges of all problems are those of the template.
 */
export function expandTemplate(
  template: string | core.UriTemplate,
  values: core.TemplateValues,
  options?: ReadOptions,
): ReturnType<typeof core.expandTemplate<FirstParty>> {
  shared ??= createRegistry(...SCHEMES);
  return core.expandTemplate(template, values, shared, options);
}
