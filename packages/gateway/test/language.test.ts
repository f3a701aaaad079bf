import { ENGLISH, type Language } from "@anyurl/languages";
import { type EmbeddedServer, startGopherServer } from "@anyurl/servers";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aboutPage } from "../src/pages/about.ts";
import { failurePage } from "../src/pages/failure.ts";
import { FAILURE, FRAME } from "./pages/frames.ts";
import { ask, BROWSER, gatewayOf, open } from "./world.ts";

const gateway = gatewayOf({ contact: "mailto:abuse@gateway.example" });
let gopher: EmbeddedServer;

beforeAll(async () => {
  gopher = await startGopherServer();
});
afterAll(() => gopher.close());

const in_ = (tag: string, accept = BROWSER) => ({ accept, headers: { "accept-language": tag } });

/** The paths of a page of each kind. */
const PAGES: readonly (() => string)[] = [
  () => "/",
  () => `/?${new URLSearchParams({ url: "gopher://h.example/7/s%09x" })}`,
  () => `/?${new URLSearchParams({ url: "tel:911" })}`,
  () => "/_/about",
  () => `/${gopher.origin}/`,
  () => `/${gopher.origin}/0/welcome.txt`,
  () => `/${gopher.origin}/0/nothing-here`,
  () => "/gopher://h.example:25/",
  () => "/x-unheard:abc",
  () => "/afs://cell.example/",
  () => `/_/leave?url=${encodeURIComponent("https://h.example/")}`,
];

describe("the language of the pages", () => {
  it.each([
    [undefined, "en", "Enter a URL of any scheme"],
    ["de", "en", "Enter a URL of any scheme"],
    ["es-MX, en;q=0.5", "es", "Escriba un URL de cualquier esquema"],
    ["fr", "fr", "Saisissez une URL de tout schéma"],
  ])("is negotiated by Accept-Language %j", async (field, tag, words) => {
    const headers = field === undefined ? {} : { "accept-language": field };
    const response = await ask(gateway, "/", { headers });
    expect(response.headers.get("content-language")).toBe(tag);
    expect(response.headers.get("vary")).toContain("Accept-Language");
    const html = await response.text();
    expect(html).toContain(`<html lang="${tag}">`);
    expect(html).toContain(words);
  });

  it.each(["es", "fr"])("leaves no text of the gateway in English in %s", async (tag) => {
    const menu = await (await ask(gateway, `/${gopher.origin}/`, { accept: "text/plain" })).text();
    for (const page of PAGES) {
      const [english, translated] = [
        await (await ask(gateway, page())).text(),
        await (await ask(gateway, page(), in_(tag))).text(),
      ];
      // Sentences and labels between tags that both pages have: only texts of the resource, and names.
      const same = textsOf(english).filter(
        (text) => translated.includes(`>${text}<`) && !menu.includes(text),
      );
      expect([page(), same.filter((text) => OF_THE_GATEWAY.test(text))]).toEqual([page(), []]);
    }
  });

  it("does not change JSON and plain text", async () => {
    for (const accept of ["application/json", "text/plain"]) {
      const path = `/${gopher.origin}/0/nothing-here`;
      const english = await ask(gateway, path, { accept });
      const french = await ask(gateway, path, in_("fr", accept));
      expect([french.status, await french.text()]).toEqual([english.status, await english.text()]);
    }
  });

  it("gives a page in another language another validator", async () => {
    const url = `${gopher.origin}/0/welcome.txt`;
    const tags = await Promise.all(
      ["en", "es", "fr"].map(async (tag) => (await open(gateway, url, in_(tag))).headers.get("etag")),
    );
    expect(tags.filter((tag) => tag !== null && tags.indexOf(tag) !== tags.lastIndexOf(tag))).toEqual([]);
  });

  it("does not mix the languages of concurrent requests", async () => {
    const responses = Array.from({ length: 12 }, async (_, i) => {
      const tag = ["en", "es", "fr"][i % 3]!;
      const html = await (await open(gateway, `${gopher.origin}/`, in_(tag))).text();
      return (
        html.includes(`<html lang="${tag}">`) &&
        html.includes({ en: ">Home<", es: ">Inicio<", fr: ">Accueil<" }[tag]!)
      );
    });
    expect(new Set(await Promise.all(responses))).toEqual(new Set([true]));
  });
});

describe("a hostile catalogue", () => {
  it("cannot add markup to a page", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 20 }), (text) => {
        const language: Language = {
          tag: "es",
          say: () => `<script>${text}"'><img src=x>`,
          sayError: () => "<b>",
        };
        const frame = { ...FRAME, isOwn: true, language };
        const hostile = failurePage(frame, FAILURE) + aboutPage({ frame, opened: ["ftp"], read: [] });
        const plain = { ...frame, language: { ...ENGLISH, say: () => "x" } };
        const tags = (html: string) =>
          html.match(/<[^>]*>/g)!.map((tag) => tag.replace(/"[^"]*"/g, '""').replace("lang", ""));
        const expected = failurePage(plain, FAILURE) + aboutPage({ frame: plain, opened: ["ftp"], read: [] });
        expect(tags(hostile)).toEqual(tags(expected));
      }),
      { numRuns: 50 },
    );
  });
});

/** Texts between tags. */
function textsOf(html: string): readonly string[] {
  return [...html.matchAll(/>([^<>]*[a-z]{2}[^<>]*)</g)].map(([, text]) => text!);
}

/** Sentences of the gateway: most of those of the test server begin otherwise. */
const OF_THE_GATEWAY =
  /^(?:(?:[Tt]he|[Aa]n?|[Tt]his|[Yy]ou|[Ii]t|ends|begins|how|use|cannot|See|Read|Skip|Report|Content|About|Try) [a-z ,;:.]+|Open|Search|Explain|Examples?|Parts|Problems|Rule|Meaning|Value|valid|not valid|Continue|Limits|Schemes|Home)$/;
