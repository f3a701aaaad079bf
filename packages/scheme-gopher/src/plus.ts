import { type Form, formOf } from "./form.ts";

/** What a gopher+ string asks for (RFC 4266 §2.4–2.9). */
export type PlusRequest =
  /** "+": the item, in the view that the server prefers. */
  | { readonly kind: "item" }
  /** "+<view>" and perhaps " <language>". */
  | { readonly kind: "view"; readonly view: string; readonly language: string | undefined }
  /** "?": an item that wants a form to be filled in first. */
  | { readonly kind: "form" }
  /** A form that is filled in. */
  | { readonly kind: "ask"; readonly form: Form }
  /** "!": the attributes of the item; `names` empty for all of them. */
  | { readonly kind: "attributes"; readonly names: readonly string[] }
  /** "$": the attributes of all items of a menu. */
  | { readonly kind: "directory-attributes"; readonly names: readonly string[] }
  /** Nothing that Gopher+ knows. */
  | { readonly kind: "raw" };

export function plusRequestOf(gopherPlus: string): PlusRequest {
  if (gopherPlus === "+" || gopherPlus === "+\t0") return { kind: "item" };
  if (gopherPlus === "?") return { kind: "form" };
  if (/^[!$]/.test(gopherPlus)) {
    const names = namesOf(gopherPlus.slice(1));
    if (names === undefined) return { kind: "raw" };
    return { kind: gopherPlus.startsWith("!") ? "attributes" : "directory-attributes", names };
  }
  const form = formOf(gopherPlus);
  if (form !== undefined) return { kind: "ask", form };
  const match = /^\+([^\0-\x20]+)(?: ([^\0-\x1f]+))?(?:\t0)?$/.exec(gopherPlus);
  return match === null ? { kind: "raw" } : { kind: "view", view: match[1]!, language: match[2] };
}

/** "+<view>" or "+<view> <language>"; the inverse of {@link plusRequestOf} for views. */
export function formatView(view: string, language: string | undefined): string {
  return language === undefined ? `+${view}` : `+${view} ${language}`;
}

/**
 * Names of attributes, each with its "+". RFC 4266 §2.7 has blanks between them, the Gopher+ text nothing;
 * both are read. `undefined` for what is no such list.
 */
function namesOf(text: string): readonly string[] | undefined {
  if (text === "") return [];
  const [before, ...names] = text.split("+");
  const trimmed = names.map((name) => name.replace(/ $/, ""));
  if (before !== "" || trimmed.some((name) => name === "" || /[\0-\x20]/.test(name))) return undefined;
  return trimmed.map((name) => `+${name}`);
}
