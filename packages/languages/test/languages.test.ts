import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findFaults } from "../src/check-translation.ts";
import { catalogue as es } from "../src/es/index.ts";
import { catalogue as fr } from "../src/fr/index.ts";
import { chooseLanguage, loadLanguage, negotiateLanguage } from "../src/index.ts";
import { createTranslator } from "../src/translate.ts";

describe("chooseLanguage", () => {
  it.each([
    [{}, "en"],
    [{ LANG: "es_ES.UTF-8" }, "es"],
    [{ LANG: "fr" }, "fr"],
    [{ LANG: "es_ES", LC_MESSAGES: "fr_CA" }, "fr"],
    [{ LANG: "es_ES", LC_MESSAGES: "fr_CA", LC_ALL: "C" }, "en"],
    // POSIX: an empty variable counts as unset.
    [{ LANG: "es_ES", LC_ALL: "" }, "es"],
    [{ LANG: "est_EE" }, "en"],
    [{ LANG: "de_DE.UTF-8" }, "en"],
    [{ LANG: "POSIX" }, "en"],
  ])("reads the locale of %j", (env, tag) => {
    expect(chooseLanguage(env)).toBe(tag);
  });
});

describe("negotiateLanguage", () => {
  it.each([
    [null, "en"],
    ["", "en"],
    ["es", "es"],
    ["fr-CA, en;q=0.5", "fr"],
    ["de, fr;q=0.3, es;q=0.4", "es"],
    ["en, es;q=0.9", "en"],
    ["es;q=0, *", "en"],
    ["ES-mx", "es"],
    ["es;q=2, fr", "fr"],
    [`${"x".repeat(2000)}, es`, "en"],
  ])("selects the best language of %j", (field, tag) => {
    expect(negotiateLanguage(field)).toBe(tag);
  });
});

describe("say", () => {
  it("leaves English unchanged without loading a catalogue", async () => {
    const { say, sayError } = await loadLanguage("en");
    expect([say("not found"), sayError("not-found", "gone")]).toEqual(["not found", "gone"]);
  });

  it("adds what the code of an error means to a message without a translation", async () => {
    const { sayError } = await loadLanguage("es");
    expect(sayError("not-found", "gone fishing")).toBe("el recurso no existe en el servidor (gone fishing)");
    expect(sayError("x-unknown", "gone fishing")).toBe("gone fishing");
    expect(sayError("bad-host", "a host name")).toBe("un nombre de host");
  });

  it.each([
    ["a host name", "un nombre de host", "un nom d’hôte"],
    ['unknown scheme "x"', 'esquema desconocido "x"', 'schéma inconnu "x"'],
    // A value that is a message is translated as well.
    [
      "blocked a URL from the server: it is a directory; nothing was sent",
      "es un directorio",
      "un répertoire",
    ],
    // Sentences are joined by "; ".
    [
      'not found by anybody; remove the last "/"',
      'not found by anybody; quite el último "/"',
      "retirez le dernier",
    ],
    ["1 entry", "1 entrada", "1 entrée"],
    ["0 entries", "0 entradas", "0 entrée"],
    ["5 entries", "5 entradas", "5 entrées"],
    ["unknown option '--x'", "opción desconocida '--x'", "option inconnue '--x'"],
  ])("translates %j", async (english, spanish, french) => {
    expect((await loadLanguage("es")).say(english)).toContain(spanish);
    expect((await loadLanguage("fr")).say(english)).toContain(french);
  });

  it("translates every key to its own translation, with the values in it", async () => {
    for (const [tag, catalogue] of [
      ["es", es],
      ["fr", fr],
    ] as const) {
      const { say } = await loadLanguage(tag);
      for (const key of Object.keys(catalogue)) {
        const values = ["7", "§1§", "§2§"];
        const english = key.replace(/\{(\d)\}/g, (_, i) => values[Number(i)]!);
        const said = say(english);
        for (const [i, value] of values.entries()) if (key.includes(`{${i}}`)) expect(said).toContain(value);
      }
    }
  });

  it("has no fault in any translation", () => {
    for (const catalogue of [es, fr])
      for (const [key, text] of Object.entries(catalogue))
        expect([key, findFaults(key, text)]).toEqual([key, []]);
  });

  it("keeps a text that is not a message", async () => {
    const { say } = await loadLanguage("es");
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 30 }), (text) => {
        const strange = `zzz${text}zzz`;
        expect(say(strange)).toBe(strange);
      }),
    );
  });

  it("shows control characters of a hostile catalogue as escapes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 40 }), (text) => {
        const say = createTranslator("es", { key: `x${text.replace(/[{}']/g, "")}` });
        expect(say("key")).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
      }),
    );
  });

  it("takes a time that grows with the length of the text", () => {
    const say = createTranslator("es", { "{0}a{1}a{2}a{3}b": "{0}{1}{2}{3}" });
    expect(say("a".repeat(3999))).toBe("a".repeat(3999));
    expect(say("a".repeat(100_000))).toHaveLength(100_000);
  });
});

describe("findFaults", () => {
  it.each([
    ["the port {0}", "el puerto", "arguments"],
    ["the port", "el puerto {0}", "arguments"],
    ["the port", "el <b>puerto</b>", "markup"],
    ["the port", "el \x1b[31mpuerto", "control"],
    ["the port", "el {puerto", "invalid pattern"],
    ["the port", "", "empty"],
  ])("reports the translation of %j by %j", (key, text, fault) => {
    expect(findFaults(key, text).join()).toContain(fault);
  });
});
