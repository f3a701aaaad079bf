import { AccessError, displayText, type Limits } from "@anyurl/core";
import { listingTooLargeError } from "@anyurl/core/exchange";
import { SaxesParser, type SaxesTagNS } from "#saxes";
import { TEXT_PROPERTIES, type TextProperty } from "./property-names.ts";

/** What a server says of one resource (RFC 4918 §14.24). A property that it does not tell is absent. */
export interface DavResource {
  /** A reference: an absolute path, or a URL (§8.3). */
  readonly href: string;
  /** The status of the resource itself; absent if its properties have statuses of their own. */
  readonly status?: number;
  readonly isCollection?: boolean;
  readonly properties: Readonly<Partial<Record<TextProperty, string>>>;
}

const NAMESPACE = "DAV:";
const RESPONSE = "multistatus/response";
const PROPSTAT = `${RESPONSE}/propstat`;
const RESOURCE_TYPE = `${PROPSTAT}/prop/resourcetype`;

/** The elements whose text is read, by their path. */
const TEXTS: ReadonlyMap<string, TextProperty | "href" | "status" | "propstat-status"> = new Map([
  [`${RESPONSE}/href`, "href"],
  [`${RESPONSE}/status`, "status"],
  [`${PROPSTAT}/status`, "propstat-status"],
  ...TEXT_PROPERTIES.map((name) => [`${PROPSTAT}/prop/${name}`, name] as const),
]);

/** The most nested elements: those of RFC 4918 have seven levels, and a property may have some of its own. */
const MAX_NESTING = 64;

/** The parser gets the text in parts of this length, so that it cannot hold much more than the limits allow. */
const PART_LENGTH = 16_384;

type Drafted = { -readonly [K in keyof DavResource]: DavResource[K] };

/** The properties of one propstat, which count if its status is a success (§14.22). */
interface Draft {
  isCollection?: boolean;
  properties: Partial<Record<TextProperty, string>>;
  status?: number;
}

/**
 * Yields the resources of a 207 response as they arrive, and "too-long" for one with a text that exceeds
 * `maxEntryLine`. Unknown elements are ignored (RFC 4918 §17). A document type, which could define entities, is refused.
 *
 * @throws {AccessError} protocol-error: not well-formed XML, not a multistatus; truncated; too-large: `maxListing`,
 *   `maxHeld` for one tag or text.
 */
export async function* readMultistatus(
  body: AsyncIterable<Uint8Array>,
  limits: Limits,
): AsyncGenerator<DavResource | "too-long", void, void> {
  const reader = new MultistatusReader(limits);
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let octets = 0;
  const decode = (...chunk: Parameters<TextDecoder["decode"]>): string => {
    try {
      return decoder.decode(...chunk);
    } catch {
      throw malformed("not UTF-8");
    }
  };
  for await (const chunk of body) {
    octets += chunk.length;
    if (octets > limits.maxListing) throw listingTooLargeError("bytes", "maxListing", limits.maxListing);
    const text = decode(chunk, { stream: true });
    for (let at = 0; at < text.length; at += PART_LENGTH)
      yield* reader.read(text.slice(at, at + PART_LENGTH));
  }
  yield* reader.end(decode);
}

class MultistatusReader {
  readonly #parser: SaxesParser<{ xmlns: true }> = new SaxesParser({ xmlns: true });
  readonly #limits: Limits;
  /** The local name of each open element; "" for one of another namespace. */
  readonly #path: string[] = [];
  #ready: (DavResource | "too-long")[] = [];
  #response: Drafted | undefined;
  #propstat: Draft | undefined;
  #text: string | undefined;
  #isTooLong = false;
  /** Where the last tag or text ended. */
  #last = 0;
  #isAtEnd = false;

