import { formatFragment, type Report, type Url } from "@anyurl/core";
import {
  checkOpaque,
  checkParameters,
  createFind,
  decodePlain,
  fieldError,
  formatOthers,
  type Parameter,
  pickOthers,
  readParameters,
  splitText,
  type TextRange,
  VALUE,
  type WrittenParameter,
} from "../parameters.ts";

/*
 * geo-URI = "geo:" num "," num [ "," num ] [ ";crs=" label ] [ ";u=" pnum ] *parameter
 * num     = [ "-" ] pnum
 * pnum    = 1*DIGIT [ "." 1*DIGIT ]                          (RFC 5870 §3.3)
 */

/** The fields of a geo URL. Numbers are decimal text as written, so that no digit is lost. */
export interface GeoParts {
  /** The first coordinate: in WGS-84 degrees north, from -90 to 90. */
  readonly latitude: string;
  /** The second coordinate: in WGS-84 degrees east, from -180 to 180. */
  readonly longitude: string;
  /** The third coordinate: in WGS-84 meters. `undefined`: unknown, which is not 0. */
  readonly altitude: string | undefined;
  /** The coordinate reference system, in lower case. "wgs84" without one. */
  readonly crs: string;
  /** The uncertainty in meters. `undefined`: unknown. */
  readonly uncertainty: string | undefined;
  /** All other parameters, in the order of their names. */
  readonly parameters: readonly Parameter[];
}

/** The fields from which a geo URL is built. */
export interface GeoInit {
  readonly scheme?: "geo";
  readonly latitude: string;
  readonly longitude: string;
  readonly altitude?: string | undefined;
  /** In lower case. Default "wgs84". */
  readonly crs?: string | undefined;
  readonly uncertainty?: string | undefined;
  readonly parameters?: readonly Parameter[] | undefined;
  /** Decoded. */
  readonly fragment?: string | undefined;
}

export type GeoUrl = Url<"geo", GeoParts>;

/** The parameters with a field of their own. */
const DEFINED = ["crs", "u"];
const CITE = "RFC 5870 §3.3";
const WGS84 = "wgs84";
const NUMBER = /^-?[0-9]+(?:\.[0-9]+)?$/;
const UNSIGNED = /^[0-9]+(?:\.[0-9]+)?$/;
const LABEL = /^[a-z0-9-]+$/;

const BAD_COORDINATE = 'a coordinate must have digits, with "-" before and "." between them if necessary';
const BAD_LATITUDE = "a latitude must be from -90 to 90";
const BAD_LONGITUDE = "a longitude must be from -180 to 180";
const BAD_UNCERTAINTY = "an uncertainty must be a number of meters without a sign";

/**
 * Checks `geo:<latitude>,<longitude>,<altitude>;crs=<label>;u=<meters>;<name>=<value>`.
 *
 * Reports bad-field, authority-not-allowed, and query-not-allowed.
 */
export function check(url: Url, report: Report): void {
  const find = createFind(report, CITE);
  checkOpaque(url, find, { fragment: true });
  if (url.offsets.hostStart >= 0) return;
  const { coordinates, parameters } = readGeo(url);
  const texts = coordinates.map((range) => decodePlain(url.href.slice(...range)));
  const hint = 'write "geo:", the latitude, ",", and the longitude, such as geo:48.2010,16.3695';
  if (texts.length < 2 || texts.length > 3) {
    const message = "a location must have two or three coordinates";
    find([coordinates[0]![0], coordinates.at(-1)![1]], { message, hint });
  }
  texts.forEach((text, i) => {
    if (!NUMBER.test(text)) find(coordinates[i]!, { message: BAD_COORDINATE, hint });
  });
  checkParameters(url.href, parameters, () => VALUE, find);
  parameters.forEach(({ name, value, range }, i) => {
    if (name === "crs" && (value === undefined || !LABEL.test(value.toLowerCase())))
      find(range, { message: "a crs must be a label of letters, digits, and hyphens", hint: "remove it" });
    if (name === "u" && (value === undefined || !UNSIGNED.test(value)))
      find(range, { message: BAD_UNCERTAINTY, hint: 'write ";u=" and digits' });
    const place = name === "u" && parameters[0]?.name === "crs" ? 1 : 0;
    if (DEFINED.includes(name) && i !== place)
      find(range, {
        message: `the parameter "${name}" is out of order`,
        hint: "write crs, u, and then others",
      });
  });
  if (getCrs(parameters) !== WGS84) return;
  const [latitude, longitude] = texts;
  if (!isWithin(latitude, 90))
    find(coordinates[0]!, { message: BAD_LATITUDE, hint, cite: "RFC 5870 §3.4.2" });
  if (!isWithin(longitude, 180))
    find(coordinates[1]!, { message: BAD_LONGITUDE, hint, cite: "RFC 5870 §3.4.2" });
}

