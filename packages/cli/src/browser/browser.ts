import { loadOperationNames } from "@anyurl/client/front";
import { getView } from "@anyurl/core/presentation";
import { redact } from "anyurl";
import { say } from "../language.ts";
import type { Bookmarks } from "./bookmarks.ts";
import type { CommandName } from "./commands.ts";
import { failureText } from "./failure-page.ts";
import { toFormRequest, toSearchRequest } from "./form-request.ts";
import { currentVisit, EMPTY_HISTORY, type History, moveBy, moveTo, replaceVisit } from "./history.ts";
import { type OpenedPage, type OpenTask, openPage, type PageRequest } from "./open-page.ts";
import {
  createBookmarksPage,
  createChoicePage,
  createExplanationPage,
  createHelpPage,
  createHistoryPage,
  createSourcePage,
  createTranscriptPage,
} from "./own-pages.ts";
import { type Link, type Page, withFieldValue } from "./page.ts";
import type { Place } from "./viewport.ts";
import { lastResource, listVisits, START, type Visit, visitPage } from "./visits.ts";

export interface BrowserInit extends Omit<OpenTask, "signal" | "onProgress"> {
  readonly bookmarks: Bookmarks;
  /** Ends the browser, and what it opens. */
  readonly signal: AbortSignal;
  /** Columns of the terminal. */
  readonly width: () => number;
  readonly isScreen: boolean;
  /** Asks the user for a line. `undefined`: no answer. */
  readonly ask: Ask;
  /** Saves a URL to a file that the user names. Returns a message. */
  readonly download: (request: PageRequest) => Promise<string>;
  /** Called when something has changed that is shown. */
  readonly onChange: () => void;
}

export type Ask = (
  label: string,
  suggested?: string,
  kind?: "text" | "secret",
) => Promise<string | undefined>;

/** What the user has opened and does: everything but the terminal. */
export class Browser {
  readonly #init: BrowserInit;
  #history: History<Visit> = EMPTY_HISTORY;
  #loading: AbortController | undefined;
  /** A sentence for the user about the last command. */
  message = "";

  constructor(init: BrowserInit) {
    this.#init = init;
  }

  get page(): Page {
    return currentVisit(this.#history)?.page ?? START;
  }

  get place(): Place {
    return currentVisit(this.#history)?.place ?? { top: 0, selected: undefined };
  }

  /** The fragment of the URL that was opened. */
  get fragment(): string | undefined {
    const url = currentVisit(this.#history)?.request?.url;
    const at = url?.indexOf("#") ?? -1;
    return at < 0 ? undefined : url!.slice(at + 1);
  }

  get isLoading(): boolean {
    return this.#loading !== undefined;
  }

  /** Ends what is being opened. */
  cancel(): void {
    this.#loading?.abort(new Error("canceled"));
  }

  /** Opens a URL, and adds it to the history. */
  async open(request: PageRequest): Promise<void> {
    const opened = await this.#load(request);
    if (opened !== undefined) this.#add(request, opened);
  }

  /** Follows a link of the page by its index, or activates a field. */
  follow(index: number): Promise<void> {
    return this.#attempt(() => this.#followLink(index), "");
  }

  async #followLink(index: number): Promise<void> {
    const link = this.page.links[index];
    const number = index + 1;
    if (link === undefined) return this.#say(say(`there is no link ${number}`));
    switch (link.is) {
      case "url":
        return this.#followUrl(link);
      case "field":
        return this.#changeField(link);
      case "submit":
        return this.#submit(link.form, link.field);
      case "choice":
        await this.#move(-1);
        return this.#replacePage(withFieldValue(this.page, link.form, link.field, { value: link.value }));
      case "visit":
        return this.#goTo(moveTo(this.#history, link.index));
    }
  }

  /**
   * Runs a command.
   *
   * @param argument what a user typed after its letter.
   * @returns "quit" to end the browser.
   */
  async run(command: CommandName, argument = ""): Promise<"quit" | undefined> {
    this.message = "";
    if (command === "quit") return "quit";
    await this.#attempt(() => this.#perform(command, argument.trim()), argument);
    return undefined;
  }

  /** An error of a command is a message, and does not end the browser. */
  async #attempt(work: () => Promise<void>, text: string): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#init.signal.throwIfAborted();
      this.#say(failureText(error, text));
    }
  }

