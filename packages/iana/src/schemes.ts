import { schemeNameKind } from "@anyurl/core";
import { HISTORICAL, PERMANENT, PROVISIONAL } from "./table.ts";

/** How a scheme is registered (RFC 7595 §3, §4, §5). Information only; do not base decisions on it. */
export type IanaStatus = "permanent" | "provisional" | "historical";

/** A scheme as IANA has registered it. */
export interface IanaScheme {
  readonly name: string;
  readonly status: IanaStatus;
  /** In the registrant's words; often the name again. */
  readonly description: string;
  /** What defines it, for example "RFC 4266"; or who registered it. */
  readonly reference: readonly string[];
  /** For example "obsolete"; "reserved by RFC 1738 §4, …". */
  readonly note?: string;
}

/** Created by the first call, so that programs that do not use it pay nothing. */
let byName: ReadonlyMap<string, IanaScheme> | undefined;

/** Returns the registered scheme with that name; ASCII letters are compared without case. */
export function findIanaScheme(name: string): IanaScheme | undefined {
  // Check the kind first: "\u212a" is not "k", although toLowerCase maps it to "k".
  return schemeNameKind(name) === undefined ? undefined : getTable().get(name.toLowerCase());
}

/** Returns all registered schemes, by name. */
export function listIanaSchemes(): readonly IanaScheme[] {
  return [...getTable().values()];
}

function getTable(): ReadonlyMap<string, IanaScheme> {
  byName ??= new Map(
    [
      ...parseTable("permanent", PERMANENT),
      ...parseTable("provisional", PROVISIONAL),
      ...parseTable("historical", HISTORICAL),
    ]
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((scheme) => [scheme.name, scheme]),
  );
  return byName;
}

function parseTable(status: IanaStatus, lines: string): readonly IanaScheme[] {
  return lines.split("\n").map((line) => {
    const [name = "", description, references, note] = line.split("\t");
    const reference = Object.freeze(references?.split("|") ?? []);
    return Object.freeze({
      ...{ name, status, description: description || name, reference },
      ...(note !== undefined && { note }),
    });
  });
}