/** Is it not a number, which is another problem, or one with at most this absolute value? */
function isWithin(text: string | undefined, limit: number): boolean {
  return text === undefined || !(Math.abs(Number(text)) > limit);
}

/** Returns the coordinates and the parameters as written. */
export function readGeo({ href, offsets: { pathStart, pathEnd } }: Url): {
  readonly coordinates: readonly TextRange[];
  readonly parameters: readonly WrittenParameter[];
} {
  const [first, parameters] = readParameters(href, [pathStart, pathEnd]);
  return { coordinates: splitText(href, ",", first), parameters };
}

function getCrs(parameters: readonly Parameter[]): string {
  return parameters.find(({ name }) => name === "crs")?.value?.toLowerCase() ?? WGS84;
}

/** Reads the fields of a checked URL. */
export function parse(url: Url): GeoParts {
  const { coordinates, parameters } = readGeo(url);
  const [latitude, longitude, altitude] = coordinates.map((range) => decodePlain(url.href.slice(...range)));
  return {
    latitude: latitude!,
    longitude: longitude!,
    altitude,
    crs: getCrs(parameters),
    uncertainty: parameters.find(({ name }) => name === "u")?.value,
    parameters: pickOthers(parameters, DEFINED),
  };
}

/** Formats a geo URL. The inverse of {@link parse}. @throws {UrlSyntaxError} bad-field: a field that is not valid. */
export function format(init: GeoInit): string {
  const { latitude, longitude, altitude, crs = WGS84, uncertainty, parameters, fragment } = init;
  const coordinates = altitude === undefined ? [latitude, longitude] : [latitude, longitude, altitude];
  for (const each of coordinates) requireText(each, NUMBER, BAD_COORDINATE);
  requireText(crs, LABEL, "a crs must be a label of lower-case letters, digits, and hyphens");
  if (crs === WGS84 && !isWithin(latitude, 90)) throw fieldError(BAD_LATITUDE, CITE);
  if (crs === WGS84 && !isWithin(longitude, 180)) throw fieldError(BAD_LONGITUDE, CITE);
  let text = `geo:${coordinates.join(",")}`;
  if (crs !== WGS84) text += `;crs=${crs}`;
  if (uncertainty !== undefined) text += `;u=${requireText(uncertainty, UNSIGNED, BAD_UNCERTAINTY)}`;
  return text + formatOthers(parameters, DEFINED, CITE) + formatFragment(fragment);
}

function requireText(value: unknown, pattern: RegExp, message: string): string {
  if (typeof value === "string" && pattern.test(value)) return value;
  throw fieldError(message, CITE);
}

/**
 * Returns the normal form, which decides equivalence (RFC 5870 §3.4.4): numbers without superfluous zeros, in WGS-84
 * 180 for the longitude -180, and the longitude 0 at the poles. Values of other parameters keep their case.
 */
export function normalize({ parts, href, offsets: { queryEnd } }: GeoUrl): string {
  const { altitude, uncertainty, crs } = parts;
  const latitude = normalizeNumber(parts.latitude);
  let longitude = normalizeNumber(parts.longitude);
  if (crs === WGS84) {
    if (latitude === "90" || latitude === "-90") longitude = "0";
    else if (longitude === "-180") longitude = "180";
  }
  const text = format({
    ...parts,
    ...{ latitude, longitude },
    altitude: altitude === undefined ? undefined : normalizeNumber(altitude),
    uncertainty: uncertainty === undefined ? undefined : normalizeNumber(uncertainty),
  });
  return text + href.slice(queryEnd);
}

/** Removes zeros that do not change a decimal number. Works on the text, because a double has fewer digits. */
function normalizeNumber(text: string): string {
  const [whole = "", fraction = ""] = text.replace("-", "").split(".");
  let end = fraction.length;
  while (fraction[end - 1] === "0") end--;
  const digits = whole.replace(/^0+(?=[0-9])/, "") + (end === 0 ? "" : `.${fraction.slice(0, end)}`);
  return text.startsWith("-") && digits !== "0" ? `-${digits}` : digits;
}
