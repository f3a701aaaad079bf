import { AccessError } from "@anyurl/core";
import type { FormStyle, Question } from "@anyurl/core/presentation";
import { formPage } from "../pages/form.ts";
import { FORM } from "../paths.ts";
import type { FormField, FormView } from "../views.ts";
import { documentResponse } from "./document.ts";
import { createFrame } from "./frame.ts";
import { callOptions, type RequestContext } from "./request-context.ts";
import { jsonResponse, pageResponse } from "./responses.ts";

/** Answers with the form that a server requires: a page for browsers, its questions as JSON for programs. */
export async function formResponse(task: RequestContext, style: FormStyle): Promise<Response> {
  const { context, incoming, url, mode } = task;
  const attributes = await context.source.stat(url, callOptions(task));
  const block = attributes.attributes?.[style.attribute];
  if (block === undefined) throw new AccessError("unsupported", "the server has no form for this item");
  const questions = style.read(block);
  const headers = { "cache-control": "no-store", ...task.vary };
  if (mode !== "html") return jsonResponse({ url: url.href, form: questions }, incoming, headers);
  const obstacle = questions.map(unsupportedReason).find((each) => each !== undefined);
  const page = formPage({
    frame: await createFrame(task),
    note: obstacle ?? "The server requests this information. Your answers are sent to it without encryption.",
    forms: obstacle === undefined ? [await createFormView(task, questions)] : [],
  });
  return pageResponse(page, incoming, headers);
}

/** Sends the answers to a form and serves the result. @throws {AccessError} bad-option: an answer is invalid. */
export async function submitForm(
  task: RequestContext,
  fields: ReadonlyMap<string, string>,
): Promise<Response> {
  const { form } = task.context.served.view(task.url);
  if (form === undefined) throw new AccessError("unsupported", "this URL has no form");
  const kinds = (fields.get("kinds") ?? "").split(",").slice(0, MAX_QUESTIONS);
  const answers = kinds.map((kind, i) => {
    const value = fields.get(`answer-${i}`);
    if (kind === "yes-no") return value === "1";
    // An empty field stays empty: the visitor saw the suggestion of the form and deleted it.
    return value?.replace(/\r\n?/g, "\n") ?? "";
  });
  return documentResponse(task, { [form.option]: answers });
}

/** Maximum number of questions of a form. */
const MAX_QUESTIONS = 200;

/** Returns why the gateway cannot offer a question, or `undefined` if it can. */
function unsupportedReason(question: Question): string | undefined {
  if (question.kind === "secret")
    return "This form asks for a password. This gateway does not forward passwords.";
  return question.kind === "unsupported" ? "This form has a question of an unsupported type." : undefined;
}

async function createFormView(
  { incoming, url }: RequestContext,
  questions: readonly Question[],
): Promise<FormView> {
  return {
    title: "Form",
    action: await incoming.href(url, FORM),
    method: "post",
    fields: [
      { name: "url", label: "", kind: "hidden", value: url.href },
      { name: "kinds", label: "", kind: "hidden", value: questions.map(({ kind }) => kind).join(",") },
      ...questions.map((question, i) => createFormField(question, `answer-${i}`)),
    ],
    submit: "Send",
  };
}

function createFormField(question: Question, name: string): FormField {
  const { kind, prompt: label, suggested = "", choices = [] } = question;
  switch (kind) {
    case "line":
      return { name, label, kind: "text", value: suggested };
    case "lines":
    case "file":
      return { name, label, kind: "multiline", value: suggested };
    case "yes-no":
      return { name, label, kind: "checkbox", value: suggested === "1" ? "1" : "0" };
    case "choice":
      return { name, label, kind: "choice", options: choices, value: suggested || (choices[0] ?? "") };
    case "secret":
    case "unsupported":
      return { name, label, kind: "note" };
  }
}
