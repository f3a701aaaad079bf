import { checkSchemeName, createRegistry, type Problem, type ProblemCode, type Scheme } from "@anyurl/core";

/** The IANA registration of a scheme name, as returned by `findIanaScheme` of @anyurl/iana. */
export interface Registration {
  readonly status: string;
  readonly reference: readonly string[];
}

export interface LintOptions {
  /** Looks up a name at IANA. Default: no name is registered. */
  readonly registered?: (name: string) => Registration | undefined;
  /** Allow names of one letter, which are drives on some systems. Default: false. */
  readonly allowSingleLetter?: boolean;
}

/** A problem of a scheme. Its codes are those of problems, and the ones of {@link lintScheme}. */
export interface LintProblem extends Omit<Problem, "code"> {
  readonly code:
    | ProblemCode
    | "no-cite"
    | "no-examples"
    | "bad-example"
    | "registered-scheme"
    | "unshown-name";
}

/**
 * Checks a scheme's names, default port, citations and examples, and returns the problems. Errors must be fixed before
 * you publish the scheme. Warnings concern style and registration.
 *
 * Errors: bad-scheme, upper-case-scheme, bad-port, no-cite, no-examples, bad-example. Warnings:
 * experimental-scheme, dotted-scheme, registered-scheme, unshown-name.
 */
export function lintScheme(scheme: Scheme, options: LintOptions = {}): readonly LintProblem[] {
  const { names } = scheme;
  return [
    ...(names.length === 0 ? [problem("bad-scheme", "the scheme must have a name", "RFC 3986 §3.1")] : []),
    ...names.flatMap((name) => [...lintName(name, scheme, options), ...lintPort(name, scheme)]),
    ...lintCites(scheme),
    ...lintExamples(scheme),
  ];
}

function lintName(name: string, { cite }: Scheme, options: LintOptions): readonly LintProblem[] {
  const { registered, allowSingleLetter = false } = options;
  const entry = registered?.(name);
  // A registry never finds a scheme by a name in upper case. Some IANA names are older than its rules.
  const found = checkSchemeName(name, { allowSingleLetter })
    .filter(({ code }) => code !== "dotted-scheme" || entry === undefined)
    .map((each) => (each.code === "upper-case-scheme" ? { ...each, severity: "error" as const } : each));
  const follows = entry?.reference.some((reference) => cite.some((rule) => citesReference(rule, reference)));
  if (entry === undefined || follows === true) return found;
  const by = entry.reference.join(", ");
  const message = `"${name}" is registered (${entry.status}) by ${by}, which this scheme does not cite`;
  return [...found, problem("registered-scheme", message, "RFC 7595 §3.8", "warning")];
}

/** Returns whether a rule belongs to a document: "RFC 1738 §3.2" belongs to "RFC 1738", not to "RFC 173". */
function citesReference(rule: string, reference: string): boolean {
  const document = reference.split(" §")[0]!;
  return rule === document || rule.startsWith(`${document} `);
}

function lintPort(name: string, scheme: Scheme): readonly LintProblem[] {
  const port = scheme.defaultPort(name);
  if (port === undefined || (Number.isInteger(port) && port > 0 && port <= 65_535)) return [];
  return [
    problem(
      "bad-port",
      `the default port of "${name}" must be a whole number from 1 to 65535`,
      "RFC 6335 §6",
    ),
  ];
}

function isError({ code, severity }: Problem): boolean {
  return severity === "error" || code === "upper-case-scheme";
}

function lintCites({ cite }: Scheme): readonly LintProblem[] {
  if (cite.length > 0 && cite.every((rule) => rule.trim() !== "")) return [];
  return [problem("no-cite", "the scheme must cite the rules that it follows", "RFC 7595 §3.3")];
}

function lintExamples(scheme: Scheme): readonly LintProblem[] {
  const { names, examples } = scheme;
  if (examples.length === 0)
    return [problem("no-examples", "the scheme must have at least one example", "RFC 7595 §3.3")];
  // A registry rejects invalid names, which are already reported.
  if (names.some((name) => checkSchemeName(name, { allowSingleLetter: true }).some(isError))) return [];
  const registry = createRegistry(scheme);
  const shown = new Set<string>();
  const found: LintProblem[] = [];
  for (const { url: text, title } of examples) {
    const result = registry.tryParse(text);
    const error = result.problems.find(({ severity }) => severity === "error");
    if (error !== undefined)
      found.push({ ...error, code: "bad-example", message: `invalid example: ${error.message}` });
    else if (!names.includes((result.url as { readonly scheme: string }).scheme))
      found.push(problem("bad-example", "an example has another scheme", "RFC 7595 §3.3"));
    else shown.add((result.url as { readonly scheme: string }).scheme);
    if (title.trim() === "")
      found.push(problem("bad-example", "an example must have a title", "RFC 7595 §3.3"));
  }
  const unshown = names.filter((name) => !shown.has(name));
  const message = `missing example for ${unshown.join(", ")}`;
  return unshown.length === 0
    ? found
    : [...found, problem("unshown-name", message, "RFC 7595 §3.3", "warning")];
}

function problem(
  code: LintProblem["code"],
  message: string,
  cite: string,
  severity: Problem["severity"] = "error",
): LintProblem {
  return { code, severity, message, component: "scheme", start: 0, end: 0, cite };
}
