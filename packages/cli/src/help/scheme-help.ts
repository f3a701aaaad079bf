import type { OptionDescriptions, Part, PortRules } from "@anyurl/core";
import type { Registry, Scheme } from "anyurl";
import type { LoadedConfig } from "../config/load-config.ts";
import { loadOptionDescriptions, type SchemeFacts, schemeFacts } from "../scheme-facts.ts";

/** All that there is to say of a scheme, from what the scheme itself says. */
export interface SchemeHelp {
  readonly scheme: string;
  /** All names with this syntax, and the port of each. */
  readonly names: readonly { readonly name: string; readonly port: number | undefined }[];
  /** At which other ports its servers may be looked for. */
  readonly ports: PortRules | undefined;
  readonly plugin: string | undefined;
  readonly fault: string | undefined;
  readonly cite: readonly string[];
  readonly operations: SchemeFacts["operations"];
  readonly parts: readonly PartHelp[];
  readonly options: OptionDescriptions;
  readonly examples: readonly ExampleHelp[];
}

/** A part that URLs of the scheme have, as an example has it. */
interface PartHelp {
  /** "cwds[]" for one of several. */
  readonly name: string;
  readonly meaning: string;
  readonly example: string;
  readonly cite: string;
}

interface ExampleHelp {
  readonly url: string;
  readonly title: string;
  /** Is it a URL by the grammar of RFC 1738 §5, too? */
  readonly rfc1738: boolean;
}

/** @param name one of the scheme's. */
export async function schemeHelp(
  name: string,
  scheme: Scheme,
  urls: Registry,
  configured?: LoadedConfig,
): Promise<SchemeHelp> {
  const { operations, cite, plugin, fault } = await schemeFacts(name, scheme, configured);
  return {
    scheme: name,
    names: scheme.names.map((each) => ({ name: each, port: scheme.defaultPort(each) })),
    ports: scheme.ports,
    ...{ plugin, fault, cite, operations },
    parts: exampleParts(scheme, urls),
    options: await loadOptionDescriptions(scheme),
    examples: scheme.examples.map(({ url, title }) => ({ url, title, rfc1738: isByRfc1738(url, urls) })),
  };
}

/** Each part once, in the order in which URLs have them. */
function exampleParts({ examples }: Scheme, urls: Registry): readonly PartHelp[] {
  const parts = new Map<string, PartHelp>();
  for (const { url } of examples) {
    for (const { name, meaning, value, cite } of describedBy(url, urls)) {
      const one = name.replace(/\[\d+\]/g, "[]");
      const known = parts.get(one);
      // An example that says something says more.
      if (known === undefined || known.example === "")
        parts.set(one, { name: one, meaning, example: value, cite });
    }
  }
  return [...parts.values()];
}

function describedBy(url: string, urls: Registry): readonly Part[] {
  try {
    return urls.describe(url);
  } catch {
    return []; // a plugin that fails here is told of where its URLs are opened
  }
}

function isByRfc1738(url: string, urls: Registry): boolean {
  try {
    return urls.check(url).rfc1738.ok;
  } catch {
    return false;
  }
}
