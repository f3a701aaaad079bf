import { describe, expect, test } from "vitest";
import { run } from "./captured.ts";

const URL_WITH_ALL = "ftp://alice:s3cret@ftp.example:2121/%2Fetc//motd;type=a#top";

describe("parse", () => {
  test("prints raw components, a dash for a missing one, and decoded parts", async () => {
    const { status, out, err } = await run(["parse", "ftp://ftp.example/a%2Fb/c%20d.txt;type=I"]);
    expect({ status, err }).toEqual({ status: 0, err: "" });
    expect(out).toBe(`ftp://ftp.example/a%2Fb/c%20d.txt;type=I

scheme    ftp
user      —
password  —
host      ftp.example
port      —
path      /a%2Fb/c%20d.txt;type=I
query     —
fragment  —

cwds      ["a/b"]
name      "c d.txt"
typecode  "i"
`);
  });

  test("distinguishes missing and empty components", async () => {
    const { out } = await run(["parse", "--json", "ftp://@h:/?#"]);
    expect(JSON.parse(out)).toMatchObject({ user: "", password: null, port: "", query: "", fragment: "" });
    const bare = await run(["parse", "--json", "ftp://h/"]);
    expect(JSON.parse(bare.out)).toMatchObject({ user: null, port: null, query: null, fragment: null });
  });

  test("escapes control characters and invalid UTF-8 in a name", async () => {
    const { out } = await run(["parse", "ftp://h/%E9%1B%5B2J%C2%9B%E2%80%AE"]);
    expect(out).toContain(String.raw`"\xe9\x1b[2J\x9b\u202e"`);
    const { out: json } = await run(["parse", "--json", "ftp://h/%E9%C2%9B%E2%80%AE"]);
    expect(json).not.toMatch(/[\u0080-\uffff]/);
    expect(JSON.parse(json).parts.name).toBe("\udce9\u009b\u202e");
  });

  test("parses an unknown scheme by the generic syntax", async () => {
    const { status, out } = await run(["parse", "--json", "x-unheard:a:b?c"]);
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      ok: true,
      scheme: "x-unheard",
      host: null,
      path: "a:b",
      query: "c",
      parts: null,
    });
  });

  test("warns about a URL that is valid but never opened, with the position", async () => {
    const { status, out } = await run(["parse", "ftp://h/a%0D%0Ab"]);
    expect(status).toBe(0);
    expect(out).toContain("  ftp://h/a%0D%0Ab\n           ^^^\n  warning control-octet:");
  });

  test("hides what other software reads as a password, also in path, query, and parts", async () => {
    for (const json of [[], ["--json"]]) {
      const { out, err } = await run(["parse", ...json, "ftp://user?x:hunter22@host/"]);
      expect(out + err).not.toContain("hunter22");
    }
  });
});

describe("an invalid text", () => {
  test("is printed with carets below each problem", async () => {
    const { status, out, err } = await run(["parse", "--strict", "ftp://h/a b|c"]);
    expect({ status, out }).toEqual({ status: 3, out: "" });
    const lines = err.split("\n");
    expect(lines[1]).toBe("  ftp://h/a b|c");
    expect(lines[2]).toBe("           ^");
    expect(lines[3]).toContain("illegal-character");
    expect(lines.filter((line) => /^ +\^$/.test(line))[1]).toBe("             ^");
  });

  test("keeps the caret aligned after wide and hidden characters", async () => {
    const { err } = await run(["parse", "--strict", "ftp://bob:correcthorse@h/海 x"]);
    const [line = "", first = "", second = ""] = err
      .split("\n")
      .filter((each) => /^ {2}(ftp:| *\^)/.test(each));
    expect(line).toBe("  ftp://bob:***@h/海 x");
    expect(first.indexOf("^")).toBe(line.indexOf("海"));
    expect(first).toMatch(/\^\^$/);
    // 海 takes two columns.
    expect(second.indexOf("^")).toBe(line.indexOf("海") + 2);
  });

  test("is cut around the problem if it is long", async () => {
    const { err } = await run(["parse", `x://h/${"a".repeat(5000)} b${"c".repeat(5000)}`]);
    const [, line = "", carets = ""] = err.split("\n");
    expect(line.length).toBeLessThan(120);
    expect(line[carets.indexOf("^")]).toBe(" ");
  });

  test("is reported with --json", async () => {
    const { status, out, err } = await run(["parse", "--json", "ftp://h/x;type=q"]);
    expect({ status, err }).toEqual({ status: 3, err: "" });
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      code: "bad-ftp-type",
      problems: [{ start: 9, end: 16 }],
    });
  });

  test.each(["parse", "explain", "plan", "get", "ls"])("is rejected by %s in the same way", async (verb) => {
    expect((await run([verb, "no-colon"])).status).toBe(3);
  });
});

