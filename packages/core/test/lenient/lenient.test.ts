import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRegistry, defineScheme, UrlSyntaxError } from "../../src/index.ts";
import {
  type LenientOptions,
  type LocalFiles,
  parseLenient,
  suggestUrls,
  tryParseLenient,
} from "../../src/lenient/index.ts";
import { idna, urls } from "./schemes.ts";

const localFiles: LocalFiles = {
  toAbsolutePath: (path) => (path.startsWith("/") ? path : `/home/joe/${path}`),
  exists: (path) => path === "docs.example" || path === "joe@mail.example" || path === "there.example/a",
};

function read(text: string, options?: LenientOptions): string {
  const result = tryParseLenient(text, urls, { idna, ...options });
  return result.ok ? result.url.href : result.problems[0]!.code;
}

describe("tryParseLenient without a scheme", () => {
  it.each([
    ["h.example/a", "webs://h.example/a"],
    ["h.example:8000/a", "web://h.example:8000/a"],
    ["h.example:70", "menu://h.example:70"],
    ["h.example:9/a", "webs://h.example:9/a"],
    ["here", "web://here"],
    ["here:99/a", "web://here:99/a"],
    ["menu.example", "menu://menu.example"],
    ["Menu.example", "menu://Menu.example"],
    ["joe@h.example", "post:joe@h.example"],
    ["hüt.example", "webs://xn--hue-t.example"],
  ])("reads %s as %s, as the schemes declare", (typed, url) => {
    expect(read(typed)).toBe(url);
  });

  it("uses the default scheme of the caller, except for a host that a scheme declares", () => {
    expect(read("h.example", { defaultScheme: "note" })).toBe("note://h.example");
    expect(read("menu.example", { defaultScheme: "note" })).toBe("menu://menu.example");
  });

  it("rejects every form that no scheme declares", () => {
    const none = createRegistry(defineScheme({ name: "note", cite: ["x"], format: () => "", examples: [] }));
    for (const typed of ["h.example", "//h.example", "joe@h.example", "C:\\a", "/etc/motd", "./a"])
      expect(tryParseLenient(typed, none, { localFiles }).ok, typed).toBe(false);
  });

  it("does not look for files if no scheme declares paths", () => {
    const mail = createRegistry(urls.scheme("post")!, urls.scheme("web")!);
    const here = { localFiles: { ...localFiles, exists: () => true } };
    expect(tryParseLenient("joe@mail.example", mail, here).url?.href).toBe("post:joe@mail.example");
    expect(tryParseLenient("a.txt", mail, here).url?.href).toBe("webs://a.txt");
    expect(tryParseLenient("docs", mail, here).problems).toMatchObject([{ code: "no-scheme" }]);
  });

  it("takes the first scheme that declares a form", () => {
    const other = defineScheme({
      ...{ name: "zzz", cite: ["x"], format: () => "", examples: [] },
      shorthands: [{ form: "host", name: "zzz" }],
    });
    const both = createRegistry(other, urls.scheme("web")!);
    expect(tryParseLenient("h.example", both).url?.href).toBe("zzz://h.example");
    expect(tryParseLenient("here", both).url?.href).toBe("web://here");
  });
});

it.each([
  ["joe@mail.example", "post:joe@mail.example", []],
  ["joe@hüt.example", "post:joe@xn--hue-t.example", ["ascii-host"]],
])("the domain of the mailbox %s is converted only if it is not ASCII", (typed, url, codes) => {
  const result = tryParseLenient(typed, urls, { idna });
  expect(result.url?.href).toBe(url);
  expect(result.changes.map(({ code }) => code).filter((code) => code === "ascii-host")).toEqual(codes);
});

describe("tryParseLenient with the name of another scheme", () => {
  it("does not remove URL: if a scheme of that name is registered", () => {
    const named = createRegistry(defineScheme({ name: "url", cite: ["x"], format: () => "", examples: [] }));
    expect(tryParseLenient("URL:a", named)).toMatchObject({ ok: true, changes: [] });
    expect(tryParseLenient("<URL:a>", named).url?.href).toBe("URL:a");
  });

  it("does not take a registered scheme of one letter for a drive", () => {
    const c = defineScheme({
      ...{ name: "c", allowSingleLetter: true, cite: ["x"], format: () => "", examples: [] },
    });
    const registry = createRegistry(c, urls.scheme("disk")!);
    expect(tryParseLenient("c:/a", registry, { localFiles }).url?.href).toBe("c:/a");
    expect(tryParseLenient("d:/a", registry, { localFiles }).url?.href).toBe("disk:///d:/a");
  });

  it("never repairs a URL of an unknown scheme", () => {
    expect(read("x-demo:a")).toBe("x-demo:a");
    expect(read("x-demo:a b")).toBe("illegal-character");
    expect(read("<x-demo:a>")).toBe("x-demo:a");
    expect(read("Re: an answer")).toBe("illegal-character");
    expect(read("x://h.example/", { localFiles })).toBe("x://h.example/");
  });
});

