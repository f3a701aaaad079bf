import { createPart, describeAuthority, describeFragment, type Part } from "@anyurl/core";
import { describeParameters } from "../describe-parameters.ts";
import { type GeoUrl, readGeo } from "./syntax.ts";

const COORDINATES = [
  ["latitude", "the latitude in degrees north", "the first coordinate"],
  ["longitude", "the longitude in degrees east", "the second coordinate"],
  ["altitude", "the altitude in meters", "the third coordinate"],
] as const;

const MEANINGS: ReadonlyMap<string, readonly [field: string, meaning: string]> = new Map([
  ["crs", ["crs", "the coordinate reference system"]],
  ["u", ["uncertainty", "the uncertainty in meters"]],
]);

/** Returns the parts of a geo URL: their positions and their meaning. */
export function describe(url: GeoUrl): readonly Part[] {
  const part = createPart(url, "RFC 5870 §3.3");
  const { coordinates, parameters } = readGeo(url);
  const parts = [
    ...describeAuthority(url, undefined),
    ...coordinates.map((range, i) => {
      const [name, inWgs84, inOther] = COORDINATES[i]!;
      return part(name, range, url.parts.crs === "wgs84" ? inWgs84 : inOther);
    }),
    ...describeParameters(parameters, part, MEANINGS),
  ];
  if (url.fragment !== undefined) parts.push(describeFragment(url));
  return parts;
}
