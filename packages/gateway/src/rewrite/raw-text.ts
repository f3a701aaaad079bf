/** Rewrites the content of a raw text element, so that no browser can parse it as markup. */
export interface RawText {
  /** The new name of the element. */
  readonly name: string;
  /** Text to insert after the start tag. */
  readonly before: string;
  write(text: string): string;
  /** Returns the buffered rest. */
  end(): string;
}

/**
 * Creates the rewriter for a raw text element. Browsers parse such content as markup inside SVG and "select". So the
 * output contains no "<". Where entities work, it is an entity; in a style, it is a CSS escape; content that is not
 * shown is removed; and "xmp", which has no entities, becomes "pre".
 */
export function createRawText(element: string): RawText {
  switch (element) {
    case "title":
    case "textarea":
      return { name: element, before: "", write: (text) => text.replaceAll("<", "&lt;"), end: () => "" };
    case "xmp":
    case "plaintext":
      // Browsers ignore a line feed directly after "<pre>".
      return { name: "pre", before: "\n", write: escapeText, end: () => "" };
    case "style":
      return createStyleText();
    default:
      return { name: element, before: "", write: () => "", end: () => "" };
  }
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** Old documents hide styles in a comment. CSS parsers treat this as white space (CSS Syntax §5.4.1). */
const CDO = "<!--";

function createStyleText(): RawText {
  let pending = "";
  const plain = (text: string) => text.replaceAll(CDO, "    ").replaceAll("<", "\\3c ");
  return {
    name: "style",
    before: "",
    write(text) {
      const all = pending + text;
      const kept = [3, 2, 1].find((length) => all.endsWith(CDO.slice(0, length))) ?? 0;
      pending = all.slice(all.length - kept);
      return plain(all.slice(0, all.length - kept));
    },
    end: () => plain(pending),
  };
}
