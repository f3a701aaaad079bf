/** What an attribute has in it, for the gateway. */
export type Role =
  /** A reference to where one may go. */
  | "way"
  /** A reference to a part of the document. */
  | "part"
  /** Several such, each for a size of the screen. */
  | "parts"
  /** What acts by itself, or what a sandbox has no room for. */
  | "never";

/** Attributes with URLs (HTML, index of attributes; HTML 4.01 and SVG), and those that would act. */
const ROLES: ReadonlyMap<string, Role> = new Map<string, Role>([
  ...named("way", ["href", "xlink:href", "action", "formaction", "cite", "longdesc", "profile"]),
  ...named("part", ["src", "background", "data", "dynsrc", "icon", "lowsrc", "poster"]),
  ...named("parts", ["imagesrcset", "srcset"]),
  // "target": a sandbox opens no window, and a link to a new one would lead nowhere.
  ...named("never", ["ping", "attributionsrc", "target", "formtarget"]),
  // Documents within an attribute, and files that are read by other rules than a document's.
  ...named("never", ["srcdoc", "manifest", "archive", "classid", "code", "codebase"]),
  // Of a drawing that moves: what is changed is named by it, and may be a link.
  ...named("never", ["attributename"]),
]);

function named(role: Role, names: readonly string[]): readonly (readonly [string, Role])[] {
  return names.map((name) => [name, role] as const);
}

export function roleOf(element: string, attribute: string): Role | undefined {
  if (element === "link" && attribute === "href") return "part";
  return ROLES.get(attribute);
}

/** Candidates of a "srcset" (HTML §4.8.4.2.2). */
export interface Candidate {
  readonly url: string;
  /** `2x`, `640w`, or empty. */
  readonly descriptor: string;
}

export function candidatesOf(srcset: string): readonly Candidate[] {
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
