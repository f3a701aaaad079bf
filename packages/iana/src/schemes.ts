import { kindOfName } from "@anyurl/core";
import { HISTORICAL, PERMANENT, PROVISIONAL } from "./table.ts";

/** How a scheme is registered (RFC 7595 §3, §4, §5). It informs; nothing should depend on it. */
export type IanaStatus = "permanent" | "provisional" | "historical";

/** A scheme as IANA has registered it. */
export interface IanaScheme {
  readonly name: string;
  readonly status: IanaStatus;
  /** In the registrant's words; many are the name again. */
  readonly description: string;
  /** What defines it, as "RFC 4266"; or who has registered it. */
  readonly reference: readonly string[];
  /** As "obsolete"; "reserved by RFC 1738 §4, …". */
  readonly note?: string;
}

/** Made by the first call: whoever asks for nothing pays for nothing. */
let byName: ReadonlyMap<string, IanaScheme> | undefined;

/** The registered scheme of that name, in any case of ASCII letters. */
export function ianaScheme(name: string): IanaScheme | undefined {
  // The kind first: "\u212a" is no "k", though toLowerCase makes it one.
  return kindOfName(name) === undefined ? undefined : table().get(name.toLowerCase());
}

/** All registered schemes, by name. */
export function ianaSchemes(): readonly IanaScheme[] {
  return [...table().values()];
}

function table(): ReadonlyMap<string, IanaScheme> {
  byName ??= new Map(
    [
      ...schemesOf("permanent", PERMANENT),
      ...schemesOf("provisional", PROVISIONAL),
      ...schemesOf("historical", HISTORICAL),
    ]
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((scheme) => [scheme.name, scheme]),
  );
  return byName;
}

function schemesOf(status: IanaStatus, lines: string): readonly IanaScheme[] {
  return lines.split("\n").map((line) => {
    const [name = "", description, references, note] = line.split("\t");
    const reference = Object.freeze(references?.split("|") ?? []);
    return Object.freeze({
      ...{ name, status, description: description || name, reference },
      ...(note !== undefined && { note }),
    });
  });
}
