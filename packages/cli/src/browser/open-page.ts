import { type RequestInput, type RequestResult, Transcript } from "@anyurl/client";
import {
  classifyMediaType,
  createTextDecoder,
  documentName,
  findMediaType,
  loadOperationNames,
  looksLikeText,
  parseCharset,
  serveResource,
} from "@anyurl/client/front";
import type { OperationName } from "@anyurl/core";
import { canHandOver } from "@anyurl/core/hand-over";
import {
  findSearchTerms,
  getResultStyle,
  getTitle,
  getView,
  type ListingStyle,
  type ResolvedView,
} from "@anyurl/core/presentation";
import { type CallOptions, type Entry, type GetResult, isAccessError, type Registry, type Url } from "anyurl";
import { say } from "../language.ts";
import type { Opener } from "../opener.ts";
import { formatSize } from "../render/progress-line.ts";
import { createExternalPage, createFailurePage, failureText } from "./failure-page.ts";
import { createQuestionPage, createSearchPage } from "./form-page.ts";
import { createListingPage } from "./listing-page.ts";
import type { Page } from "./page.ts";
import { type BodyOptions, readBody } from "./read-body.ts";
import { createTextPage } from "./text-page.ts";

/** What to open. */
export interface PageRequest {
  readonly url: string;
  /** The entry or response in which a server named the URL. Absent: the user chose it. */
  readonly namedBy?: object;
  /** Search the resource for these words. */
  readonly words?: string;
  /** The answers to the form of the resource. */
  readonly answers?: { readonly option: string; readonly values: readonly (string | boolean)[] };
  /** The data of a form, to send as a request. */
  readonly post?: string;
}

export interface OpenedPage {
  readonly page: Page;
  readonly transcript: Transcript;
  /** The text of the document as the server sent it. Absent: it is not a text. */
  readonly source?: string;
  /** A sentence for the user, such as the status of the server. */
  readonly message?: string;
}

/** What opening pages needs. */
export interface OpenTask extends BodyOptions {
  readonly opener: Opener;
  readonly urls: Registry;
  /** The options of each call. */
  readonly call: CallOptions;
  readonly signal: AbortSignal;
  /** Can the terminal show a picture of this media type? */
  readonly canShow: (mediaType: string) => boolean;
}

/** Opens a URL, with the operations and the presentation of its scheme. An error is a page. Rejects only if aborted. */
export async function openPage(request: PageRequest, task: OpenTask): Promise<OpenedPage> {
  const transcript = new Transcript();
  try {
    return { transcript, ...(await new PageCall(request, task, transcript).open()) };
  } catch (error) {
    task.signal.throwIfAborted();
    return { transcript, page: createFailurePage(error, request.url, task.urls) };
  }
}

type Opened = Omit<OpenedPage, "transcript">;

/** Opens one URL. */
class PageCall {
  readonly #request: PageRequest;
  readonly #task: OpenTask;
  readonly #url: Url;
  readonly #view: ResolvedView;
  readonly #call: CallOptions;
  readonly #title: string;

