import { say } from "../language.ts";
import type { Choice, Field, Form, FormAction, Link } from "./page.ts";

type Attributes = Readonly<Record<string, string>>;

/** A form while its elements are read. */
interface OpenForm {
  readonly fields: Field[];
  readonly action: FormAction;
}

/** A field whose content is being read. */
interface OpenField {
  readonly element: "select" | "textarea" | "button";
  readonly attributes: Attributes;
  readonly choices: Choice[];
  text: string;
  selected: string | undefined;
  /** The value of the current option; `undefined` outside of one. Empty: its text. */
  option: Attributes | undefined;
}

/** The input types that a terminal does not offer: they need a file, a picture, or a script. */
const UNSUPPORTED: ReadonlySet<string> = new Set(["file", "image", "reset"]);

/** Reads the forms of an HTML document (HTML §4.10). Each field that a user can change becomes a link of the page. */
export class HtmlForms {
  readonly #links: Link[];
  readonly #resolve: (reference: string) => string | undefined;
  readonly #namedBy: object | undefined;
  readonly #forms: OpenForm[] = [];
  #isInForm = false;
  #field: OpenField | undefined;

  constructor(
    links: Link[],
    resolve: (reference: string) => string | undefined,
    namedBy: object | undefined,
  ) {
    this.#links = links;
    this.#resolve = resolve;
    this.#namedBy = namedBy;
  }

  get forms(): readonly Form[] {
    return this.#forms;
  }

  beginForm({ action = "", method = "get" }: Attributes): void {
    // An empty reference would keep the fragment of the base URL.
    const url = this.#resolve(action === "" ? "?" : action);
    const is = method.trim().toLowerCase() === "post" ? "post" : "get";
    this.#isInForm = url !== undefined;
    if (url === undefined) return;
    const namedBy = this.#namedBy && { namedBy: this.#namedBy };
    this.#forms.push({
      fields: [],
      action: { is, url: action === "" ? url.replace(/\?$/, "") : url, ...namedBy },
    });
  }

  endForm(): void {
    this.#isInForm = false;
  }

  /** Returns the index of the link; `undefined` if the field is not shown. */
  input(attributes: Attributes): number | undefined {
    const type = (attributes["type"] ?? "text").trim().toLowerCase();
    if (UNSUPPORTED.has(type)) return undefined;
    const { name = "", value = "" } = attributes;
    const label = attributes["aria-label"] ?? attributes["placeholder"] ?? "";
    switch (type) {
      case "hidden":
        return this.#add({ kind: "hidden", name, label: "", value });
      case "submit":
      case "button":
        return this.#add({ kind: "button", name, label: value || say("Submit"), value });
      case "checkbox":
      case "radio": {
        const isChecked = "checked" in attributes;
        return this.#add({ kind: type, name, label: "", value: attributes["value"] ?? "on", isChecked });
      }
      case "password":
        return this.#add({ kind: "secret", name, label, value });
      default:
        return this.#add({ kind: "text", name, label, value });
    }
  }

  beginField(element: "select" | "textarea" | "button" | "option", attributes: Attributes): void {
    if (element === "option") {
      if (this.#field?.element !== "select") return;
      this.#field.option = attributes;
      this.#field.text = "";
    } else
      this.#field = { element, attributes, choices: [], text: "", selected: undefined, option: undefined };
  }

  /** Takes the text if it belongs to a field. */
  takeText(text: string): boolean {
    if (this.#field === undefined) return false;
    this.#field.text += text;
    return true;
  }

  endOption(): void {
    const field = this.#field;
    if (field?.option === undefined) return;
    const label = field.text.replace(/\s+/g, " ").trim();
    const value = field.option["value"] ?? label;
    field.choices.push({ value, label: field.option["label"] ?? label });
    if ("selected" in field.option) field.selected = value;
    field.option = undefined;
    field.text = "";
  }

  /** Returns the index of the link; `undefined` if the field is not shown. */
  endField(element: "select" | "textarea" | "button"): number | undefined {
    const field = this.#field;
    if (field?.element !== element) return undefined;
    this.endOption();
    this.#field = undefined;
    const { attributes, choices, text, selected } = field;
    const { name = "" } = attributes;
    const label = attributes["aria-label"] ?? attributes["placeholder"] ?? "";
    if (element === "textarea")
      return this.#add({ kind: "lines", name, label, value: text.replace(/^\r?\n/, "") });
    if (element === "select")
      return this.#add({ kind: "choice", name, label, choices, value: selected ?? choices[0]?.value ?? "" });
    if (attributes["type"] === "button" || attributes["type"] === "reset") return undefined;
    const caption = text.replace(/\s+/g, " ").trim() || say("Submit");
    return this.#add({ kind: "button", name, label: caption, value: attributes["value"] ?? "" });
  }

  #add(field: Field): number | undefined {
    if (!this.#isInForm) return undefined;
    const form = this.#forms.length - 1;
    const at = this.#forms[form]!.fields.push(field) - 1;
    if (field.kind === "hidden") return undefined;
    const link: Link =
      field.kind === "button" ? { is: "submit", form, field: at } : { is: "field", form, field: at };
    return this.#links.push(link) - 1;
  }
}