describe("tryParseLenient with local files", () => {
  it.each([
    ["/etc/motd", "disk:///etc/motd"],
    ["/a b/ü;%#?", "disk:///a%20b/%C3%BC%3B%25%23%3F"],
    ["./a.txt", "disk:///home/joe/./a.txt"],
    ["..", "disk:///home/joe/.."],
    ["C:\\Users\\joe\\a b.txt", "disk:///C:/Users/joe/a%20b.txt"],
    ["C:/a", "disk:///C:/a"],
    ["\\\\server\\share\\a.txt", "disk://server/share/a.txt"],
    ["disk:C:\\a", "disk:///C:/a"],
    ["DISK:///C:\\a\\b", "disk:///C:/a/b"],
    ['"C:\\Program Files\\a.txt"', "disk:///C:/Program%20Files/a.txt"],
    ["there.example/b", "webs://there.example/b"],
    ["readme.md:80", "webs://readme.md:80"],
    ["h.example/readme.md", "webs://h.example/readme.md"],
  ])("reads %s as %s", (typed, url) => {
    expect(read(typed, { localFiles })).toBe(url);
  });

  it.each([
    ["a.txt", "webs://a.txt", "disk:///home/joe/a.txt"],
    ["README.md", "webs://README.md", "disk:///home/joe/README.md"],
    ["docs.example", "webs://docs.example", "disk:///home/joe/docs.example"],
    ["docs.example/a", "webs://docs.example/a", "disk:///home/joe/docs.example/a"],
    ["there.example/a", "webs://there.example/a", "disk:///home/joe/there.example/a"],
    ["docs", "webs://docs", "disk:///home/joe/docs"],
    ["docs/a.txt", "webs://docs/a.txt", "disk:///home/joe/docs/a.txt"],
    ["joe@mail.example", "post:joe@mail.example", "disk:///home/joe/joe@mail.example"],
    ["//h.example/a", "webs://h.example/a", "disk:///h.example/a"],
  ])("rejects %s, which is also the name of a file, and suggests both", (typed, ...both) => {
    expect(read(typed, { localFiles })).toBe("ambiguous-text");
    expect(suggestUrls(typed, urls, { localFiles }).map(({ url }) => url)).toEqual(both);
  });

  it.each([
    ["mneu://h.example/a", "menu://h.example/a"],
    ["wbes://h.example/a?b", "webs://h.example/a?b"],
  ])(
    "keeps the misspelled scheme of %s, which can be an unknown one, and suggests %s",
    (typed, suggested) => {
      expect(read(typed)).toBe(typed);
      expect(suggestUrls(typed, urls)).toContainEqual({
        url: suggested,
        message: `with the scheme "${suggested.slice(0, 4)}"`,
      });
    },
  );

  it.each([
    ["webs://web://h.example/a", "web://h.example/a"],
    ["webs://webs//h.example/a", undefined],
    ["webs://unknown://h.example/a", undefined],
  ])("suggests for %s what has only the second scheme: %s", (typed, suggested) => {
    const message = "without the first of two schemes";
    expect(suggestUrls(typed, urls)).toEqual(suggested === undefined ? [] : [{ url: suggested, message }]);
  });

  it.each(["/a\nb", "/a\u202eb", "C:\\a\0b", "./\u200bb", "/\ud800"])(
    "rejects the invisible character of %j",
    (typed) => {
      const [problem] = tryParseLenient(typed, urls, { localFiles }).problems;
      expect(problem?.code).toBe("illegal-character");
      expect(typed.slice(problem?.start, problem?.end)).toMatch(/^[\n\u202e\0\u200b\ud800]$/u);
    },
  );
});

describe("tryParseLenient with a host beyond ASCII", () => {
  it("rejects it without idna", () => {
    const { problems } = tryParseLenient("webs://hüt.example/", urls);
    expect(problems).toMatchObject([{ code: "bad-host", start: 7, end: 18 }]);
  });

  it("rejects it if it would be displayed differently, and suggests its A-labels", () => {
    const typed = "webs://h\u0430t.example/\u00fc";
    const { problems } = tryParseLenient(typed, urls, { idna });
    expect(problems).toMatchObject([{ code: "confusable-host", start: 7, end: 18 }]);
    expect(suggestUrls(typed, urls, { idna })).toEqual([
      { url: "webs://xn--ha-t.example/%C3%BC", message: "with the A-labels of the host" },
    ]);
  });

  it("reports the place of a character that is not allowed", () => {
    const { problems } = tryParseLenient(" hü✂t.example", urls, { idna });
    expect(problems).toMatchObject([{ code: "bad-host", start: 3, end: 4 }]);
  });
});

