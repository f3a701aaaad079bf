import { getOptionSet, type OptionDeclarations, type Part, type PortRules } from "@anyurl/core";
import type { Registry, Scheme } from "anyurl";
import type { LoadedConfig } from "../config/load-config.ts";
import { type SchemeFacts, schemeFacts } from "../scheme-facts.ts";

/** The help of a scheme, from the scheme's own description. */
export interface SchemeHelp {
  readonly scheme: string;
  /** All scheme names with this syntax, and the port of each. */
  readonly names: readonly { readonly name: string; readonly port: number | undefined }[];
  /** Other ports that its servers may use. */
  readonly ports: PortRules | undefined;
  readonly plugin: string | undefined;
  readonly fault: string | undefined;
  readonly cite: readonly string[];
  readonly operations: SchemeFacts["operations"];
  /** Can `open --program` give its URLs to a program? */
  readonly isForProgram: boolean;
  readonly parts: readonly PartHelp[];
  readonly options: OptionDeclarations;
  readonly examples: readonly ExampleHelp[];
}

/** A part of the scheme's URLs, with an example. */
interface PartHelp {
  /** "cwds[]" for a list. */
  readonly name: string;
  readonly meaning: string;
  readonly example: string;
  readonly cite: string;
}

interface ExampleHelp {
  readonly url: string;
  readonly title: string;
  /** Is it also valid by the grammar of RFC 1738 §5? */
  readonly rfc1738: boolean;
}

/**
 * Returns the help of a scheme.
 *
 * @param name one of the scheme's names.
 */
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
    isForProgram: scheme.presentation?.handOver !== undefined,
    parts: exampleParts(scheme, urls),
    options: getOptionSet(scheme).declarations,
    examples: scheme.examples.map(({ url, title }) => ({ url, title, rfc1738: isByRfc1738(url, urls) })),
  };
}

/** Lists each part once, in the order in which URLs have them. */
function exampleParts({ examples }: Scheme, urls: Registry): readonly PartHelp[] {
  const parts = new Map<string, PartHelp>();
  for (const { url } of examples) {
    for (const { name, meaning, value, cite } of describedBy(url, urls)) {
      const one = name.replace(/\[\d+\]/g, "[]");
      const known = parts.get(one);
      // Prefer an example with a value.
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
    return []; // opening a URL of the plugin reports the error
  }
}

function isByRfc1738(url: string, urls: Registry): boolean {
  try {
    return urls.check(url).rfc1738.ok;
  } catch {
    return false;
  }
}
