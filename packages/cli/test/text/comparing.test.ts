import { describe, expect, test } from "vitest";
import { run } from "../captured.ts";

describe("check", () => {
  test("prints every problem under both profiles and exits with the status of the selected one", async () => {
    const text = "ftp://h.example/~joe#top";
    const { status, out, err } = await run(["check", text]);
    expect({ status, err }).toEqual({ status: 0, err: "" });
    expect(out).toMatch(/^RFC 3986: valid$/m);
    expect(out).toMatch(/^RFC 1738: invalid$/m);
    expect(out).toContain("  ftp://h.example/~joe#top\n                  ^\n  error unsafe-character:");
    expect((await run(["check", "--profile", "rfc1738", text])).status).toBe(3);
  });

  test("prints the problems with --json", async () => {
    const { status, out } = await run(["check", "--json", "ftp://h.example/a b"]);
    expect(status).toBe(3);
    const { rfc3986, rfc1738 } = JSON.parse(out);
    expect([rfc3986.ok, rfc1738.ok]).toEqual([false, false]);
    expect(rfc3986.problems[0]).toMatchObject({ code: "illegal-character", start: 17, end: 18 });
  });

  test("hides the password of an invalid URL", async () => {
    const { out, err } = await run(["check", "ftp://bob:hunter22@h/ x"]);
    expect(out + err).not.toContain("hunter");
  });
});

describe("norm", () => {
  test.each([
    [["FTP://H.example:021/a/../%7ejoe;TYPE=I"], "ftp://h.example/~joe;type=i"],
    [["--profile", "rfc1738", "ftp://h.example/a/../%7ejoe%21"], "ftp://h.example/a/../%7Ejoe!"],
    [["x-unheard:%7e%2F"], "x-unheard:~%2F"],
    [["ftp://bob:hunter22@h.example/"], "ftp://bob:***@h.example/"],
  ])("%j is %s", async (argv, normalForm) => {
    const { status, out } = await run(["norm", "-q", ...argv]);
    expect({ status, out }).toEqual({ status: 0, out: `${normalForm}\n` });
  });

  test("does not move a possible password into a visible component", async () => {
    const { status, out, err } = await run(["norm", "ftp://bob?:hunter22@h.example/"]);
    expect(status).toBe(2);
    expect(out + err).not.toContain("hunter");
  });
});

describe("same", () => {
  test("prints the level and the rules", async () => {
    const { status, out } = await run(["same", "ftp://h.example:21/%7Ejoe", "ftp://h.example/~joe"]);
    expect(status).toBe(0);
    expect(out).toMatch(/^equivalent \(level: scheme\)\n/);
    expect(out).toMatch(/RFC 3986 §6\.2\.2\.2/);
    expect(out).toMatch(/RFC 3986 §6\.2\.3/);
  });

  test("exits with its own status if the URLs differ, and prints the first difference", async () => {
    const { status, out } = await run(["same", "ftp://h.example/a%2Fb", "ftp://h.example/a/b"]);
    expect(status).toBe(10);
    expect(out).toContain('  a: "/a%2Fb"\n  b: "/a/b"\n');
  });

  test("compares up to the level of --level", async () => {
    const pair = ["ftp://h.example:21/", "ftp://h.example/"];
    expect((await run(["same", "--level", "syntax", ...pair])).status).toBe(10);
    expect((await run(["same", "--level", "scheme", ...pair])).status).toBe(0);
  });

  test("prints the position in the second text if that one is invalid", async () => {
    const { status, err } = await run(["same", "--strict", "ftp://h.example/", "ftp://h.example/%zz"]);
    expect(status).toBe(3);
    expect(err).toContain("  ftp://h.example/%zz\n                  ^\n");
  });

  test("hides the passwords of both", async () => {
    for (const json of [[], ["--json"]]) {
      const { out, err } = await run(["same", ...json, "ftp://bob:hunter22@h/", "ftp://bob:hunter33@h/"]);
      expect(out + err).not.toContain("hunter");
    }
  });
});

describe("build", () => {
  test("escapes each field for its component", async () => {
    const fields = ["host=h.example", "port=2121", "user=a:b", "cwds[]=a/b", "cwds[]=", "name=50% off.txt"];
    const { status, out } = await run(["build", "ftp", ...fields]);
    expect({ status, out }).toEqual({
      status: 0,
      out: "ftp://a%3Ab@h.example:2121/a%2Fb//50%25%20off.txt\n",
    });
  });

  test("accepts JSON for a field", async () => {
    const { out } = await run(["build", "--json", "ftp", "host=h", 'cwds:=["pub"]', "name=x", "typecode=d"]);
    expect(JSON.parse(out)).toEqual({ ok: true, url: "ftp://h/pub/x;type=d" });
  });

  test.each([
    [["http://h.example/{?q,lang}", "q=blue whale"], "http://h.example/?q=blue%20whale"],
    [
      ["ftp://{host}{/cwds*}/{name}", "host=h", "cwds[]=a/b", "cwds[]=c", "name=50%"],
      "ftp://h/a%2Fb/c/50%25",
    ],
    [["gopher://h:{port}/{?keys*}", "port=70", 'keys:={"a":1}'], "gopher://h:70/?a=1"],
  ])("expands the URI template in %j", async (argv, url) => {
    expect(await run(["build", ...argv])).toMatchObject({ status: 0, out: `${url}\n`, err: "" });
  });

  test("prints no password of a URI template", async () => {
    const { out, err } = await run(["build", "ftp://bob:hunter22@h/{x}", "x=1"]);
    expect(out).toBe("ftp://bob:***@h/1\n");
    expect(err).toMatch(/^anyurl: warning: .* password/);
    expect((await run(["build", "ftp://bob:hunter22@h{/x"])).err).not.toContain("hunter22");
  });

  test("names the place in a URI template, and its variables", async () => {
    const { err } = await run(["build", "http://h:{port}/", "port=x"]);
    expect(err).toContain("  http://h:{port}/\n           ^^^^^^\n  error bad-port: ");
    const invalid = await run(["build", "http://h/{a b}"]);
    expect(invalid.err).toMatch(/^ {12}\^\^\^\n {2}error bad-template: .*\n$/m);
    expect((await run(["build", "http://h/{a,b}", "c=1"])).err).toMatch(
      /no variable "c"\n {2}hint: use a, b\n/,
    );
  });

  test.each([
    [["http://h/{a", "a=1"], 3],
    [["http://h/{a}", "b=1"], 2],
    [["http://h/{a:1}", "a[]=1"], 3],
    [["ftp", "host=h h"], 3],
    [["ftp", "host=h", "port=soon"], 3],
    [["ftp", "host=h", "typecode=x"], 3],
    [["x-unheard", "host=h"], 3],
    [["ftp", "host=h", "cwds:=1"], 2],
  ])("exits for %j with status %i", async (argv, status) => {
    const found = await run(["build", ...argv]);
    expect({ status: found.status, out: found.out }).toEqual({ status, out: "" });
    expect(found.err).not.toMatch(/^ {4}at /m);
  });
});
