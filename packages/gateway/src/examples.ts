import { type GatewaySettings, resolveCallLimits } from "./options.ts";
import type { ServedSchemes } from "./served-schemes.ts";
import type { Fact } from "./views.ts";

/** Returns one example URL of each supported scheme. The pages only explain them: their hosts do not exist. */
export function createExamples(
  served: ServedSchemes,
): readonly { readonly url: string; readonly text: string }[] {
  const seen = new Set<unknown>();
  return served.opened.flatMap((name) => {
    const scheme = served.registry.scheme(name);
    if (scheme === undefined || seen.has(scheme)) return [];
    seen.add(scheme);
    const example = scheme.examples[0];
    return example === undefined ? [] : [{ url: example.url, text: example.title }];
  });
}

/** Returns the limits for the page about the gateway. */
export function limitFacts(settings: GatewaySettings): readonly Fact[] {
  const { maxRequests, maxPerClient, maxPerTarget } = settings;
  const { call, download } = resolveCallLimits(settings);
  return [
    { name: "Concurrent requests", value: String(maxRequests) },
    { name: "Concurrent requests per visitor", value: String(maxPerClient) },
    { name: "Concurrent requests per server", value: String(maxPerTarget) },
    { name: "Maximum page size in bytes", value: String(call.limits?.maxBytes) },
    { name: "Maximum download size in bytes", value: String(download.limits?.maxBytes) },
    { name: "Maximum entries per listing", value: String(call.limits?.maxEntries) },
  ];
}
