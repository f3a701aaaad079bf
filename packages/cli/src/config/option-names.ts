import { AccessError, displayText, type Scheme } from "anyurl";
import { loadOptionDescriptions } from "../scheme-facts.ts";

/** Which of these options a scheme has not; none where it does not say which it has. */
export async function findUnknownOptions(
  scheme: Scheme,
  names: readonly string[],
): Promise<{ readonly unknown: readonly string[]; readonly known: readonly string[] }> {
  if (scheme.options === undefined || names.length === 0) return { unknown: [], known: [] };
  const known = Object.keys(await loadOptionDescriptions(scheme));
  return { unknown: known.length === 0 ? [] : names.filter((name) => !known.includes(name)), known };
}

/** A misspelt option would be passed over, and may have been meant to forbid something. @throws {AccessError} bad-option */
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
