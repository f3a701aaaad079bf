import { AccessError, type Limits } from "@anyurl/core";

/** The options of the scheme, checked. */
export interface ProsperoOptions {
  /** The access methods by which an object is opened, the preferred one first. */
  readonly accessMethods: readonly string[];
  /** Does a server that redirects a running request get its will? */
  readonly followRedirects: boolean;
  /** Union links of one listing whose entries are fetched. */
  readonly maxUnions: number;
  /** Milliseconds until a request is sent again for the first time. */
  readonly retransmitAfter: number;
  readonly retransmissions: number;
  readonly limits: Limits;
}

/** Methods that name files of this machine, as a server believes it to be, are not among them: they are shown only. */
const ACCESS_METHODS: readonly string[] = ["PROSPERO-CONTENTS", "AFTP", "GOPHER", "WAIS", "HTTP", "FTP"];

/** @throws {AccessError} bad-option */
export function optionsOf(options: Readonly<Record<string, unknown>>, limits: Limits): ProsperoOptions {
  return {
    accessMethods: namesOf(options["accessMethods"]),
    followRedirects: booleanOf("followRedirects", options["followRedirects"], false),
    maxUnions: numberOf("maxUnions", options["maxUnions"], 16),
    retransmitAfter: numberOf("retransmitAfter", options["retransmitAfter"], 4_000, 1),
    retransmissions: numberOf("retransmissions", options["retransmissions"], 3),
    limits,
  };
}

/** A list, or the text of one: options of a command line are text. */
function namesOf(given: unknown = ACCESS_METHODS): readonly string[] {
  const names = typeof given === "string" ? given.split(",") : given;
  const isName = (name: unknown): name is string => typeof name === "string" && /^[A-Z0-9-]+$/.test(name);
  if (Array.isArray(names) && names.every(isName)) return names;
  throw badOption("accessMethods", 'is a list of names, as ["AFTP", "GOPHER"]');
}

function booleanOf(name: string, given: unknown, usual: boolean): boolean {
  if (given === undefined) return usual;
  if (given === true || given === "true") return true;
  if (given === false || given === "false") return false;
  throw badOption(name, "is true or false");
}

function numberOf(name: string, given: unknown, usual: number, least = 0): number {
  if (given === undefined) return usual;
  const number = typeof given === "string" && /^[0-9]{1,9}$/.test(given) ? Number(given) : given;
  if (typeof number === "number" && Number.isSafeInteger(number) && number >= least) return number;
  throw badOption(name, `is a whole number from ${least} on`);
}

function badOption(name: string, what: string): AccessError {
  return new AccessError("bad-option", `the prospero option ${name} ${what}`);
}
