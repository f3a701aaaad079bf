import { checkSchemeName, type Scheme } from "@anyurl/core";

/** Looks like a scheme, whoever's `defineScheme` has made it. */
export function isScheme(value: unknown): value is Scheme {
  return notAScheme(value) === undefined;
}

/** Why a value is no scheme; `undefined` when it is one. A value that does not let us look at it is none. */
export function notAScheme(value: unknown): string | undefined {
  try {
    return wrongWith(value);
  } catch {
    return "it does not let anybody look at it";
  }
}

function wrongWith(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return "it is neither a scheme nor the name of a package";
  const { names, cite, examples, ...rest } = value as Partial<Scheme>;
  if (!Array.isArray(names) || names.length === 0) return "it is no scheme: defineScheme makes one";
  const bad = names.find((name: unknown) => !isName(name));
  if (bad !== undefined) return `"${String(bad).slice(0, 40)}" is the name of no scheme`;
  if (!Array.isArray(cite) || !Array.isArray(examples)) return "it is no scheme: defineScheme makes one";
  if (!cite.every(isText)) return "what it cites is no text";
  if (!examples.every(isExample)) return "its examples have no url and title";
  const missing = (["defaultPort", "parse", "format", "is"] as const).find(
    (name) => typeof rest[name] !== "function",
  );
  return missing === undefined ? undefined : `it is no scheme: it has no ${missing}`;
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
