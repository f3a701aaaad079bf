/** A block of code in a page, and the file that it is, or a part of it. */
export interface DocBlock {
  readonly language: string;
  /** "src/syntax.ts"; `undefined` for a block without a file. */
  readonly path: string | undefined;
  readonly code: string;
}

/**
 * Returns the fenced blocks of a Markdown page. The word after the language names a file: "```ts src/syntax.ts".
 *
 * @throws {SyntaxError} a fence that is not closed.
 */
export function blocksOf(markdown: string): readonly DocBlock[] {
  const blocks: DocBlock[] = [];
  let open: { readonly fence: string; readonly info: string; readonly lines: string[] } | undefined;
  for (const line of markdown.split("\n")) {
    const [, fence = "", info = ""] = /^(`{3,})(.*)$/.exec(line) ?? [];
    if (open === undefined) {
      if (fence !== "") open = { fence, info, lines: [] };
    } else if (fence === open.fence && info === "") {
      const [language = "", path] = open.info.trim().split(/ +/);
      blocks.push({ language, path, code: open.lines.map((each) => `${each}\n`).join("") });
      open = undefined;
    } else open.lines.push(line);
  }
  if (open !== undefined) throw new SyntaxError(`a fence is not closed: ${open.fence}${open.info}`);
  return blocks;
}

/** Returns the files of a page. Blocks of the same file are joined with an empty line. */
export function filesOf(markdown: string): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const { path, code } of blocksOf(markdown)) {
    if (path === undefined) continue;
    const before = files.get(path);
    files.set(path, before === undefined ? code : `${before}\n${code}`);
  }
  return files;
}

/** Returns the expected output, line by line, from the comments after `console.log(…);`. */
export function promisedBy(code: string): readonly string[] {
  return [...code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, comment]) => comment!);
}
