/** What an element has in it that is no markup to a browser, in a form that is no markup to any. */
export interface RawText {
  /** What the element becomes. */
  readonly name: string;
  /** Behind the start tag. */
  readonly before: string;
  write(text: string): string;
  /** What was held back. */
  end(): string;
}

/**
 * Whether a browser takes such content for text depends on where the element stands: not in a drawing, nor in a list to
 * select from. So nothing in it begins with "<": it is escaped where escapes are read; in a style it is an escape of CSS; what
 * is not shown is left out; and "xmp", which has no escapes, is a "pre".
 */
export function rawTextOf(element: string): RawText {
  switch (element) {
    case "title":
    case "textarea":
      return { name: element, before: "", write: (text) => text.replaceAll("<", "&lt;"), end: () => "" };
    case "xmp":
    case "plaintext":
      // A line feed behind "<pre>" is none of its text.
      return { name: "pre", before: "\n", write: escaped, end: () => "" };
    case "style":
      return styleText();
    default:
      return { name: element, before: "", write: () => "", end: () => "" };
  }
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/** Where a style hides from browsers without styles, that is white space to those that have them (CSS Syntax §5.4.1). */
const CDO = "<!--";

function styleText(): RawText {
  let held = "";
  const plain = (text: string) => text.replaceAll(CDO, "    ").replaceAll("<", "\\3c ");
  return {
    name: "style",
    before: "",
    write(text) {
      const all = held + text;
      const kept = [3, 2, 1].find((length) => all.endsWith(CDO.slice(0, length))) ?? 0;
      held = all.slice(all.length - kept);
      return plain(all.slice(0, all.length - kept));
    },
    end: () => plain(held),
  };
}
