import { createAnyurl } from "anyurl";
import { formatLink } from "../../../packages/gateway/src/paths.ts";
import { attributeRole, parseSrcset } from "../../../packages/gateway/src/rewrite/attributes.ts";
import { rewriteDocument } from "../../../packages/gateway/src/rewrite/document.ts";
import { MarkupReader, parseAttributeValue } from "../../../packages/gateway/src/rewrite/markup.ts";
import { loadServedSchemes } from "../../../packages/gateway/src/served-schemes.ts";
import { demand, type Target } from "../target.ts";
import { asyncWireTarget, toLatin1, toOctets } from "./wire.ts";

const registry = createAnyurl();
const served = await loadServedSchemes(registry);
const DOCUMENT = "ftp://h.example/a/b/c.html";
const GATEWAY = "http://gateway.example";

/** The links of an HTML document, as the gateway changes them. */
export const rewritingTarget: Target = asyncWireTarget(
  "rewriting",
  [
    "<!DOCTYPE html><base href=//o.example/x/><a href=y>y</a><img src='/p.gif' srcset='a 1x, /b 2x'><a href=http://w.example/>",
    "<a href='java&#115;cript:alert(1)' ping=x target=_top>a</a><form action=\"\\\\o.example\"><meta http-equiv=refresh content=0>",
    "<meta charset=utf-16><script src=//o.example>x</script><style>a{b:url(c)}</style><iframe srcdoc='<a>'></iframe><!-- <a href=x> -->",
    "\xff\xfe<\0a\0 \0h\0r\0e\0f\0=\0/\0x\0>\0",
    "<svg><a xlink:href='/x'/><animate attributename=href to='x'></svg><xmp><a href=/x></xmp><textarea></textarea><plaintext><a href=/x>",
    '<meta charset=iso-2022-jp>\x1b$B<a href="/\x1b(B"x"><link rel=x href=/y><object data=a:b codebase=c><a HREF = "&sol;&sol;o.example" href=//z>',
  ],
  async (chunks) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const chunk of chunks) if (chunk.length > 0) controller.enqueue(chunk);
        controller.close();
      },
    });
    const url = registry.parse(DOCUMENT);
    const options = { served, linker: (_: unknown, path: string) => path, url, charset: undefined };
    const rewritten = await rewriteDocument(body, options);
    let text = "";
    for await (const chunk of rewritten.body) text += toLatin1(chunk);
    return { charset: rewritten.charset, text };
  },
  ({ charset, text }) => {
    const reader = new MarkupReader();
    const decode = (latin1: string): string => new TextDecoder(charset).decode(toOctets(latin1));
    for (const token of [...reader.write(text), ...reader.end()]) {
      if (token.is === "raw" && token.element === "script")
        demand(token.text === "", "scripts are empty", token.text);
      if (token.is !== "open") continue;
      const seen = new Set<string>();
      for (const { name, start, end, hasValue } of token.attributes) {
        const role = attributeRole(token.name, name);
        if (role === undefined || seen.size === seen.add(name).size) continue;
        demand(role !== "never", "an attribute that acts by itself is removed", token.source);
        const value = hasValue ? parseAttributeValue(token.source.slice(start, end), decode) : "";
        const references = role === "parts" ? parseSrcset(value).map(({ url }) => url) : [value];
        for (const reference of references)
          demand(staysInGateway(reference), "a reference stays in the gateway", token.source, reference);
      }
    }
  },
);

/** In a browser, by the URL standard of WHATWG. An invalid reference leads nowhere. */
function staysInGateway(reference: string): boolean {
  const base = GATEWAY + formatLink(DOCUMENT);
  return !URL.canParse(reference, base) || new URL(reference, base).origin === GATEWAY;
}
