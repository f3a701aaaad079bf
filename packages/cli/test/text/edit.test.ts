import { tryParse } from "@anyurl/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { run } from "../captured.ts";

const URL = "http://u@h.example:81/a%7Eb?x=1&y=%7E&x=2#f";

describe("edit", () => {
  test.each([
    [["--set", "host=i.example"], "http://u@i.example:81/a%7Eb?x=1&y=%7E&x=2#f"],
    [["--set", "scheme=ftp", "--set", "port=21", "--remove", "query"], "ftp://u@h.example:21/a%7Eb#f"],
    [["--set", "host=[::1]"], "http://u@[::1]:81/a%7Eb?x=1&y=%7E&x=2#f"],
    [["--set", "user=a:b@c"], "http://a%3Ab%40c@h.example:81/a%7Eb?x=1&y=%7E&x=2#f"],
    [["--set", "path=/c d/%?#"], "http://u@h.example:81/c%20d/%25%3F%23?x=1&y=%7E&x=2#f"],
    [["--set", "path:=/c%20d"], "http://u@h.example:81/c%20d?x=1&y=%7E&x=2#f"],
    [["--set", "query=a=b&c#"], "http://u@h.example:81/a%7Eb?a=b&c%23#f"],
    [["--set", "fragment="], "http://u@h.example:81/a%7Eb?x=1&y=%7E&x=2#"],
    [["--remove", "user", "--remove", "fragment"], "http://h.example:81/a%7Eb?x=1&y=%7E&x=2"],
    [["--remove", "path"], "http://u@h.example:81?x=1&y=%7E&x=2#f"],
    [["--remove", "query=x"], "http://u@h.example:81/a%7Eb?y=%7E#f"],
    [["--append", "path=c/d", "--append", "path="], "http://u@h.example:81/a%7Eb/c%2Fd/?x=1&y=%7E&x=2#f"],
    [["--append", "query=z=a b=&c"], "http://u@h.example:81/a%7Eb?x=1&y=%7E&x=2&z=a%20b=%26c#f"],
    [["--append", "query=z"], "http://u@h.example:81/a%7Eb?x=1&y=%7E&x=2&z#f"],
    [["--sort-query"], "http://u@h.example:81/a%7Eb?x=1&x=2&y=%7E#f"],
    // The order of the options does not matter: remove, set, append, sort.
    [
      ["--sort-query", "--append", "query=x=3", "--remove", "query=x"],
      "http://u@h.example:81/a%7Eb?x=3&y=%7E#f",
    ],
  ])("with %j prints %s", async (options, result) => {
    expect(await run(["edit", URL, ...options])).toMatchObject({ status: 0, out: `${result}\n`, err: "" });
  });

  test.each([
    [
      "{scheme} {user} {host} {port} {path} {:path} {query} {fragment}",
      "http u h.example 81 /a~b /a%7Eb x=1&y=~&x=2 f",
    ],
    ["{query:x}|{query:y}|{query:z}|{query-all:x}|{password}", "1|~||1 2|"],
    ["{url}\\t\\{{", `${URL}\t{{`],
    ["", ""],
  ])("prints the format %j", async (format, text) => {
    expect(await run(["edit", URL, "--get", format])).toMatchObject({ status: 0, out: `${text}\n` });
  });

  test("prints each combination of the values to iterate over, for each URL", async () => {
    const argv = [
      "--iterate",
      "port=80 81",
      "--iterate",
      "scheme=http ftp",
      "--get",
      "{scheme}:{port}:{path}",
    ];
    const { out } = await run(["edit", "http://h/a", "http://h/b", ...argv]);
    expect(out.split("\n").slice(0, -1)).toEqual(
      ["/a", "/b"].flatMap((path) =>
        ["http:80", "ftp:80", "http:81", "ftp:81"].map((start) => `${start}:${path}`),
      ),
    );
  });

  test("prints one answer, or one with all of them, with --json, and lines with --jsonl", async () => {
    const one = { ok: true, url: "http://h/a", result: "http://i/a" };
    const [json, text, list, lines] = [
      await run(["edit", "--json", "http://h/a", "--set", "host=i"]),
      await run(["edit", "--json", "http://h/a", "--set", "host=i", "--get", "{host}"]),
      await run(["edit", "--json", "http://h/a", "http://h/a", "--set", "host=i"]),
      await run(["edit", "--jsonl", "http://h/a", "http://h/a", "--set", "host=i"]),
    ].map(({ out }) => out);
    expect(JSON.parse(json!)).toEqual(one);
    expect(JSON.parse(text!)).toEqual({ ...one, text: "i" });
    expect(JSON.parse(list!)).toEqual({ ok: true, results: [one, one] });
    expect(lines).toBe(`${JSON.stringify(one)}\n`.repeat(2));
  });

  test.each([
    [["--set", "hots=x"], 2],
    [["--set", "host"], 2],
    [["--append", "host=x"], 2],
    [["--remove", "scheme"], 2],
    [["--iterate", "port="], 2],
    [["--iterate", "port=80", "--set", "port=81"], 2],
    [["--get", "{hots}"], 2],
    [["--set", "port=65536"], 3],
    [["--set", "host=a/b"], 3],
    [["--set", "path:=/a?b"], 3],
    [["--append", "path=.."], 3],
  ])("rejects %j with status %i", async (options, status) => {
    expect(await run(["edit", "http://h/a", ...options])).toMatchObject({ status, out: "" });
  });

  test("rejects segments of an opaque path", async () => {
    expect((await run(["edit", "gopher://h/1a", "--append", "path=b"])).status).toBe(3);
    expect((await run(["edit", "mailto:joe@h.example", "--append", "path=b"])).status).toBe(3);
  });

  test("prints nothing if one of several URLs is invalid", async () => {
    expect(await run(["edit", "--strict", "http://h/", "http://h/ b"])).toMatchObject({ status: 3, out: "" });
  });

  test("neither prints nor accepts a password", async () => {
    const secret = "ftp://bob:hunter22@h/a";
    const shown = await run(["edit", "-q", secret, "--get", "{url} {password} {:password}", "--json"]);
    expect(JSON.parse(shown.out)).toMatchObject({
      url: "ftp://bob:***@h/a",
      text: "ftp://bob:***@h/a *** ***",
    });
    for (const argv of [[secret], [secret, "--set", "host=i"], ["ftp://user?x:hunter22@host/"]]) {
      const { out, err } = await run(["edit", ...argv]);
      expect(out + err).not.toContain("hunter");
    }
    for (const option of ["--set", "--iterate"]) {
      const { status, out, err } = await run(["edit", "ftp://bob@h/", option, "password=hunter22"]);
      expect(status).toBe(2);
      expect(out + err).not.toContain("hunter");
    }
  });

  // Older software reads a password where RFC 3986 reads a query, in the URL or in the result.
  test.each([
    ["ftp://user?x:hunter22@host/", ["--append", "path=a"]],
    ["ftp://user/?x:hunter22@host/", ["--remove", "path", "--get", "{query}"]],
  ])("does not print a possible password of %s with %j", async (text, options) => {
    const { status, out } = await run(["edit", "-q", text, ...options]);
    expect({ status, out }).toEqual({ status: 2, out: "" });
  });

  test("escapes control characters of decoded values", async () => {
    const { out } = await run(["edit", "http://h/a%0Ab%1B%5B0m", "--get", "{path}"]);
    expect(out.slice(0, -1)).not.toMatch(/[\n\u001b]/);
  });

  test("prints the value that was set, and changes no other component", async () => {
    const value = fc
      .array(fc.constantFrom("a", "/", "?", "#", "%", ":", "@", "&", "=", ";", "+", " ", "é"), {
        minLength: 1,
      })
      .map((each) => each.join(""));
    const names = ["user", "path", "query", "fragment"] as const;
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names), value, async (name, text) => {
        const wanted = name === "path" ? `/${text}` : text;
        const argv = ["edit", URL, "--set", `${name}=${wanted}`, "--json", "--get", `{${name}}`];
        const { result, text: got } = JSON.parse((await run(argv)).out);
        expect(got).toBe(wanted);
        const [before, after] = [tryParse(URL).url!, tryParse(result).url!];
        for (const other of ["scheme", "user", "host", "port", "path", "query", "fragment"] as const) {
          if (other !== name) expect(after[other]).toBe(before[other]);
        }
      }),
      { numRuns: 50 },
    );
  });
});
