import { octetsOf, textOf } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { createArticleEntity, getArticle, type RenderedArticle } from "../src/operations/index.ts";
import { createTableServer } from "./table-server.ts";

const SERVER = {
  ...{ scheme: "nntp", hostname: "news.example", port: 119, tls: false },
  login: { user: undefined, password: undefined },
};
const HEAD = "Subject: x\r\nDate: Sat, 03 Feb 2001 04:05:06 +0000\r\n\r\n";

type Mime = (
  head: { get(name: string): string | undefined },
  body: AsyncIterable<Uint8Array>,
) => Promise<RenderedArticle>;

/** Shows what it got. */
const showing: Mime = async (head, body) => ({
  mediaType: "text/plain",
  body: (async function* () {
    yield octetsOf(`${head.get("subject")}:`);
    for await (const octets of body) yield octetsOf(`[${textOf(octets)}]`);
  })(),
});

async function read(got: Promise<Awaited<ReturnType<typeof getArticle>>>) {
  const { body, mediaType, modified, framing } = await got;
  let text = "";
  let next = await body.next();
  for (; next.done !== true; next = await body.next()) text += textOf(next.value);
  return { text, mediaType, modified: modified?.toISOString(), framing, complete: next.value };
}

const DATED = { modified: "2001-02-03T04:05:06.000Z", framing: "dot", complete: true };

describe("the option mime", () => {
  it.each(["article", "head", "body"])("gets the whole article, whatever the part is: %s", async (part) => {
    const { context, sent } = createTableServer({
      replies: { ARTICLE: `220 1 <1@b>\n${HEAD.replaceAll("\r\n", "\n")}text\n.` },
      options: { mime: showing, part },
    });
    expect(await read(getArticle(SERVER, { messageId: "1@b" }, context))).toEqual({
      ...{ text: "x:[text\r\n]", mediaType: "text/plain" },
      ...DATED,
    });
    expect(sent).toEqual(["CAPABILITIES", "ARTICLE <1@b>"]);
  });

  it("can leave the media type open", async () => {
    const mime: Mime = async (_, body) => ({ body });
    const { context } = createTableServer({ options: { mime } });
    const { mediaType, text } = await read(getArticle(SERVER, { messageId: "1@b" }, context));
    expect({ mediaType, text }).toEqual({ mediaType: undefined, text: "text\r\n" });
  });

  it("applies to an article that is already there, and to an empty one", async () => {
    const { context } = createTableServer({ options: { mime: showing } });
    const whole = octetsOf(`${HEAD}one\r\n\r\ntwo\r\n`);
    expect(await read(createArticleEntity(whole, context))).toEqual({
      ...{ text: "x:[one\r\n\r\ntwo\r\n]", mediaType: "text/plain" },
      ...DATED,
    });
    expect(await read(createArticleEntity(octetsOf(HEAD), context))).toMatchObject({ text: "x:" });
    expect(await read(createArticleEntity(octetsOf(`${HEAD}y`), context))).toMatchObject({ text: "x:[y]" });
  });

  it("leaves an article that is already there without it unchanged", async () => {
    const { context } = createTableServer({});
    const text = `${HEAD}one\r\n`;
    expect(await read(createArticleEntity(octetsOf(text), context))).toEqual({
      ...{ text, mediaType: "message/rfc822" },
      ...DATED,
    });
  });

  it("ends the exchange if it fails", async () => {
    const mime: Mime = async () => {
      throw new Error("what is that?");
    };
    const server = createTableServer({ options: { mime } });
    await expect(getArticle(SERVER, { messageId: "1@b" }, server.context)).rejects.toThrow("what is that?");
    expect(server.live).toBe(0);
  });
});
