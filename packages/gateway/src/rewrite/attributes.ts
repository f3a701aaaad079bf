/** How the gateway treats an attribute. */
export type AttributeRole =
  /** A reference that users follow. */
  | "way"
  /** A reference to a part of the document, such as an image. */
  | "part"
  /** Several such references, for different screen sizes. */
  | "parts"
  /** Removed: it acts by itself, or does not work in a sandbox. */
  | "never";

/** Attributes with URLs (HTML, index of attributes; HTML 4.01 and SVG), and those that act by themselves. */
const ROLE_BY_ATTRIBUTE: ReadonlyMap<string, AttributeRole> = new Map<string, AttributeRole>([
  ...withRole("way", ["href", "xlink:href", "action", "formaction", "cite", "longdesc", "profile"]),
  ...withRole("part", ["src", "background", "data", "dynsrc", "icon", "lowsrc", "poster"]),
  ...withRole("parts", ["imagesrcset", "srcset"]),
  // "target": a sandbox cannot open windows, so a link to a new one would not work.
  ...withRole("never", ["ping", "attributionsrc", "target", "formtarget"]),
  // Documents inside an attribute, and files with their own rules for references.
  ...withRole("never", ["srcdoc", "manifest", "archive", "classid", "code", "codebase"]),
  // SVG animation: it names the attribute that changes, which may be a link.
  ...withRole("never", ["attributename"]),
]);

function withRole(
  role: AttributeRole,
  names: readonly string[],
): readonly (readonly [string, AttributeRole])[] {
  return names.map((name) => [name, role] as const);
}

export function attributeRole(element: string, attribute: string): AttributeRole | undefined {
  if (element === "link" && attribute === "href") return "part";
  return ROLE_BY_ATTRIBUTE.get(attribute);
}

/** A candidate of a "srcset" (HTML §4.8.4.2.2). */
export interface Candidate {
  readonly url: string;
  /** `2x`, `640w`, or empty. */
  readonly descriptor: string;
}

export function parseSrcset(srcset: string): readonly Candidate[] {
  const found: Candidate[] = [];
  let at = 0;
  const skip = (isSkipped: (char: string) => boolean) => {
    while (at < srcset.length && isSkipped(srcset[at]!)) at++;
  };
  const isSpace = (char: string) => SPACES.includes(char);
  for (;;) {
    skip((char) => isSpace(char) || char === ",");
    if (at >= srcset.length) return found;
    const start = at;
    skip((char) => !isSpace(char));
    const token = srcset.slice(start, at);
    let end = token.length;
    while (token[end - 1] === ",") end--;
    let descriptor = "";
    if (end === token.length) {
      const from = at;
      let isInParens = false;
      skip((char) => {
        if (char === "(" || char === ")") isInParens = char === "(";
        return isInParens || char !== ",";
      });
      descriptor = srcset.slice(from, at).trim();
    }
    if (DESCRIPTOR.test(descriptor)) found.push({ url: token.slice(0, end), descriptor });
  }
}

const SPACES = "\t\n\f\r ";
const DESCRIPTOR = /^(?:[0-9.eE+-]{1,20}[xwh](?: +[0-9]{1,10}h)?)?$/;
