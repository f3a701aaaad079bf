import { AccessError, displayText, type Scheme } from "anyurl";
import { loadOptionDescriptions } from "../scheme-facts.ts";

/** Returns the options that a scheme does not have; an empty list if the scheme does not describe its options. */
export async function findUnknownOptions(
  scheme: Scheme,
  names: readonly string[],
): Promise<{ readonly unknown: readonly string[]; readonly known: readonly string[] }> {
  if (scheme.options === undefined || names.length === 0) return { unknown: [], known: [] };
  const known = Object.keys(await loadOptionDescriptions(scheme));
  return { unknown: known.length === 0 ? [] : names.filter((name) => !known.includes(name)), known };
}

/** Rejects misspelled options: one may have been meant to forbid something. @throws {AccessError} bad-option */
export async function checkOptionNames(
  name: string,
  scheme: Scheme | undefined,
  options: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  if (scheme === undefined) return;
  const { unknown, known } = await findUnknownOptions(scheme, Object.keys(options));
  const [first] = unknown;
  if (first === undefined) return;
  throw new AccessError("bad-option", `unknown ${name} option "${displayText(first.slice(0, 100))}"`, {
    scheme: name,
    hint: `use one of: ${known.join(", ")}; run "anyurl help ${name}" for details`,
  });
}