  constructor(limits: Limits) {
    this.#limits = limits;
    const parser = this.#parser;
    parser.on("error", (error) => {
      throw this.#isAtEnd ? truncated() : malformed(error.message);
    });
    parser.on("doctype", () => {
      throw malformed("it has a document type");
    });
    parser.on("opentag", (tag) => this.#open(tag));
    parser.on("closetag", () => this.#close());
    parser.on("text", (text) => this.#append(text));
    parser.on("cdata", (text) => this.#append(text));
  }

  read(text: string): readonly (DavResource | "too-long")[] {
    this.#parser.write(text);
    const { maxHeld } = this.#limits;
    if (this.#parser.position - this.#last > maxHeld)
      throw listingTooLargeError("bytes for one tag or text", "maxHeld", maxHeld);
    return this.#take();
  }

  end(flush: () => string): readonly (DavResource | "too-long")[] {
    this.#isAtEnd = true;
    let rest = "";
    try {
      rest = flush();
    } catch {
      throw truncated();
    }
    this.#parser.write(rest).close();
    return this.#take();
  }

  #take(): readonly (DavResource | "too-long")[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  #open({ local, uri }: SaxesTagNS): void {
    this.#last = this.#parser.position;
    if (this.#path.length >= MAX_NESTING) throw malformed(`more than ${MAX_NESTING} nested elements`);
    this.#path.push(uri === NAMESPACE ? local : "");
    const path = this.#path.join("/");
    if (this.#path.length === 1 && path !== "multistatus") throw malformed("it is not a multistatus element");
    if (path === RESPONSE) this.#response = { href: "", properties: {} };
    else if (path === PROPSTAT) this.#propstat = { properties: {} };
    else if (path === RESOURCE_TYPE) this.#propstat!.isCollection = false;
    else if (path === `${RESOURCE_TYPE}/collection`) this.#propstat!.isCollection = true;
    else if (TEXTS.has(path)) this.#text = "";
  }

  #append(text: string): void {
    this.#last = this.#parser.position;
    if (this.#text === undefined) return;
    if (this.#text.length + text.length > this.#limits.maxEntryLine) this.#isTooLong = true;
    else this.#text += text;
  }

  #close(): void {
    this.#last = this.#parser.position;
    const path = this.#path.join("/");
    this.#path.pop();
    const what = TEXTS.get(path);
    if (what !== undefined) this.#set(what, (this.#text ?? "").trim());
    else if (path === PROPSTAT) this.#closePropstat();
    else if (path === RESPONSE) this.#closeResponse();
  }

  #set(what: TextProperty | "href" | "status" | "propstat-status", text: string): void {
    this.#text = undefined;
    const response = this.#response!;
    if (what === "href") response.href ||= text;
    else if (what === "status") response.status = parseStatus(text);
    else if (what === "propstat-status") this.#propstat!.status = parseStatus(text);
    else this.#propstat!.properties[what] = text;
  }

  #closePropstat(): void {
    const { status = 0, isCollection, properties } = this.#propstat!;
    if (status < 200 || status > 299) return;
    const response = this.#response!;
    if (isCollection !== undefined) response.isCollection = isCollection;
    response.properties = { ...response.properties, ...properties };
  }

  #closeResponse(): void {
    const response = this.#response!;
    if (!this.#isTooLong && response.href === "") throw malformed("a response without href");
    this.#ready.push(this.#isTooLong ? "too-long" : response);
    this.#isTooLong = false;
  }
}

/** Parses `HTTP/1.1 200 OK` (RFC 4918 §14.28). @throws {AccessError} protocol-error */
function parseStatus(text: string): number {
  const digits = /^HTTP\/[0-9](?:\.[0-9])? ([1-9][0-9]{2})(?: |$)/.exec(text)?.[1];
  if (digits === undefined) throw malformed("an invalid status");
  return Number(digits);
}

function malformed(why: string): AccessError {
  return new AccessError("protocol-error", `invalid WebDAV response: ${displayText(why.slice(0, 200))}`);
}

function truncated(): AccessError {
  return new AccessError("truncated", "the WebDAV response ended early", { retryable: true });
}
