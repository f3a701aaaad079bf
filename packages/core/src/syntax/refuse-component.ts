import type { Problem, Report } from "./problems.ts";
import type { Reference } from "./url.ts";

/**
 * Reports a component that the URLs of a scheme cannot have, with its delimiter: "query-not-allowed" for a query. Returns
 * whether the URL has it.
 */
export function refuseComponent(
  { href, offsets }: Pick<Reference, "href" | "offsets">,
  component: "authority" | "userinfo" | "query" | "fragment",
  report: Report,
  why: Pick<Problem, "message" | "hint" | "cite">,
): boolean {
  const { schemeEnd, hostStart, pathStart, pathEnd, queryEnd } = offsets;
  const [start, end] = {
    authority: [schemeEnd + 1, pathStart] as const,
    userinfo: [schemeEnd + 3, hostStart] as const,
    query: [pathEnd, queryEnd] as const,
    fragment: [queryEnd, href.length] as const,
  }[component];
  if (end <= start) return false;
  report({ code: `${component}-not-allowed`, component, start, end, ...why });
  return true;
}
