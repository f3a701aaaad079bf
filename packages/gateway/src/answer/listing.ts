import type { Entry } from "@anyurl/core";
import { CONTENT_POLICY } from "../guard/index.ts";
import { listingPage } from "../pages/index.ts";
import { linkAs } from "../paths.ts";
import type { Frame, NamedLink, ShownEntry, ShownFailure } from "../views.ts";
import { crumbsOf, titleOf } from "./breadcrumbs.ts";
import { lineOfEntry, plainEntry, shownEntry } from "./entry-view.ts";
import { failureOf, lineOf, problem } from "./failure.ts";
import { MEDIA_TYPE } from "./mode.ts";
import { framed, type Task, varied } from "./request-context.ts";
import { answerOf, octetsOf } from "./responses.ts";
import { searchForms } from "./search-forms.ts";

type Entries = AsyncGenerator<Entry, void, void>;

/** Entries whose first one was already requested, so an error before the first entry is known. */
interface Begun {
  readonly first: IteratorResult<Entry, void>;
  readonly rest: Entries;
  /** Did a later entry fail? */
  isBroken: boolean;
}

/**
 * Answers with the entries of a directory, a menu, a newsgroup or a search, in the requested format. Rejects if the
 * first entry fails. A later error is reported after the last entry.
 *
 * @param words the search terms. A search has no link of its own, and no other formats.
 */
export async function listingResponse(task: Task, entries: Entries, words?: string): Promise<Response> {
  const { house, visit, url, mode } = task;
  const begun: Begun = { first: await entries.next(), rest: entries, isBroken: false };
  const headers = {
    "content-type": MEDIA_TYPE[mode],
    "cache-control": "no-cache",
    ...(mode === "html" && { "content-security-policy": CONTENT_POLICY.page }),
    ...varied(task),
  };
  const init = { status: 200, headers };
  const first = begun.first.value;
  // A cached page could outlive the signatures in its links.
  if (first === undefined || house.pages === undefined)
    return answerOf(await piecesOf(task, begun, words), visit, init);
  const key = `${mode}${visit.isNamed ? " named" : ""} ${url.href}\n${words ?? ""}`;
  const kept = house.pages.get(key, first);
  if (kept !== undefined) {
    await entries.return();
    return octetsOf(kept, visit, init);
  }
  return answerOf(await piecesOf(task, begun, words), visit, init, (octets) => {
    if (!begun.isBroken) house.pages?.set(key, first, octets);
  });
}

async function piecesOf(
  task: Task,
  begun: Begun,
  words: string | undefined,
): Promise<AsyncGenerator<string, void, void>> {
  switch (task.mode) {
    case "html":
      return pageOf(task, begun, words);
    case "lines":
      return linesOf(task, begun);
    case "text":
      return textOf(task, begun);
    default:
      return jsonOf(task, begun);
  }
}

async function pageOf(
  task: Task,
  begun: Begun,
  words: string | undefined,
): Promise<AsyncGenerator<string, void, void>> {
  const { url } = task;
  return listingPage({
    frame: await frameOf(task, words),
    layout: url.scheme === "gopher" || url.scheme === "gophers" ? "menu" : "table",
    forms: await searchForms(task, words),
    entries: shown(task, begun),
    failureOf: (error) => brokenOff(error, task, begun),
  });
}

async function frameOf(task: Task, words: string | undefined): Promise<Frame> {
  const { house, visit, url } = task;
  const title = words === undefined ? titleOf(url) : `“${words}” in ${titleOf(url)}`;
  const crumbs = await crumbsOf(url, house.served.registry, visit.href);
  if (words !== undefined)
    return framed(task, { title, url: url.href, crumbs: [...crumbs, { text: title, href: "" }] });
  return framed(task, { title, url: url.href, crumbs, forms: await otherForms(task) });
}

async function otherForms({ visit, url }: Task): Promise<readonly NamedLink[]> {
  return Promise.all(
    (["json", "lines", "text"] as const).map(async (form) => ({
      text: FORM_NAMES[form],
      href: await visit.href(url, linkAs(form, url.href)),
    })),
  );
}

const FORM_NAMES = { json: "JSON", lines: "JSON lines", text: "Text" } as const;

async function* shown({ house, visit }: Task, begun: Begun): AsyncGenerator<ShownEntry, void, void> {
  for await (const entry of all(begun)) yield shownEntry(entry, house.served, visit.href);
}

/** Renders `{ "url", "entries": [ … ] }`, with an "error" at the end if the entries are incomplete. */
async function* jsonOf(task: Task, begun: Begun): AsyncGenerator<string, void, void> {
  const { house, visit, url } = task;
  let separator = "\n";
  let end = "\n]}\n";
  yield `{"url":${JSON.stringify(url.href)},"entries":[`;
  try {
    for await (const entry of all(begun)) {
      yield separator + JSON.stringify(await plainEntry(entry, house.served, visit.href));
      separator = ",\n";
    }
  } catch (error) {
    end = `\n],"error":${JSON.stringify(problem(brokenOff(error, task, begun)))}}\n`;
  }
  yield end;
}

/** Renders one entry per line, with `{ "error" }` on the last line if the entries are incomplete. */
async function* linesOf(task: Task, begun: Begun): AsyncGenerator<string, void, void> {
  const { house, visit } = task;
  try {
    for await (const entry of all(begun))
      yield `${JSON.stringify(await plainEntry(entry, house.served, visit.href))}\n`;
  } catch (error) {
    yield `${JSON.stringify({ error: problem(brokenOff(error, task, begun)) })}\n`;
  }
}

async function* textOf(task: Task, begun: Begun): AsyncGenerator<string, void, void> {
  try {
    for await (const entry of all(begun)) yield `${lineOfEntry(entry)}\n`;
  } catch (error) {
    yield `error\t${lineOf(brokenOff(error, task, begun))}\n`;
  }
}

function brokenOff(error: unknown, { house, visit }: Task, begun: Begun): ShownFailure {
  begun.isBroken = true;
  // The client disconnected, so the listing needs no end.
  if (visit.signal.aborted) throw error;
  return failureOf(error, house);
}

/** Yields all entries. Returning early closes the connection. */
async function* all({ first, rest }: Begun): Entries {
  try {
    for (let next = first; next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return();
  }
}
