import { globSync, readFileSync } from "node:fs";
import { explain } from "@anyurl/core/explain";
import { LANGUAGE_TAGS, loadLanguage } from "@anyurl/languages";
import { createAnyurl } from "anyurl";
import { describe, expect, test } from "vitest";
import { LANGUAGES, say } from "../src/language.ts";
import { VERBS } from "../src/verbs/verbs.ts";
import { run } from "./captured.ts";

const TRANSLATED = ["es", "fr"] as const;

/** The schemes of the source documents, whose texts are all translated. A text of another scheme can stay English. */
const SCHEMES = "{ftp,http,gopher,mailto,news,nntp,telnet,wais,file,prospero,data,urn,tel,mid,sip}";

/** Command lines that need no network, and succeed or fail. */
const COMMANDS: readonly (readonly string[])[] = [
  ["explain", "ftp://alice@ftp.example/%2Fetc/motd;type=a"],
  ["explain", "z39.50://h.example/x"],
  ["check", "tel:911"],
  ["check", "http://h.example/~joe"],
  ["same", "http://H.example/%7Ejoe", "http://h.example/~joe"],
  ["same", "urn:example:a", "urn:example:b"],
  ["plan", "data:,A"],
  ["plan", "tel:+1"],
  ["get", "afs://cell.example/path"],
  ["get", "cid:a@b"],
  ["get", "urn:isbn:0486275574"],
  ["stat", "data:,A"],
  ["ls", "data:,A"],
  ["parse", "http://h.example:99999/"],
  ["get", "--option", "ftp.nonsense=1", "ftp://h.example/"],
  ["nonsense"],
  ["get"],
  ["get", "--nonsense", "ftp://h.example/"],
];

describe("the language", () => {
  test("has the tags of the package of languages", () => {
    expect(LANGUAGES).toEqual(LANGUAGE_TAGS);
  });

  test.each([
    [["--lang", "es"], {}, "No se envía nada."],
    [["--lang=fr"], { LANG: "es_ES.UTF-8" }, "Rien n’est envoyé."],
    [[], { LANG: "es_ES.UTF-8" }, "No se envía nada."],
    [[], { LANG: "es_ES.UTF-8", LC_ALL: "C" }, "Nothing is sent."],
    [[], { LC_MESSAGES: "fr_FR.UTF-8", LANG: "es_ES.UTF-8" }, "Rien n’est envoyé."],
    [[], { LANG: "de_DE.UTF-8" }, "Nothing is sent."],
    [[], {}, "Nothing is sent."],
  ])("is that of %j and %j", async (options, env, expected) => {
    expect((await run(["plan", ...options, "data:,A"], { env })).out).toContain(expected);
  });

  test("of --lang must exist", async () => {
    const { status, err } = await run(["plan", "--lang", "xx", "data:,A"]);
    expect([status, err]).toEqual([2, expect.stringContaining("en, es, fr")]);
  });

  test("of a command ends with it", async () => {
    await run(["plan", "--lang", "es", "data:,A"]);
    expect(say("Nothing is sent.")).toBe("Nothing is sent.");
  });

  test("of one command is not that of the next one", async () => {
    await run(["plan", "--lang", "es", "data:,A"]);
    expect((await run(["plan", "data:,A"])).out).toContain("Nothing is sent.");
  });
});

describe.each(TRANSLATED)("the command in %s", (tag) => {
  test.each(COMMANDS)("%s %s changes no exit status and no JSON", async (...args) => {
    const env = { LANG: tag };
    const [english, translated] = [await run(args), await run(args, { env })];
    expect(translated.status).toBe(english.status);
    expect(translated.out + translated.err).not.toBe(english.out + english.err);
    const json = [...args.slice(0, 1), "--json", ...args.slice(1)];
    if (english.status !== 2) expect((await run(json, { env })).out).toBe((await run(json)).out);
  });

  test("explains every URL of the vectors, and every problem, without an English text", async () => {
    const { say } = await loadLanguage(tag);
    const any = createAnyurl();
    // A translation can be the same word.
    const same = new Set(["use", "ISBN"]);
    const english: string[] = [];
    const check = (text: string | undefined) => {
      if (text !== undefined && text !== "" && say(text) === text && !same.has(text.split(" ")[0]!))
        english.push(text);
    };
    for (const file of globSync(`../../scheme-${SCHEMES}/test/*vectors.json`, { cwd: import.meta.dirname })) {
      const rows: readonly { readonly url?: string }[] = JSON.parse(
        readFileSync(new URL(file, import.meta.url), "utf8"),
      );
      for (const { url = "" } of rows) {
        for (const result of Object.values(any.check(url)))
          for (const { message, hint } of result.problems) [message, hint].forEach(check);
        if (!any.tryParse(url).ok) continue;
        const { parts, implied } = explain(url, any);
        for (const { meaning, escapes } of [...parts, ...implied])
          for (const text of [meaning, ...escapes.map((each) => each.meaning)]) check(text);
      }
    }
    expect([...new Set(english)]).toEqual([]);
  });

  test("help has no English description of a command", async () => {
    const english = (await run(["--help"])).out
      .split("\n")
      .filter((line) => /^ {2}[a-z]+ {2,}[A-Z]/.test(line));
    const { out } = await run(["--help"], { env: { LANG: tag } });
    expect(english.length).toBeGreaterThan(20);
    expect(english.filter((line) => out.includes(line))).toEqual([]);
  });

  test("help of a command has no English description of an option", async () => {
    for (const { name } of VERBS) {
      const english = descriptionsOf((await run([name, "--help"])).out);
      const translated = descriptionsOf((await run([name, "--help"], { env: { LANG: tag } })).out);
      expect(english.length).toBeGreaterThan(4);
      expect(english.filter((text) => translated.includes(text))).toEqual([]);
    }
  });

  test.each(["ftp", "http", "gopher", "wais", "urn", "mid"])(
    "help of %s has no English description",
    async (scheme) => {
      const indented = (text: string) => text.split("\n").filter((line) => /^ {6}[a-z]+ /.test(line));
      const english = indented((await run(["help", scheme])).out);
      const translated = indented((await run(["help", scheme], { env: { LANG: tag } })).out);
      expect(english.length).toBeGreaterThan(1);
      expect(english.filter((line) => translated.includes(line))).toEqual([]);
    },
  );
});

/** The first lines of the descriptions of options. */
function descriptionsOf(help: string): readonly string[] {
  return help.split("\n").flatMap((line) => /^ {2}-\S.*? {2,}(\S.*)$/.exec(line)?.slice(1) ?? []);
}
