/** Files with texts for programs, logs, or documents, which stay English. */
const FILES: readonly string[] = [
  "cli/src/help/fish-completion.ts",
  "cli/src/help/zsh-completion.ts",
  // The description in a package.json.
  "cli/src/plugins/package-manager.ts",
  "cli/src/render/transcript.ts",
  // Reason phrases of HTTP.
  "client/src/front/problem.ts",
  "client/src/layers/log-line.ts",
  "core/src/exchange/formats/media-types.ts",
  "core/src/explain/to-html.ts",
  "core/src/lenient/path-form.ts",
  // The documentation of options has these descriptions.
  "core/src/options/limits.ts",
  "gateway/src/cache/options.ts",
  "gateway/src/guard/content-policy.ts",
  "gateway/src/guard/signing-options.ts",
  "gateway/src/metrics.ts",
  "iana/src/table.ts",
  "scheme-ftp/src/type.ts",
];

/** Texts of protocols, and states of readers. */
const VALUES: ReadonlySet<string> = new Set([
  "dot cr",
  "start cr",
  "stays open",
  "open --program",
  "true | false",
  "jan feb mar apr may jun jul aug sep oct nov dec",
  // Kinds of fields of TN3270.
  ...["reply mode", "extended field"],
  // What the BER decoder reports, and an element of MARCXML.
  ...["nesting depth", "node count", 'controlfield tag="001"'],
  // Parts of records and sessions of Z39.50, which are contents.
  ...["a record in {0}", "{0} bytes of {1}", "Other names", "(data of another format)"],
  ...["(not in this record)", "(not requested)", "(not available)"],
  // Queries of WAIS, a record of it, and a reply that is recognized.
  ...["un re", "wt re", "{0} {1} ig ig ig ig", " \u001fDocument Text", "Search produced no result."],
]);

/** Packages whose options only programs set. The command has flags for those of the gateway. */
const LIBRARIES = /^packages\/(?:cli|client|core|smtp)\//;

/** Is a text of a source file for programs, logs, or documents, and never shown in another language? */
export function isUnread(file: string, source: string, offset: number, text: string): boolean {
  if (FILES.some((name) => file === `packages/${name}`)) return true;
  // A status line, a symbol, a command line, a list of header fields, a section of the Gemini specification, the help
  // within a session of Z39.50, or a message or a session line of IRC.
  if (
    VALUES.has(text) ||
    /^\d{3} |^@anyurl\/|\banyurl \w+ -|^approved archive |^Gemini, |^find WORDS |^:s \S+ |^\* \{0\} /.test(
      text,
    )
  )
    return true;
  const before = source.slice(Math.max(0, offset - 40), offset);
  if (file.startsWith("packages/core/src/codes/")) return /\b(?:means|example|fix):\s*$/.test(before);
  return LIBRARIES.test(file) && !file.includes("/verbs/") && /\bdescription:\s*$/.test(before);
}