describe("tryParseLenient with limits", () => {
  it("rejects a text that is too long, before it reads it", () => {
    const typed = `h.example/${"a".repeat(100)}`;
    expect(read(typed, { maxUrlLength: 50 })).toBe("too-long");
    expect(read(`h.example${" ".repeat(100)}`, { maxUrlLength: 50 })).toBe("too-long");
    expect(read(`  ${typed}  `)).toBe(`webs://${typed}`);
  });

  it("also limits the URL, which is longer than the text", () => {
    expect(read(`webs://h.example/${"ü".repeat(20)}`, { idna, maxUrlLength: 60 })).toBe("too-long");
  });

  it("removes many nested delimiters", () => {
    expect(read(`${"<".repeat(20_000)}webs://h.example/${">".repeat(20_000)}`)).toBe("webs://h.example/");
  });
});

describe("parseLenient", () => {
  it("throws every error", () => {
    expect(() => parseLenient("webs://h.example/\u0001\u0002", urls)).toThrow(UrlSyntaxError);
    expect(() => parseLenient("webs://h.example/\u0001\u0002", urls)).toThrow(
      expect.objectContaining({ start: 17, problems: [expect.anything(), expect.anything()] }),
    );
  });

  it("throws no warning", () => {
    expect(() => parseLenient("menu://joe@h.example?x@y", urls)).toThrow(
      expect.objectContaining({ problems: [expect.objectContaining({ code: "userinfo-not-allowed" })] }),
    );
  });

  it("never shows the text in the message of a change, because it may hold a password", () => {
    const { changes } = parseLenient('"webs://joe:s3cret@h.example/a b"', urls);
    expect(JSON.stringify(changes.map(({ message, replacement }) => [message, replacement]))).not.toContain(
      "s3cret",
    );
  });
});

/** Texts made of what the lenient parser looks at. */
const anyTyped = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          "webs:",
          "web://",
          "menu://",
          "disk:",
          "post:",
          "note:",
          "x:",
          "URL:",
          "url:",
          "//",
          "/",
          "\\",
          "C:\\",
        ],
        ...[
          "h.example",
          "here",
          "a.txt",
          "joe@",
          "@",
          ":",
          ":80",
          "?",
          "#",
          "%",
          "%41",
          "[::1]",
          "127.1",
          "ü",
          "а",
        ],
        ..." \t\n\r<>\"'“”&;.,-|\u00a0\ufeff\u202e\u200b\0",
      ),
      fc.string({ unit: "grapheme", maxLength: 3 }),
    ),
    { maxLength: 8 },
  )
  .map((pieces) => pieces.join(""));

describe("every text in parseLenient", () => {
  it.each<[string, LenientOptions]>([
    ["alone", { idna }],
    ["with local files", { idna, localFiles }],
  ])(
    "is unchanged if the strict parser accepts it, and else valid or rejected with a place (%s)",
    (_, options) => {
      fc.assert(
        fc.property(anyTyped, (typed) => {
          const strict = urls.tryParse(typed);
          const result = tryParseLenient(typed, urls, options);
          if (strict.ok && urls.scheme(strict.url.scheme) !== undefined) {
            expect(result).toMatchObject({ ok: true, changes: [] });
            expect(result.url?.href).toBe(typed);
          }
          if (result.ok) {
            const { href } = result.url;
            expect(urls.parse(href).href).toBe(href);
            expect(tryParseLenient(href, urls, options)).toMatchObject({ ok: true, changes: [] });
            let [text, from] = ["", 0];
            for (const { start, end, replacement } of result.changes) {
              text += typed.slice(from, start) + replacement;
              from = end;
            }
            expect(text + typed.slice(from)).toBe(href);
            return;
          }
          expect(result.problems.length).toBeGreaterThan(0);
          for (const { start, end } of result.problems) {
            expect(start).toBeGreaterThanOrEqual(0);
            expect(end).toBeGreaterThanOrEqual(start);
            expect(end).toBeLessThanOrEqual(typed.length);
          }
        }),
        { numRuns: 1000 },
      );
    },
  );

  it("keeps its host and its login, except for the form of the host", () => {
    fc.assert(
      fc.property(anyTyped, (typed) => {
        const result = tryParseLenient(typed, urls, { idna });
        if (!result.ok) return;
        const { userinfo, host } = result.url;
        const shown = host && idna.toUnicode(host);
        const folded = typed.normalize("NFKC").replace(/[\r\n]/g, "");
        if (userinfo !== undefined) expect(folded).toContain(userinfo);
        if (shown !== undefined) expect(folded.toLowerCase()).toContain(shown.toLowerCase());
      }),
      { numRuns: 1000 },
    );
  });

  it("has only valid suggestions, with registered schemes and without warnings", () => {
    fc.assert(
      fc.property(anyTyped, (typed) => {
        for (const { url, message } of suggestUrls(typed, urls, { idna, localFiles })) {
          expect(urls.tryParse(url)).toMatchObject({ ok: true, problems: [] });
          expect(urls.scheme(urls.parse(url).scheme)).toBeDefined();
          expect(message).not.toBe("");
          expect(url).not.toBe(typed);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
