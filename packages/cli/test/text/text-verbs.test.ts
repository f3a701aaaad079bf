import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAnyurl } from "anyurl";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../captured.ts";

describe("resolve", () => {
  // References of RFC 3986 §5.4 and their base.
  test.each([
    ["g", "http://a/b/c/g"],
    ["//g", "http://g"],
    ["?y", "http://a/b/c/d;p?y"],
    ["#s", "http://a/b/c/d;p?q#s"],
    ["", "http://a/b/c/d;p?q"],
    ["../../g", "http://a/g"],
    ["g;x=1/../y", "http://a/b/c/y"],
    ["ftp://h/x", "ftp://h/x"],
  ])("resolves %s against http://a/b/c/d;p?q", async (reference, target) => {
    expect(await run(["resolve", "http://a/b/c/d;p?q", reference])).toEqual({
      status: 0,
      out: `${target}\n`,
      err: "",
      octets: Buffer.from(`${target}\n`),
    });
  });

  test("prints the base, reference, and URL with --json", async () => {
    const { out } = await run(["resolve", "--json", "ftp://h/a/b", "../c"]);
    expect(JSON.parse(out)).toEqual({ ok: true, base: "ftp://h/a/b", reference: "../c", url: "ftp://h/c" });
  });

  test("rejects a relative base and schemes without relative references", async () => {
    expect((await run(["resolve", "a/b", "c"])).status).toBe(3);
    expect((await run(["resolve", "gopher://h/1x", "../y"])).status).toBe(3);
  });

  test("hides the password", async () => {
    const { out } = await run(["resolve", "-q", "ftp://bob:hunter22@h/a", "b"]);
    expect(out).toBe("ftp://bob:***@h/b\n");
    const hidden = await run(["resolve", "-q", "ftp://user?x:hunter22@host/", "b"]);
    expect(hidden.out + hidden.err).not.toContain("hunter22");
  });
});

describe("relative", () => {
  test.each([
    ["http://h/a/b", "http://h/a/c#top", "c#top"],
    ["ftp://h/pub/poems/tide.txt", "ftp://h/pub/readme.txt", "../readme.txt"],
    ["http://h/a/b", "http://i/a/b", "http://i/a/b"],
    ["http://h/a/", "http://h/a/", "./"],
  ])("returns the reference from %s to %s", async (base, target, reference) => {
    expect(await run(["relative", base, target])).toMatchObject({ status: 0, out: `${reference}\n` });
  });

  test("is the inverse of resolve", async () => {
    const name = fc.stringMatching(/^[a-z.~%]{0,3}$/).filter((each) => !each.includes("%"));
    const url = fc.array(name, { maxLength: 4 }).map((names) => `http://h/${names.join("/")}`);
    await fc.assert(
      fc.asyncProperty(url, url, async (base, target) => {
        const { out } = await run(["relative", "--json", base, target]);
        const { reference } = JSON.parse(out);
        const back = await run(["resolve", "--json", base, reference]);
        const there = await run(["norm", "--json", target]);
        const norm = await run(["norm", "--json", JSON.parse(back.out).url]);
        expect(JSON.parse(norm.out).normalForm).toBe(JSON.parse(there.out).normalForm);
      }),
      { numRuns: 50 },
    );
  });

  test("hides the password", async () => {
    const { out } = await run(["relative", "-q", "ftp://h/a", "ftp://bob:hunter22@h/b"]);
    expect(out).toBe("ftp://bob:***@h/b\n");
  });
});

