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
  "core/src/exchange/media-types.ts",
  "core/src/explain/to-html.ts",
  "core/src/lenient/path-form.ts",
  // The documentation of options has these descriptions.
  "core/src/options/limits.ts",
  "gateway/src/guard/content-policy.ts",
  "gateway/src/metrics.ts",
];

/** Packages whose options only programs set. The flags of the command have their own descriptions, or are tested. */
const LIBRARIES = /^packages\/(?:cli|client|core|gateway)\//;

/** Is a text of a source file for programs, logs, or documents, and never shown in another language? */
export function isUnread(file: string, source: string, offset: number, text: string): boolean {
  if (FILES.some((name) => file === `packages/${name}`)) return true;
  // Values: a status line, a symbol, the values of an option, a command line, the state of a connection or a reader.
  if (/^\d{3} |^@anyurl\/|^true \| false$|\banyurl \w+ -|^open --program$|^stays open$|^dot cr$/.test(text))
    return true;
  const before = source.slice(Math.max(0, offset - 40), offset);
  if (file.startsWith("packages/core/src/codes/")) return /\b(?:means|example|fix):\s*$/.test(before);
  return LIBRARIES.test(file) && !file.includes("/verbs/") && /\bdescription:\s*$/.test(before);
}
