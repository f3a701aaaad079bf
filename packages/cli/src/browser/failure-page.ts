import { type Registry, redact, type Url } from "anyurl";
import { say } from "../language.ts";
import { failureLines } from "../render/failure.ts";
import type { Paint } from "../render/style.ts";
import type { Page } from "./page.ts";

const PLAIN: Paint = (_, text) => text;

/** Creates the page of an error, with its hint. */
export function createFailurePage(error: unknown, url: string, urls: Pick<Registry, "tryParse">): Page {
  const lines = failureLines(error, url, PLAIN, undefined, urls).map((line) => line.replace(/^anyurl: /, ""));
  const [first = "", ...others] = lines;
  return {
    ...{ title: say("Error"), url, links: [], forms: [] },
    blocks: [
      { is: "paragraph", spans: [{ text: redact(url), look: "strong" }] },
      { is: "paragraph", gap: true, spans: [{ text: first, look: "error" }] },
      ...others.map((text) => ({ is: "paragraph", indent: 2, spans: [{ text: text.trim() }] }) as const),
    ],
  };
}

/** Returns an error as one line. */
export function failureText(error: unknown, url: string): string {
  return (failureLines(error, url, PLAIN)[0] ?? "").replace(/^anyurl: /, "");
}

/** Creates the page of a URL that a browser does not show: a session, a message, or a telephone number. */
export function createExternalPage(url: Url, title: string): Page {
  const text = redact(url.href);
  return {
    ...{ title, url: url.href, links: [], forms: [] },
    blocks: [
      { is: "paragraph", spans: [{ text, look: "strong" }] },
      {
        is: "paragraph",
        gap: true,
        spans: [{ text: say("Another command opens this URL, because it is not a document or a listing:") }],
      },
      { is: "paragraph", gap: true, indent: 2, spans: [{ text: `anyurl help ${url.scheme}` }] },
    ],
  };
}
