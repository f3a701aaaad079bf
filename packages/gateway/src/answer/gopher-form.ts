import { AccessError, type Url } from "@anyurl/core";
import { parsePlusRequest, type Question, readForm } from "@anyurl/scheme-gopher";
import { CONTENT_POLICY } from "../guard/index.ts";
import { formPage } from "../pages/index.ts";
import { FORM } from "../paths.ts";
import type { FormField, FormView } from "../views.ts";
import { breadcrumbs, pageTitle } from "./breadcrumbs.ts";
import { documentResponse } from "./document.ts";
import { MEDIA_TYPE } from "./mode.ts";
import { callOptions, createFrame, type RequestContext, varyHeaders } from "./request-context.ts";
import { textResponse } from "./responses.ts";

/** Does the URL identify a Gopher+ item that requires a form (RFC 4266 §2.5)? */
export function requiresForm({ scheme, parts }: Url): boolean {
  if (scheme !== "gopher" && scheme !== "gophers") return false;
  const { gopherPlus } = (parts ?? {}) as { readonly gopherPlus?: string };
  return gopherPlus !== undefined && parsePlusRequest(gopherPlus).kind === "form";
}

/** Answers with the form of an item: a page for browsers, its questions as JSON for programs. */
export async function formResponse(task: RequestContext): Promise<Response> {
  const { house, visit, url, mode } = task;
  const attributes = await house.source.stat(url.href, callOptions(task));
  const block = attributes.attributes?.["+ASK"];
  if (block === undefined) throw new AccessError("unsupported", "the server has no form for this item");
  const questions = readForm(block);
  const headers = { "cache-control": "no-store", ...varyHeaders(task) };
  if (mode !== "html") {
    const text = `${JSON.stringify({ url: url.href, form: questions })}\n`;
    return textResponse(text, visit, {
      status: 200,
      headers: { ...headers, "content-type": MEDIA_TYPE.json },
    });
  }
  const obstacle = questions.map(unsupportedReason).find((each) => each !== undefined);
  const frame = createFrame(task, {
    title: pageTitle(url),
    url: url.href,
    breadcrumbs: await breadcrumbs(url, house.served.registry, visit.href),
  });
  const page = formPage({
    frame,
    note: obstacle ?? "The server requests this information. Your answers are sent to it without encryption.",
    forms: obstacle === undefined ? [await createFormView(task, questions)] : [],
  });
  return textResponse(page, visit, {
    status: 200,
    headers: { ...headers, "content-type": MEDIA_TYPE.html, "content-security-policy": CONTENT_POLICY.page },
  });
}

/** Sends the answers to a form and serves the result. @throws {AccessError} bad-option: an answer is invalid. */
export async function submitForm(
  task: RequestContext,
  fields: ReadonlyMap<string, string>,
): Promise<Response> {
  const kinds = (fields.get("kinds") ?? "").split(",").slice(0, MAX_QUESTIONS);
  const answers = kinds.map((kind, i) => {
    const value = fields.get(`answer-${i}`);
    if (kind === "Select") return value === "1";
    // An empty field stays empty: the visitor saw the suggestion of the form and deleted it.
    return value?.replace(/\r\n?/g, "\n") ?? "";
  });
  return documentResponse(task, { answers });
}

/** Maximum number of questions of a form. */
const MAX_QUESTIONS = 200;

/** Returns why the gateway cannot offer a question, or `undefined` if it can. */
function unsupportedReason(question: Question): string | undefined {
  if (question.kind === "AskP")
    return "This form asks for a password. This gateway does not forward passwords.";
  const isUnclear = question.kind === "unknown" || (question.kind === "Select" && question.boxes.length > 0);
  return isUnclear ? "This form has a question of an unsupported type." : undefined;
}

async function createFormView(
  { visit, url }: RequestContext,
  questions: readonly Question[],
): Promise<FormView> {
  return {
    title: "Form",
    action: await visit.href(url, FORM),
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
  switch (question.kind) {
    case "Ask":
    case "AskP":
    case "AskF":
      return {
        name,
        label: question.prompt,
        kind: "text",
        value: question.kind === "Ask" ? (question.suggested ?? "") : "",
      };
    case "AskL":
    case "ChooseF":
      return { name, label: question.prompt, kind: "multiline", value: "" };
    case "Select":
      return { name, label: question.prompt, kind: "select", value: question.checked ? "1" : "0" };
    case "Choose":
      return {
        name,
        label: question.prompt,
        kind: "choice",
        options: question.choices,
        value: question.choices[0] ?? "",
      };
    case "unknown":
      return { name, label: question.line, kind: "note" };
  }
}
