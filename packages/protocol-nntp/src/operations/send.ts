import { AccessError, isAccessError, type Source } from "@anyurl/core";
import { ByteCollector } from "@anyurl/core/exchange";
import { post } from "../exchange/post.ts";
import { checkArticle } from "../exchange/proto-article.ts";
import type { NewsContext, NewsSettings } from "./options.ts";
import { fetchResult, type NewsServer } from "./server.ts";

/**
 * Posts an article to a newsgroup after a check (RFC 5537 §3.4.1) and a confirmation.
 *
 * @throws {AccessError} bad-header-field, bad-group-name, bad-message-id, control-octet, too-large: the article is
 * invalid, and nothing was sent; bad-option, aborted: it was not confirmed; permission-denied: the server rejected it.
 */
export async function sendArticle(
  server: NewsServer,
  newsgroupName: string | undefined,
  message: Source | undefined,
  context: NewsContext,
): Promise<void> {
  const { options } = context;
  const { maxArticle, allowControl } = options;
  if (!options.confirmed && options.confirm === undefined) {
    throw new AccessError("bad-option", "cannot post without confirmation; nothing was sent", {
      hint: "show the article and set confirmed: true, or set the callback confirm, which receives the article",
    });
  }
  if (message === undefined)
    throw new AccessError("unsupported", "missing article", {
      hint: "add an article: header fields, an empty line, and text",
    });
  const rules = { newsgroupName, maxArticle, allowControl };
  const { octets } = checkArticle(await collectArticle(message, maxArticle), rules);
  await confirmPost(octets, server, options);
  await fetchResult(server, (init) => post(init, octets), context);
}

async function collectArticle(source: Source, maxArticle: number): Promise<Uint8Array> {
  const article = new ByteCollector();
  for await (const chunk of source) {
    if (article.length + chunk.length > maxArticle) {
      throw new AccessError(
        "too-large",
        `the article exceeds the limit of ${maxArticle} bytes; nothing was sent`,
        {
          hint: "increase the option maxArticle",
        },
      );
    }
    article.add(chunk);
  }
  return article.take();
}

/** A posted article cannot be taken back, so the user must confirm it. */
async function confirmPost(
  octets: Uint8Array,
  { hostname, port }: NewsServer,
  { confirmed, confirm }: NewsSettings,
): Promise<void> {
  if (confirmed) return;
  const host = hostname.includes(":") ? `[${hostname}]` : hostname;
  let answer: unknown;
  try {
    // A copy: what is sent is what was checked.
    answer = await confirm?.({ octets: octets.slice(), server: `${host}:${port}` });
  } catch (cause) {
    if (isAccessError(cause)) throw cause;
    throw new AccessError("aborted", "the confirm callback failed; nothing was sent", { cause });
  }
  if (answer !== true) throw new AccessError("aborted", "the article was not confirmed; nothing was sent");
}
