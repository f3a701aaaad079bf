import { type Form, parseForm } from "./form.ts";

/** The request of a gopher+ string (RFC 4266 §2.4–2.9). */
export type PlusRequest =
  /** "+": the item, in the default view of the server. */
  | { readonly kind: "item" }
  /** "+<view>", optionally with " <language>". */
  | { readonly kind: "view"; readonly view: string; readonly language: string | undefined }
  /** "?": an item that requires a form. */
  | { readonly kind: "form" }
  /** A filled-in form. */
  | { readonly kind: "ask"; readonly form: Form }
  /** "!": the attributes of the item; empty `names` mean all attributes. */
  | { readonly kind: "attributes"; readonly names: readonly string[] }
  /** "$": the attributes of all items of a menu. */
  | { readonly kind: "directory-attributes"; readonly names: readonly string[] }
  /** A string that Gopher+ does not define. */
  | { readonly kind: "raw" };

export function parsePlusRequest(gopherPlus: string): PlusRequest {
  if (gopherPlus === "+" || gopherPlus === "+\t0") return { kind: "item" };
  if (gopherPlus === "?") return { kind: "form" };
  if (/^[!$]/.test(gopherPlus)) {
    const names = parseAttributeNames(gopherPlus.slice(1));
    if (names === undefined) return { kind: "raw" };
    return { kind: gopherPlus.startsWith("!") ? "attributes" : "directory-attributes", names };
  }
  const form = parseForm(gopherPlus);
  if (form !== undefined) return { kind: "ask", form };
  const match = /^\+([^\0-\x20]+)(?: ([^\0-\x1f]+))?(?:\t0)?$/.exec(gopherPlus);
  return match === null ? { kind: "raw" } : { kind: "view", view: match[1]!, language: match[2] };
}

/** Formats "+<view>" or "+<view> <language>"; the inverse of {@link parsePlusRequest} for views. */
export function formatView(view: string, language: string | undefined): string {
  return language === undefined ? `+${view}` : `+${view} ${language}`;
}

/**
 * Parses attribute names, each with its "+". RFC 4266 §2.7 separates them with spaces, the Gopher+ specification with
 * nothing; both forms are valid. Returns `undefined` for an invalid list.
 */
function parseAttributeNames(text: string): readonly string[] | undefined {
  if (text === "") return [];
  const [before, ...names] = text.split("+");
  const trimmed = names.map((name) => name.replace(/ $/, ""));
  if (before !== "" || trimmed.some((name) => name === "" || /[\0-\x20]/.test(name))) return undefined;
  return trimmed.map((name) => `+${name}`);
}
