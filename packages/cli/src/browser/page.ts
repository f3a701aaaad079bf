/** How a text looks, if the terminal can show it. No meaning depends on it. */
export type Look = "heading" | "strong" | "emphasis" | "dim" | "error";

/** A text in one look. Texts of servers are not sanitized here: the layout does that for all of them. */
export interface Span {
  readonly text: string;
  readonly look?: Look;
  /** The index of a link of the page. The text of a field or button comes from its form. */
  readonly link?: number;
}

export type Block =
  /** Words that fill the lines. */
  | {
      readonly is: "paragraph";
      readonly spans: readonly Span[];
      /** Columns before each line. */
      readonly indent?: number;
      /** Before the first line, in its indent, for example "1." */
      readonly marker?: string;
      /** An empty line before it. */
      readonly gap?: boolean;
    }
  /** Lines of text, with their line ends and their blanks. */
  | {
      readonly is: "verbatim";
      readonly spans: readonly Span[];
      readonly gap?: boolean;
      /** Indent as the names of entries. */
      readonly besideEntries?: boolean;
    }
  /** An entry of a listing: its name, and metadata beside or below it. */
  | { readonly is: "entry"; readonly name: Span; readonly details: readonly string[] }
  /** A picture, or its description if the terminal cannot show pictures. */
  | { readonly is: "picture"; readonly bytes: Uint8Array; readonly mediaType: string; readonly text: string };

/** What a number or a selected place of a page stands for. */
export type Link =
  | {
      readonly is: "url";
      readonly url: string;
      /** The entry or the response in which a server named it. Absent: the user chose it. */
      readonly namedBy?: object;
    }
  | { readonly is: "field"; readonly form: number; readonly field: number }
  /** Sends a form. `field`: the button, if it has a name. */
  | { readonly is: "submit"; readonly form: number; readonly field?: number }
  /** One of the values of a field of the page before this one. */
  | { readonly is: "choice"; readonly form: number; readonly field: number; readonly value: string }
  /** An entry of the history, by its index. */
  | { readonly is: "visit"; readonly index: number };

export interface Field {
  readonly kind: "text" | "lines" | "secret" | "checkbox" | "radio" | "choice" | "hidden" | "button";
  /** The name in the data of the form. Empty: not sent. */
  readonly name: string;
  readonly label: string;
  readonly value: string;
  /** Of a checkbox or radio button. */
  readonly isChecked?: boolean;
  readonly choices?: readonly Choice[];
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** What sending a form does. */
export type FormAction =
  /** Opens a URL with the data as its query, or sends them as a request. */
  | { readonly is: "get" | "post"; readonly url: string; readonly namedBy?: object }
  /** Searches the URL of the page. */
  | { readonly is: "search" }
  /** Opens the URL of the page, with the answers as an option of its scheme. */
  | { readonly is: "answers"; readonly option: string };

export interface Form {
  readonly fields: readonly Field[];
  readonly action: FormAction;
}

/** What is shown for a URL, or for a command such as "history". Pure data. */
export interface Page {
  readonly title: string;
  /** Of the resource, after all redirects; `undefined` for a page of the browser itself. */
  readonly url: string | undefined;
  readonly blocks: readonly Block[];
  readonly links: readonly Link[];
  readonly forms: readonly Form[];
  /** The blocks to which fragments of the URL refer. */
  readonly anchors?: ReadonlyMap<string, number>;
}

/** Returns the page with another value in a field. Only one radio button of a name is checked. */
export function withFieldValue(page: Page, form: number, at: number, change: Partial<Field>): Page {
  const target = page.forms[form]?.fields[at];
  if (target === undefined) return page;
  const fields = page.forms[form]!.fields.map((field, i) => {
    if (i === at) return { ...field, ...change };
    const isOther = target.kind === "radio" && field.kind === "radio" && field.name === target.name;
    return isOther && change.isChecked === true ? { ...field, isChecked: false } : field;
  });
  return { ...page, forms: page.forms.map((each, i) => (i === form ? { ...each, fields } : each)) };
}

/** Returns the data that a form sends: names and values, in order. @param button the field that was pressed. */
export function listFormData({ fields }: Form, button?: number): readonly (readonly [string, string])[] {
  return fields.flatMap((field, i): readonly (readonly [string, string])[] => {
    const { kind, name, value } = field;
    const isSent = kind === "button" ? i === button : isAnswered(field);
    return name !== "" && isSent ? [[name, value]] : [];
  });
}

function isAnswered({ kind, isChecked }: Field): boolean {
  return (kind !== "checkbox" && kind !== "radio") || isChecked === true;
}

/** Returns the text of a field on a page: a label with its value, or a button. */
export function formatField({ kind, label, value, isChecked, choices = [] }: Field): string {
  const name = label === "" ? "" : `${label} `;
  switch (kind) {
    case "hidden":
      return "";
    case "button":
      return `< ${label} >`;
    case "checkbox":
      return `[${isChecked === true ? "x" : " "}] ${label}`.trimEnd();
    case "radio":
      return `(${isChecked === true ? "*" : " "}) ${label}`.trimEnd();
    case "choice":
      return `${name}{${choices.find((choice) => choice.value === value)?.label ?? value}}`;
    case "secret":
      return `${name}[${value === "" ? "____" : "****"}]`;
    default:
      return `${name}[${value.replace(/\s+/g, " ") || "____"}]`;
  }
}
