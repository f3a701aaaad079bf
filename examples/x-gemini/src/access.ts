import {
  AccessError,
  type Attributes,
  type Entity,
  type Entry,
  encodeText,
  parseLogin,
  resolve,
  UNRESERVED,
  type Url,
  UrlSyntaxError,
} from "@anyurl/core";
import {
  bodyFromExchange,
  type Connection,
  type Context,
  ListingLines,
  perform,
  type Remote,
  skippedLinesEntry,
} from "@anyurl/core/exchange";
import { type Header, request, statusError } from "./exchange.ts";
import type { GeminiOptions } from "./options.ts";
import { DEFAULT_PORT, formatRequest, type GeminiUrl } from "./syntax.ts";

type GeminiContext = Context<GeminiOptions>;

/** A successful response. Its body has to be read or returned. */
interface Response {
  /** The URL after all redirects. */
  readonly url: Url;
  readonly mediaType: string;
  readonly connection: Connection;
  readonly body: Entity["body"];
}

/** @throws {AccessError} x-input-required, not-found, and the others of `statusError`; redirect-refused, too-many-redirects. */
export async function get(url: GeminiUrl, context: GeminiContext): Promise<Entity> {
  const { mediaType, connection, body } = await open(url, context);
  // An attacker on the path can close TCP, but not TLS.
  return { mediaType, framing: connection.tls?.closeNotify === true ? "close-notify" : "close", body };
}

export async function stat(url: GeminiUrl, context: GeminiContext): Promise<Attributes> {
  const { mediaType, body } = await open(url, context);
  await body.return(true);
  return { kind: "file", mediaType };
}

/** The links of a document. @throws {AccessError} not-a-directory: it is not text/gemini. */
export async function* list(url: GeminiUrl, context: GeminiContext): AsyncGenerator<Entry, void, void> {
  yield* linksOf(await open(url, context), context);
}

/** Answers the question of a URL, and lists the links of the result. */
export async function* search(
  url: GeminiUrl,
  context: GeminiContext,
  words: string,
): AsyncGenerator<Entry, void, void> {
  yield* linksOf(await open(url.with({ query: encodeText(words, UNRESERVED) }), context), context);
}

/** Requests a URL, and follows redirects, also to other hosts, as far as the policy allows. */
async function open(url: GeminiUrl, context: GeminiContext): Promise<Response> {
  let sentBy: Remote | undefined;
  const seen = new Set<string>();
  for (let target: Url = url; ; ) {
    const text = target === url ? formatRequest(url) : target.with({ fragment: undefined }).href;
    if (seen.has(text) || seen.size > Math.min(context.limits.maxRedirects, MAX_REDIRECTS))
      throw new AccessError("too-many-redirects", "the server redirects in a loop or too often");
    seen.add(text);
    const { hostname: host, port } = parseLogin(target, DEFAULT_PORT);
    const exchange = request(text, context.limits);
    const how = { tls: { verify: context.options.verify }, ...(sentBy !== undefined && { sentBy }) };
    const connection = await context.connect({ host, port, closeNotify: true }, how);
    const events = perform(exchange, connection, context);
    const header = (await events.next()).value as Header;
    const { status, meta } = header;
    if (status >= 20 && status < 30 && isMediaType(meta))
      return {
        url: target,
        mediaType: meta || "text/gemini;charset=utf-8",
        connection,
        body: bodyFromExchange(events) as Entity["body"],
      };
    await events.return(true);
    if (status >= 20 && status < 30)
      throw new AccessError("protocol-error", "the server sent an invalid media type", { reply: meta });
    if (status < 30 || status >= 40) throw statusError(header);
    target = redirectTarget(target, meta);
    sentBy = connection.remote;
  }
}

const MAX_REDIRECTS = 5;

/** @throws {AccessError} redirect-refused: not a URL, another scheme, or a login. */
function redirectTarget(base: Url, meta: string): Url {
  const refused = (why: string) =>
    new AccessError("redirect-refused", `the server redirects to ${why}; nothing was sent`);
  let target: Url;
  try {
    target = resolve(base, meta);
  } catch {
    throw refused("an invalid URL");
  }
  if (target.scheme !== "gemini") throw refused(`a URL of the scheme ${target.scheme}`);
  if (target.userinfo !== undefined || target.host === undefined || target.host === "")
    throw refused("a URL with a login or without a host");
  return target.path === "" ? target.with({ path: "/" }) : target;
}

function isMediaType(meta: string): boolean {
  return meta === "" || /^[\w.+-]+\/[\w.+-]+(?:[ \t]*;[\x20-\x7e\t]*)?$/.test(meta);
}

/** The "=>" lines outside of preformatted text (Gemtext, Link lines). */
async function* linksOf(
  { url, mediaType, body }: Response,
  { limits }: GeminiContext,
): AsyncGenerator<Entry, void, void> {
  try {
    if (!/^text\/gemini\b/i.test(mediaType))
      throw new AccessError("not-a-directory", "only a document of the type text/gemini has links");
    const lines = new ListingLines(limits);
    let isPreformatted = false;
    for (;;) {
      const { done, value } = await body.next();
      if (!done) lines.push(value);
      for (const line of lines.takeTexts(done === true)) {
        if (line.startsWith("```")) isPreformatted = !isPreformatted;
        const [, target, label] = isPreformatted
          ? []
          : (/^=>[ \t]*([^ \t]+)(?:[ \t]+(.*?))?[ \t]*$/.exec(line) ?? []);
        if (target !== undefined) yield toEntry(url, target, label || target);
      }
      if (done) break;
    }
    const skipped = skippedLinesEntry(lines.skipped, limits);
    if (skipped !== undefined) yield skipped;
  } finally {
    await body.return(true);
  }
}

function toEntry(base: Url, target: string, name: string): Entry {
  try {
    const { href, scheme, path } = resolve(base, target);
    const isDirectory = scheme === "gemini" && (path === "" || path.endsWith("/"));
    return { name, kind: isDirectory ? "directory" : "unknown", url: href };
  } catch (error) {
    if (!(error instanceof UrlSyntaxError)) throw error;
    return { name, kind: "unknown", url: undefined, unsafe: "its URL is not valid" };
  }
}
