import { parseSync } from "oxc-parser";

/** A word that a reader has to decode, and the plain one. */
export interface RetiredWord {
  /** A regular expression of whole words, in any case. */
  readonly pattern: string;
  readonly use: string;
  readonly why: string;
  /** Paths of files where it is an identifier, a column of a database or a license's own word. */
  readonly except?: readonly string[];
}

export interface WordFinding {
  /** The offset in the file's text, in UTF-16 code units. */
  readonly offset: number;
  readonly found: string;
  readonly use: string;
}

/** A run of prose in a file. */
interface Prose {
  readonly start: number;
  readonly text: string;
}

/** Functions whose first argument is the name of a test. */
const TEST_NAMES = /^(?:describe|it|test)(?:\.\w+)*$/;

/** Finds the retired words in the comments, strings and docs of one file. */
export function findRetiredWords(
  path: string,
  text: string,
  words: readonly RetiredWord[],
): readonly WordFinding[] {
  const prose = path.endsWith(".md") ? proseOfMarkdown(text) : proseOfTypeScript(path, text);
  const retired = words.filter(({ except }) => except?.includes(path) !== true);
  // Hardly any text has one of them, so all are looked for at once first.
  const any = wordPattern(retired.map(({ pattern }) => `(?:${pattern})`).join("|"));
  const findings = prose.flatMap(({ start, text }) => {
    const run = withoutQuotations(text);
    if (run.search(any) < 0) return [];
    return retired.flatMap(({ pattern, use }) =>
      [...run.matchAll(wordPattern(pattern))].map((match) => ({
        offset: start + match.index,
        found: match[0],
        use,
      })),
    );
  });
  return findings.sort((a, b) => a.offset - b.offset);
}

function wordPattern(pattern: string): RegExp {
  return new RegExp(`(?<![\\w-])(?:${pattern})(?![\\w-])`, "gimu");
}

/**
 * Blanks what is not our own prose, and keeps all offsets: code in back quotes, and quotations, which stand in double
 * quotes (RFCs above all).
 */
function withoutQuotations(text: string): string {
  const blank = (quoted: string) => quoted.replace(/[^\n]/g, " ");
  return text.replace(/`[^`]*`/g, blank).replace(/"[^"]*"|“[^”]*”|\{@link[^}]*\}|\S+:\/\/\S+/g, blank);
}

/** Markdown without its code blocks and block quotations. */
function proseOfMarkdown(text: string): readonly Prose[] {
  const blank = (code: string) => code.replace(/[^\n]/g, " ");
  return [{ start: 0, text: text.replace(/^```[\s\S]*?^```/gm, blank).replace(/^>.*$/gm, blank) }];
}

/** Comments, strings of two words or more, and the names of tests. Other strings of a test are data. */
function proseOfTypeScript(path: string, text: string): readonly Prose[] {
  const { program, comments } = parseSync(path, text);
  const prose: Prose[] = comments.map(({ start, end }) => ({ start, text: text.slice(start, end) }));
  const isTest = /(?:^|\/)test\//.test(path) || /\.test\.ts$/.test(path);
  const addString = ({ start, end }: { readonly start: number; readonly end: number }) => {
    const inner = text.slice(start + 1, end - 1);
    // A string is prose itself: a quotation within it is not an RFC's.
    if (/[a-z]{2,} \S*[a-z]{2,}/i.test(inner)) prose.push({ start: start + 1, text: inner });
  };
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const each of node) visit(each);
      return;
    }
    if (typeof node !== "object" || node === null) return;
    const { type, value, start, end } = node as {
      type?: string;
      value?: unknown;
      start: number;
      end: number;
    };
    if (type === "CallExpression" && isTest) {
      const { callee, arguments: args } = node as {
        callee: { start: number; end: number };
        arguments: { type: string; start: number; end: number }[];
      };
      const name = text.slice(callee.start, callee.end).replace(/\([\s\S]*$/, "");
      const first = args[0];
      if (TEST_NAMES.test(name) && (first?.type === "Literal" || first?.type === "TemplateLiteral"))
        addString(first);
    }
    if (!isTest && type === "Literal" && typeof value === "string") addString({ start, end });
    if (!isTest && type === "TemplateElement") addString({ start: start - 1, end: end + 1 });
    for (const [key, child] of Object.entries(node)) if (key !== "parent") visit(child);
  };
  visit(program);
  return prose;
}