  /** @throws {UrlSyntaxError} the URL is invalid. @throws {AccessError} plugin-fault. */
  constructor(request: PageRequest, task: OpenTask, transcript: Transcript) {
    const { namedBy } = request;
    this.#request = request;
    this.#task = task;
    // A fragment is for the reader of the page, not for the server (RFC 3986 §3.5).
    this.#url = task.urls.parse(request.url.split("#", 1)[0]!);
    this.#view = getView(this.#url, task.urls.scheme(this.#url.scheme));
    this.#title = titleOf(this.#url, this.#view, request.words);
    this.#call = {
      ...task.call,
      signal: task.signal,
      transcript,
      ...(namedBy && { namedBy: namedBy as Entry | GetResult }),
    };
  }

  async open(): Promise<Opened> {
    const { words, answers, post } = this.#request;
    const url = this.#url;
    const { urls } = this.#task;
    const operations = await loadOperationNames(urls, url.scheme);
    if (isForAnotherProgram(url, urls, operations)) return { page: createExternalPage(url, this.#title) };
    if (words !== undefined)
      return this.#list(this.#task.opener.search(url, words, this.#call), getResultStyle(this.#view));
    if (post !== undefined) return this.#document(operations, toFormRequest(post));
    if (answers !== undefined) return this.#get({ [answers.option]: answers.values });
    const { form, search } = this.#view;
    if (form !== undefined && operations.has("stat")) {
      const { attributes } = await this.#task.opener.stat(url, this.#call);
      return { page: createQuestionPage(attributes, form, { url: url.href, title: this.#title }) };
    }
    const isAsking = search?.required === true && findSearchTerms(url, this.#view) === undefined;
    if (isAsking && operations.has("search")) return this.#searchForm();
    return this.#resource(operations);
  }

  async #resource(operations: ReadonlySet<OperationName>): Promise<Opened> {
    try {
      return await serveResource<Opened>({
        can: (operation) => operations.has(operation),
        isDirectory: this.#task.urls.isDirectory(this.#url),
        list: () => this.#list(this.#task.opener.list(this.#url, this.#call), this.#view),
        get: () => this.#document(operations),
      });
    } catch (error) {
      const isQuestion = isAccessError(error) && error.code === "input-required";
      if (isQuestion && this.#isAsked(error.replyCode)) return this.#searchForm(error.reply);
      throw error;
    }
  }

  #isAsked(status: number | undefined): boolean {
    return status !== undefined && this.#view.search?.asked?.includes(status) === true;
  }

  #searchForm(question?: string): Opened {
    return {
      page: createSearchPage(this.#view.search!, { url: this.#url.href, title: this.#title }, question),
    };
  }

  /** Lists entries. What has arrived before an error is shown. */
  async #list(listed: AsyncIterable<Entry>, style: ListingStyle): Promise<Opened> {
    const entries: Entry[] = [];
    let note: string | undefined;
    try {
      for await (const entry of listed) {
        entries.push(entry);
        if (entries.length % PROGRESS_ENTRIES === 0) this.#task.onProgress(say(`${entries.length} entries`));
      }
    } catch (error) {
      if (entries.length === 0) throw error;
      note = this.#incomplete(error);
    }
    return { page: createListingPage(entries, { title: this.#title, url: this.#url.href, style, note }) };
  }

  #incomplete(error: unknown): string {
    const reason = this.#task.signal.aborted ? say("interrupted") : failureText(error, this.#url.href);
    return say(`This is not complete: ${reason}`);
  }

  /** Gets a document; as a request if the scheme has those, because its response says where it comes from. */
  async #document(operations: ReadonlySet<OperationName>, message?: RequestInput): Promise<Opened> {
    const { article } = this.#view;
    if (message === undefined && article !== undefined && operations.has("stat")) return this.#article();
    if (!operations.has("request")) return this.#get({});
    const response = await this.#task.opener.request(this.#url, message, this.#call);
    if (this.#isAsked(response.status)) {
      await response[Symbol.asyncDispose]();
      return this.#searchForm(response.reason);
    }
    return this.#show(response, response.finalUrl, describeStatus(response));
  }

  async #get(options: CallOptions["options"]): Promise<Opened> {
    const merged = { ...this.#call.options, ...options };
    return this.#show(await this.#task.opener.get(this.#url, { ...this.#call, options: merged }));
  }

  async #article(): Promise<Opened> {
    const { article } = this.#view;
    const { attributes = {} } = await this.#task.opener.stat(this.#url, this.#call);
    const options = { ...this.#call.options, ...article!.options };
    const response = await this.#task.opener.get(this.#url, { ...this.#call, options });
    const body = await readBody(response, this.#task, () => true);
    const type = article!.mediaType === undefined ? response.mediaType : attributes[article!.mediaType];
    const text = decodeText(body.bytes, parseCharset(type));
    const facts = article!.fields.flatMap(({ attribute, title }) => {
      const value = attributes[attribute] ?? "";
      return value === "" ? [] : [{ title: say(title), value }];
    });
    const title = attributes[article!.title] || this.#title;
    const note = this.#noteOf(body);
    const page = createTextPage(text, { ...this.#pageInit(response), title, facts, note });
    return { page, source: text };
  }

  /** Shows a document by its media type. */
  async #show(response: GetResult, from = this.#url.href, message?: string): Promise<Opened> {
    // A password is not in the URL of a response.
    const url = this.#url.userinfo === undefined ? this.#task.urls.parse(from) : this.#url;
    let type = findMediaType(response.mediaType, documentName(url));
    const body = await readBody(response, this.#task, (first) => {
      type ??= looksLikeText(first) ? "text/plain" : "application/octet-stream";
      return isShown(type) || this.#task.canShow(type);
    });
    const said = message === undefined ? {} : { message };
    const init = { ...this.#pageInit(response), url: url.href, title: this.#title, note: this.#noteOf(body) };
    const charset = parseCharset(response.mediaType);
    switch (classifyMediaType(type ?? "text/plain")) {
      case "html": {
        const { createHtmlPage, decodeHtml } = await import("./html-page.ts");
        const source = decodeHtml(body.bytes, charset);
        return { page: createHtmlPage(source, init), source, ...said };
      }
      case "text": {
        const source = decodeText(body.bytes, charset);
        return { page: createTextPage(source, init), source, ...said };
      }
      default:
        return { page: this.#filePage(type!, response.size, body.bytes, init), ...said };
    }
  }

  #filePage(
    mediaType: string,
    size: number | undefined,
    bytes: Uint8Array,
    { url, title, note }: { url: string; title: string; note: string | undefined },
  ): Page {
    const facts = [title, mediaType, ...(size === undefined ? [] : [formatSize(size)])].join(", ");
    const isPicture = bytes.length > 0 && note === undefined && this.#task.canShow(mediaType);
    const hint = { text: say("Use the command d to save it."), look: "dim" } as const;
    return {
      ...{ title, url, links: [], forms: [] },
      blocks: [
        isPicture
          ? { is: "picture", bytes, mediaType, text: facts }
          : { is: "paragraph", spans: [{ text: facts }] },
        { is: "paragraph", gap: true, spans: [hint] },
      ],
    };
  }

  #pageInit(response: GetResult) {
    return { url: this.#url.href, urls: this.#task.urls, namedBy: response };
  }

  #noteOf({ isCut, error }: { readonly isCut: boolean; readonly error: unknown }): string | undefined {
    if (error !== undefined) return this.#incomplete(error);
    if (!isCut) return undefined;
    return say(
      `Only the first ${formatSize(this.#task.maxBytes)} are shown; use the command d to save all of it.`,
    );
  }
}

/** Entries between two reports. */
const PROGRESS_ENTRIES = 100;

/** Returns the title of a page. */
function titleOf(url: Url, view: ResolvedView, searched: string | undefined): string {
  const title = getTitle(url, view) || (url.host ?? url.scheme);
  const words = searched ?? findSearchTerms(url, view) ?? "";
  return words === "" ? title : say(`“${words}” in ${title}`);
}

/** Is it an interactive session, a message, or something for a program of the user? */
function isForAnotherProgram(url: Url, urls: Registry, operations: ReadonlySet<OperationName>): boolean {
  const { session, message } = urls.scheme(url.scheme)?.presentation ?? {};
  const canRead = operations.has("get") || operations.has("list") || operations.has("search");
  const isForPerson = operations.has("open") || operations.has("send");
  return session === true || message === true || canHandOver(url) || (isForPerson && !canRead);
}

function isShown(mediaType: string): boolean {
  const handling = classifyMediaType(mediaType);
  return handling === "text" || handling === "html";
}

function decodeText(bytes: Uint8Array, charset: string | undefined): string {
  return createTextDecoder(charset)(bytes).replace(/\r\n?/g, "\n");
}

/** A form of a document is sent as browsers do (HTML §4.10.21.8). */
function toFormRequest(data: string): RequestInput {
  return {
    method: "POST",
    fields: { "content-type": "application/x-www-form-urlencoded" },
    body: data,
  };
}

/** The status of an error, as the server says it. Other statuses say nothing that the page does not. */
function describeStatus({ status, reason }: RequestResult): string | undefined {
  return status < 400 ? undefined : say(`the server replied ${`${status} ${reason}`.trim()}`);
}
