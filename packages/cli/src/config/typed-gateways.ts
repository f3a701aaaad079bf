import { createRegistry, type Scheme } from "@anyurl/core";
import { displayText } from "anyurl";
import { describeChanges, readUrl } from "../lenient-url.ts";

/**
 * Reads the gateways of a config as people type them: the text before the first variable of each template. What is
 * rejected stays unchanged, and the check of the config reports it.
 *
 * @param found the contents of a config file, not yet checked. @param notes receives what was changed.
 */
export async function readTypedGateways(found: unknown, notes: string[]): Promise<unknown> {
  const { gateways } = Object(found) as { readonly gateways?: unknown };
  if (typeof gateways !== "object" || gateways === null) return found;
  const templates = Object.entries(gateways);
  const typed = templates.filter(([, template]) => typeof template === "string" && !ABSOLUTE.test(template));
  if (typed.length === 0) return found;
  // Only a template that is not a URL needs the schemes.
  const { SCHEME_LOADERS } = await import("anyurl/lazy");
  const schemes = await Promise.all([...new Set(SCHEME_LOADERS.values())].map((load) => load()));
  const urls = createRegistry(...(schemes as readonly Scheme[]));
  const read: Record<string, unknown> = {};
  for (const [scheme, template] of typed as readonly (readonly [string, string])[]) {
    const variable = template.indexOf("{");
    const end = variable < 0 ? template.length : variable;
    const result = await readUrl(template.slice(0, end), urls);
    // A gateway is a server, not a local path.
    const isServer = result.ok && result.url.host !== undefined && result.url.host !== "";
    if (!isServer || result.changes.length === 0) continue;
    const url = result.url.href + template.slice(end);
    read[scheme] = url;
    notes.push(displayText(`read the gateway of ${scheme} as ${url} (${describeChanges(result.changes)})`));
  }
  return { ...(found as object), gateways: { ...gateways, ...read } };
}

/** A URL in ASCII. */
const ABSOLUTE = /^[a-z][a-z0-9+.-]*:\/\/[\x21-\x7e]*$/i;
