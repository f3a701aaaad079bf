import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startFtpServer } from "@anyurl/servers";
import { afterAll, describe, expect, test } from "vitest";
import { createUrlDisplay } from "../src/render/display-url.ts";
import { suggestionLines } from "../src/render/suggestions.ts";
import { VERBS } from "../src/verbs/verbs.ts";
import { run } from "./captured.ts";

const folder = mkdtempSync(join(tmpdir(), "anyurl-typed-"));
afterAll(() => rm(folder, { recursive: true }));

describe("a URL as people type it", () => {
  test.each([
    ["<URL:ftp://h.example/x>", "ftp://h.example/x"],
    ["URL:ftp://h.example/x", "ftp://h.example/x"],
    [" 'https://h.example/a b' ", "https://h.example/a%20b"],
    ["https://münchen.de/", "https://xn--mnchen-3ya.de/"],
    ["www.h.example/x", "https://www.h.example/x"],
    ["localhost:3000/x", "http://localhost:3000/x"],
    ["joe@h.example", "mailto:joe@h.example"],
    ["C:\\a b.txt", "file:///C:/a%20b.txt"],
    ["/etc/motd", "file:///etc/motd"],
  ])("is read: %s", async (typed, url) => {
    const { status, out, err } = await run(["norm", typed]);
    expect({ status, out }).toEqual({ status: 0, out: `${url}\n` });
    expect(err).toMatch(/^anyurl: read as [^\n]+ \([^\n]+\)\n$/);
    expect(err).toContain(`read as ${url} (`);
  });

  test("is reported without a password and without control characters", async () => {
    const { err } = await run(["norm", "<ftp://joe:hunter22@h.example/a b>"]);
    expect(err).toContain("read as ftp://joe:***@h.example/a%20b");
    expect(err).not.toContain("hunter");
  });

  test("is not reported with --quiet, or if the URL is valid", async () => {
    expect(await run(["norm", "--quiet", "www.h.example"])).toMatchObject({ status: 0, err: "" });
    expect(await run(["norm", "HTTP://H.example/"])).toMatchObject({ status: 0, err: "" });
    expect(await run(["norm", "x-demo:a"])).toMatchObject({ status: 0, err: "" });
  });

  test("is rejected with --strict and with the grammar of RFC 1738", async () => {
    expect((await run(["norm", "--strict", "www.h.example"])).status).toBe(3);
    expect((await run(["norm", "--profile", "rfc1738", "www.h.example"])).status).toBe(3);
  });

  test("is read in every position of a command", async () => {
    expect(await run(["same", "ftp://h.example/", "URL:ftp://h.example/"])).toMatchObject({ status: 0 });
    expect(await run(["same", "https://h.example/", "h.example"])).toMatchObject({ status: 0 });
    expect(await run(["same", "ftp://h.example/", "h.example"])).toMatchObject({ status: 10 });
    expect((await run(["resolve", "h.example/a/b", "../c d"])).status).toBe(3);
    expect((await run(["resolve", "h.example/a/b", "../c"])).out).toBe("https://h.example/c\n");
  });

  test("is opened", async () => {
    await using server = await startFtpServer();
    const { status, out, err } = await run(["cat", `<URL:${server.origin}/where.txt>`]);
    expect({ status, err: err.split("\n")[0] }).toEqual({
      status: 0,
      err: `anyurl: read as ${server.origin}/where.txt (removed the delimiters around the URL; removed "URL:")`,
    });
    expect(out).not.toBe("");
  });

  test("is the URL of a later error", async () => {
    const { out } = await run(["get", "--json", "<x-demo:a>"]);
    expect(JSON.parse(out)).toMatchObject({ ok: false, url: "x-demo:a", code: "unknown-scheme" });
  });

  test("is explained as the URL", async () => {
    const { out } = await run(["explain", "--json", "www.h.example/ü"]);
    expect(JSON.parse(out)).toMatchObject({ url: "https://www.h.example/%C3%BC" });
  });
});

describe("an argument that may be a local file", () => {
  test("is one unless it has a scheme", async () => {
    const name = join(folder, "www.h.example");
    writeFileSync(name, "local");
    const target = join(folder, "copy.txt");
    expect(await run(["cp", name, target])).toMatchObject({ status: 0 });
    expect((await run(["cat", target])).out).toBe("local");
    const missing = await run(["cp", "-f", "www.h.example", target]);
    expect(missing).toMatchObject({ status: 5, err: expect.not.stringContaining("read as") });
    await using server = await startFtpServer();
    const copied = await run(["cp", "-f", ` ${server.origin}/where.txt`, target]);
    expect(copied).toMatchObject({ status: 0, err: expect.stringContaining("read as ftp://") });
  });

  test("is rejected where it can also be a host", async () => {
    const name = join(folder, "there.example");
    writeFileSync(name, "");
    const { status, err } = await run(["get", "readme.md"]);
    expect(status).toBe(3);
    expect(err).toContain("error ambiguous-text: the text is a host or a local path");
    expect(err).toContain("did you mean: https://readme.md (a host)\n");
    expect(err).toMatch(/ or: file:\/\/\/\S+\/readme\.md \(a local path\)\n$/);
  });

  test("of a directory has the slash of a directory", async () => {
    const { out } = await run(["norm", folder]);
    expect(out).toMatch(/^file:\/\/\/\S+\/anyurl-typed-\w+\/\n$/);
  });
});