  async #perform(command: Exclude<CommandName, "quit">, argument: string): Promise<void> {
    const { bookmarks, urls, width } = this.#init;
    switch (command) {
      case "back":
        return this.#move(-1);
      case "forward":
        return this.#move(1);
      case "open":
        return this.#openTyped(argument);
      case "search":
        return this.#search(argument);
      case "download":
        return this.#download(this.#target(argument));
      case "explain":
        return this.#addOwn(createExplanationPage(this.#target(argument).url, urls, width()));
      case "source":
        return this.#showSource();
      case "transcript":
        return this.#showTranscript();
      case "reload":
        return this.#reload();
      case "history":
        return this.#addOwn(createHistoryPage(listVisits(this.#history)));
      case "bookmark":
        return this.#toggleBookmark();
      case "bookmarks":
        return this.#addOwn(createBookmarksPage(bookmarks.list()));
      case "help":
        return this.#addOwn(createHelpPage(this.#init.isScreen));
    }
  }

  /** Returns the link that an argument names, or else the selected one on request, or else the page. */
  #target(argument: string): PageRequest {
    const { links } = this.page;
    const link = /^\d{1,9}$/.test(argument) ? links[Number(argument) - 1] : undefined;
    if (argument !== "" && link?.is !== "url") throw new UnknownLinkError(argument);
    return link?.is === "url" ? toRequest(link) : this.#resource().request;
  }

  async #load(request: PageRequest): Promise<OpenedPage | undefined> {
    const loading = new AbortController();
    this.#loading = loading;
    this.#say(say("Opening…"));
    const signal = AbortSignal.any([this.#init.signal, loading.signal]);
    try {
      const onProgress = (text: string) => this.#say(text);
      const opened = await openPage(request, { ...this.#init, signal, onProgress });
      this.message = opened.message ?? "";
      return opened;
    } catch (error) {
      this.#init.signal.throwIfAborted();
      if (!loading.signal.aborted) throw error;
      this.message = say("interrupted");
      return undefined;
    } finally {
      this.#loading = undefined;
      this.#init.onChange();
    }
  }

  #add(request: PageRequest, opened: OpenedPage): void {
    const { page } = opened;
    this.#push({ request, opened, page, title: page.title });
  }

  #addOwn(page: Page): void {
    this.#push({ page, title: page.title });
  }

  #push(visit: Omit<Visit, "place">): void {
    this.#history = visitPage(this.#history, visit);
    this.#init.onChange();
  }

  async #move(steps: number): Promise<void> {
    const moved = moveBy(this.#history, steps);
    if (moved === undefined) {
      this.#say(say(steps < 0 ? "this is the first page" : "this is the last page"));
      return;
    }
    return this.#goTo(moved);
  }

  async #goTo(moved: History<Visit> | undefined): Promise<void> {
    const visit = moved && currentVisit(moved);
    if (moved === undefined || visit === undefined) return;
    if (visit.request === undefined || visit.opened !== undefined) {
      this.#history = moved;
      return this.#init.onChange();
    }
    const opened = await this.#load(visit.request);
    if (opened === undefined) return;
    this.#history = replaceVisit(moved, { ...visit, opened, page: opened.page });
    this.#init.onChange();
  }

  #replacePage(page: Page): void {
    const visit = currentVisit(this.#history);
    if (visit === undefined) return;
    this.#history = replaceVisit(this.#history, { ...visit, page });
    this.#init.onChange();
  }

  /** Returns the last visited resource: a page of the browser itself is about it. */
  #resource(): Visit & { readonly request: PageRequest } {
    const visit = lastResource(this.#history);
    if (visit === undefined) throw new UnknownLinkError("");
    return visit;
  }

  async #followUrl(link: Extract<Link, { is: "url" }>): Promise<void> {
    const visit = currentVisit(this.#history);
    const isHere =
      link.url.includes("#") && withoutFragment(link.url) === withoutFragment(this.page.url ?? "");
    const request = toRequest(link);
    if (isHere && visit?.opened !== undefined) return this.#add(request, visit.opened);
    return this.open(request);
  }

  async #openTyped(argument: string): Promise<void> {
    const typed = argument || (await this.#init.ask(say("URL")));
    if (typed === undefined || typed.trim() === "") return;
    const { readUrl } = await import("../lenient-url.ts");
    const found = await readUrl(typed.trim(), this.#init.urls);
    if (!found.ok) return this.#say(`${say("invalid URL")}: ${say(found.problems[0]?.message ?? "")}`);
    return this.open({ url: found.url.href });
  }

  async #search(argument: string): Promise<void> {
    const { request } = this.#resource();
    const { urls, ask } = this.#init;
    const url = urls.parse(request.url);
    const { search } = getView(url, urls.scheme(url.scheme));
    const operations = await loadOperationNames(urls, url.scheme);
    if (search === undefined || !operations.has("search"))
      return this.#say(say("this resource cannot be searched"));
    const words = argument || (await ask(say(search.label)));
    if (words !== undefined && words.trim() !== "") await this.open(toSearchRequest(words, request, urls));
  }

  async #changeField({ form, field: at }: Extract<Link, { is: "field" }>): Promise<void> {
    const { page } = this;
    const field = page.forms[form]?.fields[at];
    if (field === undefined) return;
    const { kind, label, value, isChecked } = field;
    if (kind === "choice") return this.#addOwn(createChoicePage(page, { form, field: at }));
    if (kind === "checkbox" || kind === "radio")
      return this.#replacePage(
        withFieldValue(page, form, at, { isChecked: kind === "radio" || isChecked !== true }),
      );
    const isSecret = kind === "secret";
    const answer = await this.#init.ask(
      label || field.name || say("Value"),
      isSecret ? "" : value,
      isSecret ? "secret" : "text",
    );
    if (answer === undefined) return;
    this.#replacePage(withFieldValue(page, form, at, { value: answer }));
    const visible = page.forms[form]!.fields.filter(
      (each) => each.kind !== "hidden" && each.kind !== "button",
    );
    if (visible.length === 1) await this.#submit(form);
  }

  async #submit(at: number, button?: number): Promise<void> {
    const form = this.page.forms[at];
    if (form === undefined) return;
    await this.open(toFormRequest(form, button, this.#resource().request, this.#init.urls));
  }

  async #download(request: PageRequest): Promise<void> {
    this.#say(await this.#init.download(request));
  }

  #showSource(): void {
    const { opened, title } = this.#resource();
    if (opened?.source === undefined)
      this.#say(say("this is not a document with a text; the command t shows the exchange"));
    else this.#addOwn(createSourcePage(title, opened.source));
  }

  #showTranscript(): void {
    const { opened, title } = this.#resource();
    if (opened !== undefined) this.#addOwn(createTranscriptPage(title, opened.transcript));
  }

  async #reload(): Promise<void> {
    const visit = currentVisit(this.#history);
    if (visit?.request === undefined) return;
    const opened = await this.#load(visit.request);
    if (opened === undefined) return;
    this.#history = replaceVisit(this.#history, {
      ...visit,
      opened,
      page: opened.page,
      title: opened.page.title,
    });
    this.#init.onChange();
  }

  #toggleBookmark(): void {
    const { bookmarks } = this.#init;
    const { request, title } = this.#resource();
    if (redact(request.url) !== request.url) {
      this.#say(say("a URL with a password is not saved"));
      return;
    }
    const saved = bookmarks.list();
    const others = saved.filter(({ url }) => url !== request.url);
    bookmarks.save(others.length < saved.length ? others : [...saved, { url: request.url, title }]);
    this.#say(say(others.length < saved.length ? "removed from the bookmarks" : "added to the bookmarks"));
  }

  #say(message: string): void {
    this.message = message;
    this.#init.onChange();
  }
}

/** The user named a link that the page does not have. */
class UnknownLinkError extends Error {
  override readonly name = "UsageError";

  constructor(argument: string) {
    super(argument === "" ? "there is no page" : `there is no link ${argument.slice(0, 20)}`);
  }
}

function toRequest({ url, namedBy: by }: Extract<Link, { is: "url" }>): PageRequest {
  return { url, ...(by && { namedBy: by }) };
}

function withoutFragment(url: string): string {
  return url.split("#", 1)[0]!;
}