describe("explain", () => {
  test("draws the parts below the URL with a line for each", async () => {
    const { status, out } = await run(["explain", "ftp://ftp.example/pub//motd;type=a"]);
    expect(status).toBe(0);
    expect(out.split("\n").slice(0, 6)).toEqual([
      "ftp://ftp.example/pub//motd;type=a",
      "└┬┘   └────┬────┘ └┬┘ ╵└┬─┘      │",
      " scheme    host    │  │ name     typecode",
      "                   │  cwds[1]",
      "                   cwds[0]",
      "",
    ]);
    expect(out).toContain(
      "\ncwds[1]   (empty)      an empty segment: CWD with an empty argument, not the root  RFC 1738 §3.2.2\n",
    );
    expect(out).toContain("\n;type=                 begins typecode");
    expect(out).toContain("\n(port)    21           the scheme's default port");
    expect(out).toContain("Already in normal form.");
  });

  test("prints the normal form if it differs", async () => {
    const { out } = await run(["explain", "FTP://FTP.Example:21/%7ex"]);
    expect(out).toContain("normal form  ftp://ftp.example/~x\n");
  });

  test("wraps a long URL", async () => {
    const { out } = await run(["explain", `ftp://h/${"segment/".repeat(30)}`], {
      terminal: true,
      env: { NO_COLOR: "1" },
    });
    expect(out.split("\n").every((line) => line.length <= 100)).toBe(true);
  });

  test.each([0, 1, 10])("works on a terminal with %d columns", async (columns) => {
    for (const argv of [["explain", "ftp://ftp.example/some/where"], ["parse", "ftp://h/a b"], ["--help"]]) {
      const { out, err } = await run(argv, { terminal: true, columns, env: { NO_COLOR: "1" } });
      expect(out + err).not.toContain("unexpected fault:");
    }
  });

  test("uses color on a terminal, but not with NO_COLOR or in a pipe", async () => {
    const argv = ["explain", "ftp://h/x"];
    const esc = "\x1b[";
    expect((await run(argv, { terminal: true })).out).toContain(esc);
    expect((await run(argv, { terminal: true, env: { NO_COLOR: "1" } })).out).not.toContain(esc);
    expect((await run(argv, { terminal: true, env: { TERM: "dumb" } })).out).not.toContain(esc);
    expect((await run(argv)).out).not.toContain(esc);
  });

  test("prints the positions of the parts and no password with --json", async () => {
    const { out } = await run(["explain", "--json", URL_WITH_ALL]);
    const { url, parts, normalForm } = JSON.parse(out);
    expect(url).toBe("ftp://alice:***@ftp.example:2121/%2Fetc//motd;type=a#top");
    expect(normalForm).toBe(url);
    const components = parts.filter(({ kind }: { kind: string }) => kind === "component");
    expect(parts.map(({ raw }: { raw: string }) => raw).join("")).toBe(url);
    expect(components.map(({ name }: { name: string }) => name)).toEqual([
      "scheme",
      "user",
      "password",
      "host",
      "port",
      "cwds[0]",
      "cwds[1]",
      "name",
      "typecode",
      "fragment",
    ]);
    const cwd = parts.find(({ name }: { name: string }) => name === "cwds[0]");
    expect(URL_WITH_ALL.slice(cwd.start, cwd.end)).toBe("%2Fetc");
    expect(cwd.escapes).toMatchObject([{ raw: "%2F", octets: [0x2f], text: "/" }]);
  });

  test("prints the registration of the scheme with --json", async () => {
    const registration = async (url: string) =>
      JSON.parse((await run(["explain", "--json", url])).out).registration;
    expect(await registration("gopher://h/")).toMatchObject({ status: "permanent", reference: ["RFC 4266"] });
    expect(await registration("afs:x")).toMatchObject({
      status: "provisional",
      note: expect.stringContaining("reserved by RFC 1738 §4"),
    });
    expect(await registration("x-unheard:x")).toEqual({
      ...{ status: "experimental", description: null, reference: [], note: null, instead: [] },
    });
  });

  test("prints the IANA status of an unsupported scheme", async () => {
    const { out } = await run(["explain", "magnet:?xt=a"]);
    expect(out).toContain("The scheme magnet is not supported, so this is the generic syntax:");
    expect(out).toContain("the IANA status of the name is provisional (");
    expect((await run(["explain", "x-a:b"])).out).toContain("the status of the name is experimental.");
    expect((await run(["explain", "ftp://h/"])).out).not.toContain("is not supported");
  });

  // RFC 1738 §4 reserves these names and defines no syntax for them.
  test.each([
    ["afs://cell.example/path", "provisional (RFC 1738)"],
    ["mailserver:x", "use mailto (RFC 6196 §1)"],
    ["z39.50://h.example/x", "use z39.50r or z39.50s (RFC 2056 §3, §4)"],
  ])("explain, check, and get print what the registry says of %s", async (url, expected) => {
    for (const verb of ["explain", "check"]) {
      const { status, out } = await run([verb, url]);
      expect([status, out]).toEqual([0, expect.stringContaining(expected)]);
    }
    const { status, err } = await run(["get", url]);
    expect([status, err]).toEqual([4, expect.stringContaining(expected)]);
    const { registration } = JSON.parse((await run(["check", "--json", url])).out);
    expect(registration.note).toContain("reserved by RFC 1738 §4");
    expect((await run(["get", "x-unheard:x"])).err).not.toContain("IANA");
  });

  test("prints an HTML fragment without a password with --html, also for an invalid URL", async () => {
    const good = await run(["explain", "--html", URL_WITH_ALL]);
    expect(good.status).toBe(0);
    expect(good.out).toMatch(/^<figure class="anyurl" aria-label="The parts of ftp:\/\/alice:\*\*\*@/);
    expect(good.out).not.toContain("s3cret");
    const bad = await run(["explain", "--html", "--strict", "ftp://h/a b"]);
    expect(bad.status).toBe(3);
    expect(bad.out).toMatch(/^<figure class="anyurl" aria-label="Problems of ftp:/);
    expect(bad.out).toContain("illegal-character");
    expect(bad.err).toContain("illegal-character");
    const typed = await run(["explain", "--html", "ftp://h/a\\b"]);
    expect(typed).toMatchObject({ status: 3, out: expect.stringContaining("illegal-character") });
  });

  test("uses no color with --no-color", async () => {
    expect((await run(["explain", "--no-color", "ftp://h/x"], { terminal: true })).out).not.toContain(
      "\x1b[",
    );
  });
});

describe("plan", () => {
  test.each([
    [["data:,A"], "-- decode the content of the URL  RFC 2397 §2\nNothing is sent.\n"],
    [
      ["--option", "file=/m.eml", "cid:a@b"],
      "-- read the message in /m.eml  RFC 2392 §2\nNothing is sent.\n",
    ],
    // What the other URL sends is in its own plan.
    [["--option", "source=news:{messageId}", "mid:a@b"], "if no mailbox has the message  RFC 2392 §2\n"],
  ])("says what happens without a connection: %j", async (args, expected) => {
    expect((await run(["plan", ...args])).out.endsWith(expected)).toBe(true);
  });

  test("names the way to open a URL that is for a program", async () => {
    expect((await run(["plan", "tel:+1"])).err).toContain("anyurl open --program");
  });

  test("prints the commands with the part and the rule of each", async () => {
    const { status, out } = await run(["plan", URL_WITH_ALL, "-q"]);
    expect(status).toBe(0);
    const sent = out.split("\n").filter((line) => line.startsWith("C:"));
    expect(sent.map((line) => line.split(/\s{2,}/)[0])).toEqual([
      "C: USER alice",
      "C: PASS ***",
      "C: CWD /etc",
      "C: CWD",
      "C: TYPE A",
      "C: EPSV",
      "C: RETR motd",
      "C: QUIT",
    ]);
    expect(sent[2]).toMatch(/cwds\[0\]\s+RFC 1738 §3\.2\.2$/);
    expect(out).toContain("-- connect to ftp.example:2121");
  });

  test.each([
    ["news:comp.lang.c", "C: OVER"],
    ["news://h.example/*", "C: LIST"],
    ["nntp://h.example/comp.lang.c", "C: OVER"],
    ["news:a@b", "C: ARTICLE <a@b>"],
  ])("plans what get would do with %s", async (url, command) => {
    const { status, out } = await run(["plan", url]);
    expect([status, out]).toEqual([0, expect.stringContaining(`\n${command}`)]);
  });

  test("plans the operation of --operation", async () => {
    const { out } = await run(["plan", "--operation", "list", "ftp://h/pub/"]);
    expect(out).toMatch(/^C: (MLSD|LIST|NLST)/m);
  });

  test.each([
    ["get", "open /a (posix)"],
    ["list", "list /a (posix)"],
    ["stat", "read the metadata of /a (posix)"],
    ["put", "write /a (posix)"],
    ["append", "append to /a (posix)"],
    ["remove", "remove /a (posix)"],
    ["makeDirectory", "create the directory /a (posix)"],
  ])("says what %s does with a file", async (operation, text) => {
    const { out } = await run(["plan", "--operation", operation, "file:///a"]);
    expect(out).toContain(`-- ${text}  `);
  });

  test("rejects what opening rejects, with the position", async () => {
    const { status, out, err } = await run(["plan", "ftp://h/x%0D%0Ay"]);
    expect({ status, out }).toEqual({ status: 4, out: "" });
    expect(err).toContain("  ftp://h/x%0D%0Ay\n           ^^^\n");
    expect((await run(["plan", "ftp://user?x@host/"])).status).toBe(4);
    expect((await run(["plan", "x-unheard:abc"])).status).toBe(4);
  });

  test("prints the steps without a password with --json", async () => {
    const { out } = await run(["plan", "--json", "-q", URL_WITH_ALL]);
    const { operation, steps } = JSON.parse(out);
    expect(operation).toBe("get");
    expect(steps).toContainEqual(expect.objectContaining({ do: "send", text: "PASS ***", part: "password" }));
    expect(out).not.toContain("s3cret");
  });
});
