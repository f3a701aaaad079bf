import { AccessError, displayText, type Scheme } from "anyurl";
import { optionsOf } from "../scheme-facts.ts";

/** Which of these options a scheme has not; none where it does not say which it has. */
export async function checkedOptionNames(
  scheme: Scheme,
  names: readonly string[],
): Promise<{ readonly unknown: readonly string[]; readonly known: readonly string[] }> {
  if (scheme.options === undefined || names.length === 0) return { unknown: [], known: [] };
  const known = Object.keys(await optionsOf(scheme));
  return { unknown: known.length === 0 ? [] : names.filter((name) => !known.includes(name)), known };
}

/** A misspelt option would be passed over, and may have been meant to forbid something. @throws {AccessError} bad-option */
export async function refuseUnknownOptions(
  name: string,
  scheme: Scheme | undefined,
  options: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  if (scheme === undefined) return;
  const { unknown, known } = await checkedOptionNames(scheme, Object.keys(options));
  const [first] = unknown;
  if (first === undefined) return;
  throw new AccessError("bad-option", `unknown ${name} option "${displayText(first.slice(0, 100))}"`, {
    scheme: name,
    hint: `use one of: ${known.join(", ")}; run "anyurl help ${name}" for details`,
  });
}
