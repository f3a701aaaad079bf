/*
 * Templates are files that compile and pass their tests unchanged. Lines for one operation are marked:
 *
 *     // #if list
 *     …
 *     // #endif
 *
 * In Markdown and YAML the marks are comments, too: `<!-- #if list -->`, `# #if pnpm`.
 */

const IF = /^\s*(?:\/\/|#|<!--) #if ([a-z,]+)(?: -->)?$/;
const ENDIF = /^\s*(?:\/\/|#|<!--) #endif(?: -->)?$/;

/**
 * Returns the text without its marks, and without the sections for operations that are not in `wanted`.
 *
 * @throws {SyntaxError} a mark has no counterpart: a bug of the template.
 */
export function selectSections(text: string, wanted: readonly string[]): string {
  const kept: string[] = [];
  let section: readonly string[] | undefined;
  for (const line of text.split("\n")) {
    const begin = IF.exec(line);
    if (begin !== null) {
      if (section !== undefined) throw new SyntaxError("nested section");
      section = begin[1]!.split(",");
    } else if (ENDIF.test(line)) {
      if (section === undefined) throw new SyntaxError("#endif without #if");
      section = undefined;
    } else if (section === undefined || section.some((each) => wanted.includes(each))) kept.push(line);
  }
  if (section !== undefined) throw new SyntaxError("#if without #endif");
  return kept.join("\n");
}
