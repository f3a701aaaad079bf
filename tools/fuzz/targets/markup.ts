import { parseSrcset } from "../../../packages/gateway/src/rewrite/attributes.ts";
import { detectEncoding } from "../../../packages/gateway/src/rewrite/encoding.ts";
import { MarkupReader, type MarkupToken } from "../../../packages/gateway/src/rewrite/markup.ts";
import { createRawText, type RawText } from "../../../packages/gateway/src/rewrite/raw-text.ts";
import { demand, type Target } from "../target.ts";
import { toLatin1, wholeTarget, wireTarget } from "./wire.ts";

/** HTML and the CSS in it, as the gateway splits it up before it changes links. */
export const markupTarget: Target = wireTarget(
  "markup",
  [
    "<!DOCTYPE html><html><head><base href='a'><title>a<b</title></head><body><a href=\"x\">x</a><!-- c --></body>",
    "<style><!-- a{b:url(c)} --></style><script>if(a<b)</script><xmp><a></xmp><img srcset='a 1x, b 2x' a=b/>",
    "<svg><style><a></style></svg><textarea></text</textarea x='>'><![CDATA[a]]><?x?></ a><a/b=c<d><plaintext><a>",
    "<a b='c'd=\"e\" f=g'h i><\0b></style/><",
  ],
  (chunks) => {
    const reader = new MarkupReader();
    const tokens: MarkupToken[] = [];
    for (const chunk of chunks) tokens.push(...reader.write(toLatin1(chunk)));
    tokens.push(...reader.end());
    return rewrite(tokens);
  },
);

/** Returns the tags, with the rewritten text between them joined. */
function rewrite(tokens: readonly MarkupToken[]): readonly unknown[] {
  const found: unknown[] = [];
  let text = "";
  let raw: RawText | undefined;
  const endText = (): void => {
    text += raw?.end() ?? "";
    if (raw !== undefined) demand(!text.includes("<"), "raw text has no markup", text);
    if (text !== "") found.push(text);
    text = "";
    raw = undefined;
  };
  for (const token of tokens) {
    if (token.is === "raw") {
      if (raw === undefined) {
        endText();
        raw = createRawText(token.element);
      }
      text += raw.write(token.text);
    } else if (token.is === "text") {
      if (raw !== undefined) endText();
      text += token.text;
    } else {
      endText();
      if (token.is === "open") demandSpans(token);
      found.push(token);
    }
  }
  endText();
  return found;
}

/** The attributes of a tag lie in its source, one after the other. */
function demandSpans({ source, attributes }: Extract<MarkupToken, { readonly is: "open" }>): void {
  let last = 0;
  for (const { start, end } of attributes) {
    demand(
      start >= last && end >= start && end <= source.length,
      "attributes are in order",
      source,
      start,
      end,
    );
    last = end;
  }
}

/** The encoding that a document declares, and the candidates of a srcset. */
export const markupPartsTarget: Target = wholeTarget(
  "markup-parts",
  [
    "<meta charset=utf-16>",
    "<meta http-equiv='Content-Type' content='text/html; charset=koi8-r'>",
    "a 1x, b,c 2x",
    ",,a (b,c) 3w,",
  ],
  (octets) => {
    const candidates = parseSrcset(toLatin1(octets));
    for (const { url } of candidates) demand(!/^,|[\t\n\f\r ]/.test(url), "a candidate is one word", url);
    return { encoding: detectEncoding(octets, undefined), candidates };
  },
);
