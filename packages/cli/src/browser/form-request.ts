import { getView } from "@anyurl/core/presentation";
import { listAnswers } from "./form-page.ts";
import type { OpenTask, PageRequest } from "./open-page.ts";
import { type Form, listFormData } from "./page.ts";

/**
 * Returns what is opened if the user submits a form.
 *
 * @param button the index of its field. @param resource the resource that the page is about.
 */
export function toFormRequest(
  form: Form,
  button: number | undefined,
  resource: PageRequest,
  urls: OpenTask["urls"],
): PageRequest {
  const { action } = form;
  switch (action.is) {
    case "search":
      return toSearchRequest(form.fields[0]?.value ?? "", resource, urls);
    case "answers":
      return { ...resource, answers: { option: action.option, values: listAnswers(form) } };
    case "get":
      return { ...namedBy(action), url: `${action.url.split(/[?#]/, 1)[0]}?${formatData(form, button)}` };
    case "post":
      return { ...namedBy(action), url: action.url, post: formatData(form, button) };
  }
}

/** Returns what is opened for a search of a resource: the URL of its results, if the scheme has one. */
export function toSearchRequest(
  words: string,
  { url: text, namedBy }: PageRequest,
  urls: OpenTask["urls"],
): PageRequest {
  const url = urls.parse(text);
  const part = getView(url, urls.scheme(url.scheme)).search?.part;
  const named = namedBy === undefined ? {} : { namedBy };
  if (part === undefined) return { url: text, words, ...named };
  return { url: url.with({ [part]: words }).href, ...named };
}

function namedBy(action: Form["action"]): Pick<PageRequest, "namedBy"> {
  return "namedBy" in action && action.namedBy !== undefined ? { namedBy: action.namedBy } : {};
}

/** application/x-www-form-urlencoded (WHATWG URL §5). */
function formatData(form: Form, button: number | undefined): string {
  return new URLSearchParams(listFormData(form, button).map(([name, value]) => [name, value])).toString();
}
