import { AccessError, type Limits } from "@anyurl/core";

/** The validated options of the scheme. */
export interface ProsperoOptions {
  /** The access methods for `get`, in the order of preference. */
  readonly accessMethods: readonly string[];
  /** Follow ARDP redirects? */
  readonly followRedirects: boolean;
  /** Maximum number of union links to expand in a listing. */
  readonly maxUnions: number;
  /** Milliseconds before the first retransmission. */
  readonly retransmitAfter: number;
  readonly retransmissions: number;
  readonly limits: Limits;
}

/** Methods for local files of this machine are not included: they are only listed. */
const ACCESS_METHODS: readonly string[] = ["PROSPERO-CONTENTS", "AFTP", "GOPHER", "WAIS", "HTTP", "FTP"];

/** @throws {AccessError} bad-option */
export function resolveOptions(options: Readonly<Record<string, unknown>>, limits: Limits): ProsperoOptions {
  return {
    accessMethods: parseMethodNames(options["accessMethods"]),
    followRedirects: parseBoolean("followRedirects", options["followRedirects"], false),
    maxUnions: parseNumber("maxUnions", options["maxUnions"], 16),
    retransmitAfter: parseNumber("retransmitAfter", options["retransmitAfter"], 4_000, 1),
    retransmissions: parseNumber("retransmissions", options["retransmissions"], 3),
    limits,
  };
}

/** Parses a list or its text: options of a command line are strings. */
function parseMethodNames(given: unknown = ACCESS_METHODS): readonly string[] {
  const names = typeof given === "string" ? given.split(",") : given;
  const isName = (name: unknown): name is string => typeof name === "string" && /^[A-Z0-9-]+$/.test(name);
  if (Array.isArray(names) && names.every(isName)) return names;
  throw badOptionError("accessMethods", 'a list of names such as ["AFTP", "GOPHER"]');
}

function parseBoolean(name: string, given: unknown, usual: boolean): boolean {
  if (given === undefined) return usual;
  if (given === true || given === "true") return true;
  if (given === false || given === "false") return false;
  throw badOptionError(name, "true or false");
}

function parseNumber(name: string, given: unknown, usual: number, least = 0): number {
  if (given === undefined) return usual;
  const number = typeof given === "string" && /^[0-9]{1,9}$/.test(given) ? Number(given) : given;
  if (typeof number === "number" && Number.isSafeInteger(number) && number >= least) return number;
  throw badOptionError(name, `a whole number, at least ${least}`);
}

function badOptionError(name: string, what: string): AccessError {
  return new AccessError("bad-option", `invalid prospero option ${name}: expected ${what}`);
}