describe("a suggestion", () => {
  test("is printed without its password and without control characters", () => {
    const found = [{ url: "ftp://joe:hunter22@h.example/\x1b[2J", message: "why" }];
    expect(suggestionLines(found, (_, text) => text)).toEqual([
      "  did you mean: ftp://joe:***@h.example/\\x1b[2J (why)",
    ]);
  });

  test.each([
    [["get", "https//h.example/x"], "https://h.example/x"],
    [["ls", "htp://h.example/"], "http://h.example/"],
    [["parse", "file://C:/x"], "file:///C:/x"],
    [["check", "https:/h.example/"], "https://h.example/"],
    [["norm", "https://ex\u0430mple.com/"], "https://xn--exmple-4nf.com/"],
  ])("is printed by %j", async (argv, url) => {
    const { status, out, err } = await run(argv);
    expect(status).not.toBe(0);
    expect(out + err).toContain(`  did you mean: ${url} (`);
  });

  test("is in the JSON of an error", async () => {
    const { out } = await run(["get", "--json", "https//h.example/x"]);
    expect(JSON.parse(out)).toMatchObject({ ok: false, suggestions: [{ url: "https://h.example/x" }] });
    const checked = await run(["check", "--json", "https//h.example/x"]);
    expect(JSON.parse(checked.out)).toMatchObject({ suggestions: [{ url: "https://h.example/x" }] });
  });

  test("hides a password", async () => {
    for (const text of [
      "ftp//joe:hunter22@h.example/",
      "https://joe:hunter22@h.example/a\\b",
      "joe:hunter22@h.example",
    ]) {
      const { out, err } = await run(["get", text]);
      expect(out + err).not.toContain("hunter");
    }
  });

  test("is missing where nothing is obvious", async () => {
    for (const text of ["https://good.example\\@evil.example", "hello world", "https://h.example/\u202etxt"])
      expect((await run(["parse", text])).err).not.toContain("did you mean");
  });
});

test("every command reads its URLs so, except for check and explain, which show the text", async () => {
  const verbatim: string[] = [];
  for (const { name, load } of VERBS) if ((await load()).verb.verbatim === true) verbatim.push(name);
  expect(verbatim.sort()).toEqual(["check", "explain"]);
});

describe("ls", () => {
  test("shows letters on a terminal, in a form that can be typed, and the URLs as sent to a program", async () => {
    await using server = await startFtpServer();
    const plain = await run(["ls", `${server.origin}/names/`]);
    const shown = await run(["ls", "-l", "--no-color", `${server.origin}/names/`], { terminal: true });
    const sent = `${server.origin}/names/gr%C3%BC%C3%9Fe.txt`;
    const letters = `${server.origin}/names/grüße.txt`;
    expect(plain.out).toContain(sent);
    expect(shown.out).toContain(letters);
    expect(shown.out).not.toContain(sent);
    const typed = await run(["cat", "--quiet", letters]);
    expect(typed).toMatchObject({ status: 0, err: "" });
  });

  test("shows letters in messages on a terminal, and the names that are looked up in a pipe", async () => {
    const argv = ["get", "--no-color", "gopher://xn--mnchen-3ya.invalid/0/%C3%BC"];
    expect((await run(argv, { errTerminal: true })).err).toMatch(
      /^anyurl: no-such-host: .* münchen\.invalid /,
    );
    expect((await run(argv)).err).toMatch(/^anyurl: no-such-host: .* xn--mnchen-3ya\.invalid /);
    const confusable = ["get", "--no-color", "gopher://xn--80ak6aa92e.invalid/"];
    expect((await run(confusable, { errTerminal: true })).err).toMatch(/ xn--80ak6aa92e\.invalid /);
  });

  test.each([
    ["https://xn--mnchen-3ya.de/gr%C3%B6%C3%9Fe", "https://münchen.de/größe"],
    ["https://xn--80ak6aa92e.com/", "https://xn--80ak6aa92e.com/"],
    ["ftp://h.example/a%20b%2F%0A%E2%80%AE", "ftp://h.example/a%20b%2F%0A%E2%80%AE"],
    ["ftp://joe:hunter22@h.example/%C3%BC", "ftp://joe:***@h.example/%C3%BC"],
    ["not a URL\x1b", "not a URL\\x1b"],
  ])("shows %s as %s", async (url, shown) => {
    const display = await createUrlDisplay([undefined, url]);
    expect(display(url)).toBe(shown);
  });
});
