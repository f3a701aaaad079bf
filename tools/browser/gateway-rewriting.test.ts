import fc from "fast-check";
import { expect, it } from "vitest";
import { rewrittenText } from "../../packages/gateway/test/rewrite/rewriting.ts";
import { openBrowser } from "./gateway-browser.ts";

const PIECES = [
  ...["<", ">", "</", "/", "'", '"', "=", " ", "\n", "&", "&amp;", "!--", "-->", "--!>", "<!--", "<![CDATA["],
  ...["]]>", "<?", "?>", "<!doctype ", "<a ", "href", "href=", "href='", 'href="', "/x", "http://w.example"],
  ...["<script>", "</script>", "<title>", "</title", "<style>", "</style>", "<xmp>", "</xmp>", "<textarea>"],
  ...["<svg>", "<math>", "<select>", "</select>", "<base href=/y/>", "<meta ", "http-equiv=refresh ", "ping"],
  ...["</a ", "<img src=", "srcset=", "<plaintext>", "<table>", "ä", "\0", "\x1b", "\x1c", "x", "<noscript>"],
  ...["</textarea>", "<iframe>", "</iframe>", "javascript:", "xlink:href", "<template>", "<frameset>"],
  ...["<a href=http://w.example>", "<a title='<a href=http://w.example>'>", "<desc>", "<foreignObject>"],
  ...["<annotation-xml encoding=text/html>", "<mtext>", "</svg>", "<option>", "<noframes>", "</noframes>"],
  ...["<noembed>", "</title>", "</noembed>", "<b title='", '<b title="', "</noscript>", "</table>", "<td>"],
];
const DOCUMENTS = fc
  .array(fc.constantFrom(...PIECES), { minLength: 3, maxLength: 24 })
  .map((pieces) => pieces.join(""));

/**
 * Runs in the browser and finds the links of a document that lead to other sites than the gateway. Scripts are disabled
 * there, like in a sandbox. A string, not a function, because it runs in the page.
 */
const LEADING = `(html) => {
  const found = [];
  const look = (root) => {
    for (const element of root.querySelectorAll("*")) {
      for (const { name, value } of element.attributes) {
        if (!/^(?:(?:xlink:)?href|src|srcset|ping|action)$/i.test(name) || value.trim() === "") continue;
        const url = URL.parse(value, "http://gateway.example/ftp://h.example/a/b/c.html");
        const isOurs = url?.origin === "http://gateway.example" && /^\\/(?:_\\/leave$|ftp:\\/\\/)/.test(url.pathname);
        if (!isOurs) found.push(name + "=" + value);
      }
      if (element.localName === "meta" && /refresh/i.test(element.getAttribute("http-equiv") ?? "")) found.push("refresh");
      if (element.content) look(element.content);
    }
  };
  look(new DOMParser().parseFromString(html, "text/html"));
  return found;
}`;

it("leaves no link in any document that leads Chromium to another site", async () => {
  const { seed } = fc.readConfigureGlobal();
  const all = fc.sample(DOCUMENTS, { numRuns: 5000, ...(seed !== undefined && { seed }) });
  await using browser = await openBrowser();
  const page = await browser.newPage();
  const leading = (documents: readonly string[]) =>
    page.evaluate(`(${JSON.stringify(documents)}).map(${LEADING})`) as Promise<string[][]>;
  let dangerous = 0;
  for (let at = 0; at < all.length; at += 500) {
    const some = all.slice(at, at + 500);
    dangerous += (await leading(some)).filter((found) => found.length > 0).length;
    const after = await Promise.all(some.map((html) => rewrittenText(html)));
    const found = await leading(after);
    expect(some.filter((_, i) => found[i]!.length > 0)).toEqual([]);
  }
  // Otherwise nothing was tested.
  expect(dangerous).toBeGreaterThan(all.length / 100);
});
