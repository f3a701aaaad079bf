import { displayText } from "@anyurl/core";
import { anyUnicode } from "@anyurl/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeLines, escapeVerbatim, html, isContact, isPath, isWeb } from "../../src/pages/html.ts";
import { unescaped } from "./markup.ts";

const anything = anyUnicode({ size: "medium" });
/** Characters that could affect a reader or a terminal, as in displayText. */
const LIVE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u200b-\u200f]/;

describe("a template", () => {
  it("escapes and sanitizes text in elements and attributes", () => {
    fc.assert(
      fc.property(anything, (text) => {
        const [, attribute = "", element = ""] =
          /^<p title="([^"<>']*)">([^<>]*)<\/p>$/.exec(`${html`<p title="${text}">${text}</p>`}`) ?? [];
        expect(unescaped(attribute)).toBe(displayText(text));
        expect(unescaped(element)).toBe(displayText(text));
        expect(element).not.toMatch(LIVE);
      }),
    );
  });

  it("includes other templates, and arrays of them", () => {
    const items = ["<a>", "b"].map((each) => html`<li>${each}</li>`);
    expect(`${html`<ul>${items}</ul>${undefined}${false}${0}`}`).toBe(
      "<ul><li>&lt;a&gt;</li><li>b</li></ul>0",
    );
  });

  it("keeps the lines of a text", () => {
    expect(`${escapeLines("a\r\nb\tc\n<\u202e\r")}`).toBe("a\nb\tc\n&lt;\\u202e\\x0d");
  });

  it("keeps form values unchanged", () => {
    fc.assert(
      fc.property(anything, (text) => {
        const markup = `${escapeVerbatim(text)}`;
        expect(markup).not.toMatch(/[<>"'\r]/);
        expect(unescaped(markup)).toBe(text);
      }),
    );
  });
});

describe("a link", () => {
  it.each(["/", "/ftp/h.example/%2F", "/gopher/h/1//x", "/_/leave?url=x"])(
    "is a path of the gateway: %s",
    (href) => expect(isPath(href)).toBe(true),
  );

  it.each([
    "",
    "//evil.example/",
    "/\\evil.example/",
    "javascript:alert(1)",
    "http://h.example/",
    "x",
    "/a b",
    "/\t/x",
    "/é",
    "/a\n",
  ])("is not a path: %j", (href) => expect(isPath(href)).toBe(false));

  it.each([
    ["http://h.example/", true, true],
    ["HTTPS://h.example/", true, true],
    ["mailto:a@h.example", false, true],
    ["javascript:alert(1)", false, false],
    ["data:text/html,x", false, false],
    ["http://h.example/ x", false, false],
    ["ftp://h.example/", false, false],
  ])("is external: %s", (href, web, contact) => {
    expect(isWeb(href)).toBe(web);
    expect(isContact(href)).toBe(contact);
  });
});
