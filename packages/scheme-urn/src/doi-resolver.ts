import {
  AccessError,
  decodeText,
  type Entity,
  encodeText,
  isDotSegment,
  noPlanError,
  PATH,
  type Plan,
  parse,
  parsePort,
  type Url,
} from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import { DOI_CITE, type DoiName, formatDoiName, readDoiName } from "./doi-name.ts";
import type { DoiSettings } from "./doi-options.ts";

/** The hosts of the resolver, today's and the earlier one, which still redirects to it. */
const RESOLVER_HOSTS = ["doi.org", "www.doi.org", "dx.doi.org"];

/**
 * Returns the URL of a DOI name at a resolver: `https://doi.org/10.1000/182`.
 *
 * @throws {AccessError} redirect-refused: the name has dot segments, which would leave the path of the resolver.
 */
export function toResolverUrl(name: DoiName, resolver = "https://doi.org/"): string {
  const text = formatDoiName(name);
  if (text.split("/").some(isDotSegment))
    throw new AccessError(
      "redirect-refused",
      "the DOI name has dot segments, which would change the path of the resolver",
    );
  return resolver + encodeText(text, PATH);
}

/**
 * Returns the DOI name of a URL at doi.org, the inverse of {@link toResolverUrl}. `undefined` for any other URL, and for
 * one with a query, which the resolver would read.
 */
export function fromResolverUrl({ scheme, host, port, path, query }: Url): DoiName | undefined {
  const isResolver =
    (scheme === "https" || scheme === "http") &&
    RESOLVER_HOSTS.includes(host?.toLowerCase() ?? "") &&
    (port === undefined || port === "" || port === (scheme === "https" ? "443" : "80"));
  return isResolver && query === undefined ? readDoiName(decodeText(path.slice(1))) : undefined;
}

/** @throws {AccessError} unsupported: the caller has not asked for a resolver. */
function requireTarget(scheme: string, name: DoiName, { resolve, resolver }: DoiSettings): string {
  if (resolve) return toResolverUrl(name, resolver);
  throw new AccessError("unsupported", `cannot open ${scheme} URLs without a resolver`, {
    hint: `set the ${scheme} option resolve to ask ${resolver}`,
  });
}

/**
 * Gets the resource that the resolver redirects to. The client opens its URL with the rules for a URL that a server named.
 *
 * @throws {AccessError} unsupported: no resolver; redirect-refused; and the errors of the other URL.
 */
export async function getByDoi(name: DoiName, context: Context<DoiSettings>, url: Url): Promise<Entity> {
  const target = requireTarget(url.scheme, name, context.options);
  if (context.refer === undefined)
    throw new AccessError("unsupported", "cannot open a DOI name: this client follows no referrals");
  return context.refer(url.fragment === undefined ? target : `${target}#${url.fragment}`);
}

/**
 * Returns the step that this scheme decides: to connect to the resolver.
 *
 * @throws {AccessError} unsupported: another operation than "get", or no resolver; redirect-refused.
 */
export function planDoi(scheme: string, name: DoiName, operation: string, options: DoiSettings): Plan {
  if (operation !== "get") throw noPlanError(scheme, operation, ["get"]);
  const { host, port } = parse(requireTarget(scheme, name, options));
  return {
    operation,
    steps: [{ do: "connect", on: "control", host: host!, port: parsePort(port), cite: DOI_CITE }],
  };
}