describe("extract", () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "anyurl-extract-"));
  });
  afterAll(() => rm(directory, { recursive: true }));
  const file = async (text: string | Uint8Array) => {
    const name = join(directory, "mail.txt");
    await writeFile(name, text);
    return name;
  };

  // RFC 1738 appendix.
  const MAIL = `Yes, Jim, I found it under <URL:ftp://info.cern.ch/pub/www/doc;
type=d> but you can probably pick it up from <URL:ftp://ds.in
ternic.net/rfc>. Note the warning in <URL:http://ds.internic.
net/instructions/overview.html#WARNING>.
`;

  test("finds the URLs of the example in RFC 1738", async () => {
    const { status, out, err } = await run(["extract", await file(MAIL)]);
    expect({ status, err }).toEqual({ status: 0, err: "" });
    expect(out.split("\n")).toEqual([
      "ftp://info.cern.ch/pub/www/doc;type=d",
      "ftp://ds.internic.net/rfc",
      "http://ds.internic.net/instructions/overview.html#WARNING",
      "",
    ]);
  });

  test("prints positions with --places, --json, and --jsonl", async () => {
    const name = await file(MAIL);
    const places = await run(["extract", "--places", name]);
    expect(places.out.split("\n")[1]).toBe("2:46: ftp://ds.internic.net/rfc");
    const { urls: all } = JSON.parse((await run(["extract", "--json", name])).out);
    expect(all[1]).toMatchObject({ url: "ftp://ds.internic.net/rfc", mode: "wrapped", line: 2, column: 46 });
    expect(MAIL.slice(all[1].start, all[1].end)).toBe("<URL:ftp://ds.in\nternic.net/rfc>");
    const lines = (await run(["extract", "--jsonl", name])).out.trim().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual(all.map((each: object) => ({ ok: true, ...each })));
  });

  test("guesses URLs and finds other schemes only with an option", async () => {
    const name = await file("see www.h.example, or ask joe@h.example on irc://h.example/room\n");
    expect((await run(["extract", name])).out).toBe("");
    expect((await run(["extract", "--guess", name])).out).toBe(
      "https://www.h.example\nmailto:joe@h.example\n",
    );
    expect((await run(["extract", "--schemes", "irc,magnet", name])).out).toBe("irc://h.example/room\n");
  });

  test("finds IRIs, or only URLs with --no-iri", async () => {
    const name = await file("siehe https://münchen.de/straße und https://h.example/C言語\n");
    expect(await run(["extract", name])).toMatchObject({
      out: "https://xn--mnchen-3ya.de/stra%C3%9Fe\nhttps://h.example/C%E8%A8%80%E8%AA%9E\n",
      err: "",
    });
    expect((await run(["extract", "--no-iri", name])).out).toBe("https://h.example/C\n");
  });

  test("warns on standard error of a URL that was cut, and in the problems with --json", async () => {
    const name = await file("see\n https://matrix.to/#/#room:server and https://h.example/b.\n");
    const { status, out, err } = await run(["extract", name]);
    expect({ status, out }).toEqual({ status: 0, out: "https://matrix.to/#/\nhttps://h.example/b\n" });
    expect(err).toMatch(/^anyurl: warning: 2:2: the URL ends .* may be incomplete\n$/);
    const json = await run(["extract", "--json", name]);
    expect(json.err).toBe("");
    expect(JSON.parse(json.out).urls[0].problems[0].code).toBe("cut-short");
  });

  test("escapes control characters and hides passwords", async () => {
    const name = await file("<ftp://bob:hunter22@h/a> \x1b[31m http://h/\u202ex ftp://u:hunter22@h/b\n");
    for (const flags of [[], ["--json"], ["--jsonl"], ["--places"]]) {
      const { out } = await run(["extract", ...flags, name]);
      expect(out).toContain("ftp://bob:***@h/a");
      expect(out).not.toMatch(/hunter22|\x1b|\u202e/);
    }
  });

  test("reads invalid UTF-8 and reports a missing file", async () => {
    expect(
      (await run(["extract", await file(Uint8Array.of(0xff, 0x20, ...Buffer.from("ftp://h/")))])).out,
    ).toBe("ftp://h/\n");
    const none = await run(["extract", join(directory, "none")]);
    expect(none).toMatchObject({ status: 9, err: expect.stringContaining("no such file") });
  });
});

describe("schemes", () => {
  test("lists each scheme with its port and operations", async () => {
    const { status, out } = await run(["schemes"]);
    expect(status).toBe(0);
    expect(out).toMatch(
      /^ftp: +21 {2}get list stat put append remove rename makeDirectory +RFC 1738 §3\.2 +built in$/m,
    );
    expect(out).toMatch(/^mailto: +send +RFC 6068 +built in$/m);
    const listed = out.match(/^[a-z][a-z0-9+.-]*(?=:)/gm);
    expect(new Set(listed)).toEqual(new Set(createAnyurl().names()));
  });

  test("prints valid example URLs with --json", async () => {
    const { schemes } = JSON.parse((await run(["schemes", "--json"])).out);
    const all: readonly Facts[] = schemes;
    const gopher = all.find(({ name }) => name === "gopher");
    expect(gopher).toMatchObject({ port: 70, operations: ["get", "list", "stat", "search"] });
    for (const { examples } of all)
      for (const { url } of examples) expect((await run(["parse", "-q", url])).status).toBe(0);
  });
});

interface Facts {
  readonly name: string;
  readonly examples: readonly { readonly url: string }[];
}
