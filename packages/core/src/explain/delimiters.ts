import type { Url } from "../syntax/url.ts";
import type { ExplainedPart } from "./explanation.ts";

/** Adds to each delimiter a description of what it ends and begins. */
export function describeDelimiters(url: Url, tiles: readonly ExplainedPart[]): readonly ExplainedPart[] {
  let before: ExplainedPart | undefined;
  return tiles.map((tile, i) => {
    if (tile.kind !== "delimiter") {
      before = tile;
      return tile;
    }
    const next = tiles[i + 1];
    const [meaning, cite] =
      describeGenericDelimiter(url, tile) ??
      describeSchemeDelimiter(tile, before, next?.kind === "component" ? next : undefined);
    return { ...tile, meaning, cite };
  });
}

type MeaningAndRule = readonly [meaning: string, cite: string];

/** Describes a delimiter of the generic syntax (RFC 3986 §3). */
function describeGenericDelimiter(
  { offsets }: Url,
  { start, end, raw }: ExplainedPart,
): MeaningAndRule | undefined {
  const { schemeEnd, hostStart, hostEnd, pathStart, pathEnd, queryEnd } = offsets;
  if (start === schemeEnd && raw === "://") return ["ends the scheme; an authority follows", "RFC 3986 §3.2"];
  if (start === schemeEnd && raw === ":") return ["ends the scheme", "RFC 3986 §3.1"];
  if (end === hostStart && raw === "@") return ["ends the login; the host follows", "RFC 3986 §3.2.1"];
  if (start < hostStart && raw === ":") return ["ends the user; the password follows", "RFC 1738 §3.1"];
  if (start === hostEnd && start < pathStart && raw === ":") return ["begins the port", "RFC 3986 §3.2.3"];
  if (start === pathEnd && start < queryEnd && raw === "?") return ["begins the query", "RFC 3986 §3.4"];
  if (start === queryEnd && raw === "#") return ["ends the URL; a fragment follows", "RFC 3986 §3.5"];
  if (start === pathStart && hostStart >= 0 && raw === "/") return ["ends the authority", "RFC 1738 §3.1"];
  return undefined;
}

/** Describes a delimiter of the scheme between two of its parts. */
function describeSchemeDelimiter(
  { raw, value }: ExplainedPart,
  before: ExplainedPart | undefined,
  next: ExplainedPart | undefined,
): MeaningAndRule {
  const what = raw[0] !== "%" ? "" : value === "\t" ? "a tab that " : "an escape that ";
  const ends = before === undefined || raw.endsWith("=") ? [] : [`ends ${before.name}`];
  const begins = next === undefined ? [] : [`begins ${next.name}`];
  const said = what + [...ends, ...begins].join(", ");
  return [said === "" ? "separates two parts" : said, (next ?? before)?.cite ?? "RFC 3986 §2.2"];
}
