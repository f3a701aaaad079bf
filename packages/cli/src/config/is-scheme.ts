import { checkSchemeName, type OptionSet, type Scheme } from "@anyurl/core";

/** Returns whether a value looks like a scheme, from any copy of `defineScheme`. */
export function isScheme(value: unknown): value is Scheme {
  return schemeProblem(value) === undefined;
}

/**
 * Returns why a value is not a scheme, or `undefined` if it is one. A value that throws when it is inspected is not a
 * scheme.
 */
export function schemeProblem(value: unknown): string | undefined {
  try {
    return inspectScheme(value);
  } catch {
    return "cannot inspect the value: reading it throws an error";
  }
}

function inspectScheme(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return "expected a scheme or a package name";
  const { names, cite, examples, ...rest } = value as Partial<Scheme>;
  if (!Array.isArray(names) || names.length === 0) return "not a scheme: use defineScheme to create one";
  const bad = names.find((name: unknown) => !isName(name));
  if (bad !== undefined) return `invalid scheme name "${String(bad).slice(0, 40)}"`;
  if (!Array.isArray(cite) || !Array.isArray(examples)) return "not a scheme: use defineScheme to create one";
  if (!cite.every(isText)) return "invalid cite: expected strings";
  if (!examples.every(isExample)) return "invalid examples: expected objects with url and title";
  if (!isOptionSet(rest.options)) return "invalid options: use defineOptions to create them";
  const missing = (["defaultPort", "parse", "format", "is"] as const).find(
    (name) => typeof rest[name] !== "function",
  );
  return missing === undefined ? undefined : `not a scheme: missing ${missing}`;
}

function isOptionSet(options: Scheme["options"]): boolean {
  if (options === undefined) return true;
  const { name, declarations, defaults } = options as Partial<OptionSet>;
  return isText(name) && [declarations, defaults].every((each) => typeof each === "object" && each !== null);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isExample(value: unknown): boolean {
  const { url, title } = (value ?? {}) as { readonly url?: unknown; readonly title?: unknown };
  return isText(url) && isText(title);
}

function isName(name: unknown): boolean {
  if (typeof name !== "string" || name !== name.toLowerCase()) return false;
  return checkSchemeName(name, { allowSingleLetter: true }).every(({ severity }) => severity !== "error");
}
