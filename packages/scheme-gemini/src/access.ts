import {
  AccessError,
  type Attributes,
  type Entity,
  type Entry,
  isSyntaxError,
  parseLogin,
  type Url,
} from "@anyurl/core";
import {
  type Context as AnyContext,
  bodyFromExchange,
  type Connection,
  perform,
  type Remote,
} from "@anyurl/core/exchange";
import { findCertificate } from "./certificate.ts";
import { createRequest, transact } from "./exchange.ts";
import { isGemtext, notGemtextError, readGemtext } from "./gemtext.ts";
import type { GeminiSettings } from "./options.ts";
import { type Header, readMediaType, shorten, toError } from "./status.ts";
import { DEFAULT_PORT, type GeminiUrl, resolveSent, toTarget, withInput } from "./syntax.ts";

type Context = AnyContext<GeminiSettings>;

/** A successful response. Its body has to be read or ended. */
interface Response {
  /** The URL after all redirects. */
  readonly url: Url;
  readonly status: number;
  /** Number of redirects that were followed. */
  readonly redirects: number;
  readonly mediaType: string;
  readonly connection: Connection;
  readonly body: AsyncGenerator<Uint8Array, true | "unknown", void>;
}

/** "Clients SHOULD … not follow more than 5 redirections." */
const MAX_REDIRECTS = 5;

/**
 * Downloads a document. Follows redirects within gemini.
 *
 * @throws {AccessError} input-required: the server asks a question; not-found, auth-required, permission-denied,
 *   temporarily-unavailable, busy, redirect-refused, too-many-redirects, protocol-error, truncated, …
 */
export async function get(url: GeminiUrl, context: Context): Promise<Entity> {
  const response = await request(toTarget(url), context);
  const { status, redirects, mediaType, connection, body } = response;
  // An attacker on the path can close TCP, but not TLS.
  const framing = connection.tls?.closeNotify === true ? "close-notify" : "close";
  return { status, url: response.url.href, redirects, mediaType, framing, body };
}

/** Returns the media type of a document, without its body. @throws {AccessError} as {@link get}. */
export async function stat(url: GeminiUrl, context: Context): Promise<Attributes> {
  const { mediaType, body } = await request(toTarget(url), context);
  await body.return(true);
  return { kind: "file", mediaType };
}

/** Lists the lines and the links of gemtext. @throws {AccessError} unsupported: another document; and as {@link get}. */
export async function* list(url: GeminiUrl, context: Context): AsyncGenerator<Entry, void, void> {
  yield* entriesOf(await request(toTarget(url), context), context);
}

/** Answers the question of a URL, and lists the lines and links of the result. The answer is in no transcript. */
export async function* search(
  url: GeminiUrl,
  context: Context,
  words: string,
): AsyncGenerator<Entry, void, void> {
  yield* entriesOf(await request(withInput(toTarget(url), words), context, { isSecret: true }), context);
}

/** Requests a URL, and follows redirects, also to other hosts, as far as the policy allows. */
async function request(
  first: Url,
  context: Context,
  { isSecret = false }: { readonly isSecret?: boolean } = {},
): Promise<Response> {
  const { limits } = context;
  const seen = new Set<string>();
  let sentBy: Remote | undefined;
  for (let url = first; ; ) {
    if (seen.has(url.href) || seen.size > Math.min(limits.maxRedirects, MAX_REDIRECTS))
      throw new AccessError("too-many-redirects", "the server redirects in a loop, or too often");
    seen.add(url.href);
    const step = createRequest(url, { isSecret: isSecret && url === first });
    const connection = await connect(url, context, sentBy);
    const events = perform(transact(step, limits), connection, context);
    const header = (await events.next()).value as Header;
    const mediaType = header.status >= 20 && header.status <= 29 ? readMediaType(header) : undefined;
    if (mediaType !== undefined)
      return {
        ...{ url, status: header.status, redirects: seen.size - 1, mediaType, connection },
        body: bodyFromExchange(events) as Response["body"],
      };
    await events.return(true);
    url = readRedirect(url, header);
    sentBy = connection.remote;
  }
}

function connect(url: Url, context: Context, sentBy: Remote | undefined): Promise<Connection> {
  const { hostname: host, port } = parseLogin(url, DEFAULT_PORT);
  const { verify, certificates } = context.options;
  const certificate = findCertificate(url, certificates);
  return context.connect(
    // The close of the connection ends the body.
    { host, port, closeNotify: true },
    { tls: { verify, ...(certificate && { certificate }) }, ...(sentBy && { sentBy }) },
  );
}

/** Returns the URL of a redirect (30 to 39). @throws {AccessError} the error of any other status; redirect-refused. */
function readRedirect(base: Url, header: Header): Url {
  const { status, meta } = header;
  if (status >= 20 && status <= 29)
    throw new AccessError("protocol-error", "the server sent an invalid media type", {
      reply: shorten(meta),
    });
  if (status < 30 || status > 39) throw toError(header);
  const refuse = (where: string) =>
    new AccessError("redirect-refused", `the server redirects to ${where}, which is not followed`, {
      ...{ reply: shorten(meta), replyCode: status },
    });
  let target: Url;
  try {
    target = resolveSent(base, meta).with({ fragment: undefined });
  } catch (error) {
    if (!isSyntaxError(error)) throw error;
    throw refuse("an invalid URL");
  }
  if (target.scheme !== "gemini") throw refuse(`a URL of the scheme ${target.scheme}`);
  if (target.userinfo !== undefined || (target.host ?? "") === "")
    throw refuse("a URL with a user, or without a host");
  return target.path === "" ? target.with({ path: "/" }) : target;
}

async function* entriesOf(
  { url, mediaType, body }: Response,
  { limits }: Context,
): AsyncGenerator<Entry, void, void> {
  try {
    if (!isGemtext(mediaType)) throw notGemtextError(mediaType);
    yield* readGemtext(url, body, limits);
  } finally {
    await body.return(true);
  }
}
