import type { FormStyle, Question, SearchStyle } from "@anyurl/core/presentation";
import { AccessError } from "anyurl";
import { say } from "../language.ts";
import type { Block, Field, Form, Link, Page } from "./page.ts";

/** What a page with a form is about. */
interface FormPageInit {
  readonly title: string;
  readonly url: string;
}

/** Creates a page with a search field. @param question what the server asks, if it does. */
export function createSearchPage(search: SearchStyle, init: FormPageInit, question?: string): Page {
  const field: Field = { kind: "text", name: "words", label: say(search.label), value: "" };
  const form: Form = { fields: [field], action: { is: "search" } };
  return createFormPage(form, { ...init, text: question ?? say(search.title) });
}

/**
 * Creates a page with the questions that a server asks before it sends a resource.
 *
 * @throws {AccessError} unsupported: the server has no form, or one that a terminal cannot offer.
 */
export function createQuestionPage(
  attributes: Readonly<Record<string, string>> = {},
  style: FormStyle,
  init: FormPageInit,
): Page {
  const block = attributes[style.attribute];
  if (block === undefined) throw new AccessError("unsupported", "the server has no form for this item");
  const fields = style.read(block).map(toField);
  const form: Form = { fields, action: { is: "answers", option: style.option } };
  return createFormPage(form, { ...init, text: say("The server requests this information.") });
}

/** @throws {AccessError} unsupported */
function toField({ kind, prompt, suggested = "", choices = [] }: Question, at: number): Field {
  const field = { name: String(at), label: prompt, value: suggested };
  switch (kind) {
    case "line":
      return { ...field, kind: "text" };
    case "lines":
    case "secret":
      return { ...field, kind };
    case "file":
      return { ...field, kind: "lines" };
    case "yes-no":
      return { ...field, kind: "checkbox", value: "1", isChecked: suggested === "1" };
    case "choice":
      return {
        ...{ ...field, kind: "choice", value: suggested || (choices[0] ?? "") },
        choices: choices.map((value) => ({ value, label: value })),
      };
    case "unsupported":
      throw new AccessError("unsupported", "the form has a question of an unsupported type");
  }
}

/** Returns the answers to questions, in order: a boolean for a yes-no question. */
export function listAnswers({ fields }: Form): readonly (string | boolean)[] {
  return fields.map(({ kind, value, isChecked }) => (kind === "checkbox" ? isChecked === true : value));
}

function createFormPage(form: Form, { title, url, text }: FormPageInit & { readonly text: string }): Page {
  const links: Link[] = [
    ...form.fields.map((_, field): Link => ({ is: "field", form: 0, field })),
    { is: "submit", form: 0 },
  ];
  const blocks: Block[] = [
    { is: "paragraph", spans: [{ text }] },
    ...form.fields.map(
      (_, link): Block => ({ is: "paragraph", gap: link === 0, indent: 2, spans: [{ text: "", link }] }),
    ),
    {
      is: "paragraph",
      gap: true,
      indent: 2,
      spans: [{ text: `< ${say("Send")} >`, link: form.fields.length }],
    },
  ];
  return { title, url, blocks, links, forms: [form] };
}
