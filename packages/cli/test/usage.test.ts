import { describe, expect, test } from "vitest";
import { EXIT } from "../src/exit.ts";
import { VERBS } from "../src/verbs/verbs.ts";
import { run, type World } from "./captured.ts";

const LOADED = await Promise.all(VERBS.map(async ({ name, load }) => ({ name, verb: (await load()).verb })));
const NAMES = LOADED.map(({ name }) => name);
const OPENING_VERBS = LOADED.filter(({ verb }) => verb.opens === true)
  .map(({ name }) => name)
  .filter((name) => name !== "serve");
const OTHER_VERBS = NAMES.filter((name) => !OPENING_VERBS.includes(name));

describe("help", () => {
  test("prints every verb and every exit status on standard output", async () => {
    const { status, out, err } = await run(["--help"]);
    expect({ status, err }).toEqual({ status: 0, err: "" });
    for (const verb of NAMES) expect(out).toMatch(new RegExp(`^ {2}${verb}\\b`, "m"));
    for (const [code, meaning] of EXIT) expect(out).toContain(`${String(code).padStart(5)}  ${meaning}\n`);
  });

  test.each(NAMES)("%s --help contains valid examples", async (verb) => {
    const { status, out } = await run([verb, "--help"]);
    expect(status).toBe(0);
    const examples = out.split("Examples:\n")[1]!.trim().split("\n");
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      expect(example.trim()).toMatch(new RegExp(`^(?:[a-z ]+ \\| )?anyurl ${verb}\\b`));
      const url = /[a-z]+:\/\/[^"\s]+/.exec(example)?.[0].replace(/"$/, "");
      if (url !== undefined) expect((await run(["parse", url])).status).toBe(0);
    }
  });

  test.each(OPENING_VERBS)("%s has all network options", async (verb) => {
    const { out } = await run([verb, "--help"]);
    for (const option of [
      ...["--json", "--quiet", "--verbose", "--netrc", "--netrc-file <file>", "--retry <times>"],
      ...["--max-time <seconds>", "--any-port", "--option <name=value>", "--policy <file>", "--proxy <url>"],
      ...["--insecure", "--transcript", "--limit <name=value>", "--connect-timeout <seconds>"],
      ...["--reply-timeout <seconds>", "--idle-timeout <seconds>"],
    ])
      expect(out).toContain(`${option} `);
    expect(out.replace(/\s+/g, " ")).toContain(
      "An attacker on the network path can read and change everything",
    );
  });

  test.each(OTHER_VERBS)("%s has no network options", async (verb) => {
    expect((await run([verb, "--help"])).out).not.toMatch(/--insecure|--proxy |--netrc/);
  });

  test.each(NAMES)("%s has --json, --quiet, --config and --no-color", async (verb) => {
    const { out } = await run([verb, "--help"]);
    for (const option of ["--json ", "-q, --quiet ", "--config <file> ", "--no-color "])
      expect(out).toContain(`  ${option}`);
  });

  test("uses color in a pipe with --color=always or FORCE_COLOR, and nowhere with --color=never", async () => {
    const argv = ["parse", "ftp://h.example/"];
    const isColored = async (more: readonly string[], world: World) =>
      (await run([...argv, ...more], world)).out.includes("\x1b[");
    expect(await isColored([], {})).toBe(false);
    expect(await isColored(["--color", "always"], {})).toBe(true);
    expect(await isColored(["--color=always"], { env: { NO_COLOR: "1" } })).toBe(true);
    expect(await isColored([], { env: { FORCE_COLOR: "1", NO_COLOR: "1" } })).toBe(true);
    expect(await isColored([], { terminal: true, env: { FORCE_COLOR: "0" } })).toBe(false);
    expect(await isColored(["--color=never"], { terminal: true, env: { FORCE_COLOR: "1" } })).toBe(false);
    expect(await isColored(["--color=auto"], { terminal: true })).toBe(true);
    expect((await run([...argv, "--color=blue"])).status).toBe(2);
  });

  test("uses no color with --no-color or NO_COLOR", async () => {
    const argv = ["parse", "ftp://h.example/"];
    expect((await run(argv, { terminal: true })).out).toContain("\x1b[");
    expect((await run([...argv, "--no-color"], { terminal: true })).out).not.toContain("\x1b[");
    expect((await run(argv, { terminal: true, env: { NO_COLOR: "1" } })).out).not.toContain("\x1b[");
    const failing = await run(["get", "--no-color", "x-none://h.example/"], { terminal: true });
    expect(failing.err).not.toContain("\x1b[");
  });

  test("prints the version of the package with --version", async () => {
    const { out } = await run(["--version"]);
    expect(out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe("an invalid command line", () => {
  test.each([
    [[]],
    [["bogus"]],
    [["parse"]],
    [["parse", "--bogus", "ftp://h/"]],
    [["parse", "ftp://h/", "ftp://i/"]],
    [["get", "--max-time", "soon", "ftp://h/"]],
    [["get", "--max-time", "0", "ftp://h/"]],
    [["get", "--idle-timeout", "0", "ftp://h/"]],
    [["get", "--limit", "maxLine", "ftp://h/"]],
    [["get", "-O", "-o", "x", "ftp://h/x"]],
    [["get", "-O", "ftp://h/"]],
    [["help", "nonesuch"]],
    [["help", "get", "put"]],
    [["completion"]],
    [["completion", "tcsh"]],
    [["doctor", "ftp://h/"]],
    [["get", "--range", "5", "ftp://h/x"]],
    [["get", "--range", "5-4", "ftp://h/x"]],
    [["get", "--range", "-5", "ftp://h/x"]],
    [["get", "--retry", "-1", "ftp://h/x"]],
    [["get", "--retry", "often", "ftp://h/x"]],
    [["parse", "-ftp://h/"]],
    [["parse", "--", "-ftp://h/"]],
    [["get", "--", "--output=x"]],
    [["same", "ftp://h/"]],
    [["same", "--level", "protocol", "ftp://h/", "ftp://h/"]],
    [["norm", "--profile", "whatwg", "ftp://h/"]],
    [["build", "ftp", "host"]],
    [["cat"]],
    [["stat"]],
    [["search", "gopher://h/7/x"]],
    [["put", "x"]],
    [["append", "ftp://h/x"]],
    [["cp", "ftp://h/x"]],
    [["cp", "", "ftp://h/x"]],
    [["cp", "-", "-"]],
    [["cp", "-r", "-", "ftp://h/"]],
    [["cp", "-r", "ftp://h/x", "ftp://h/y/"]],
    [["cp", "-r", "ftp://h/x/", "ftp://h/y"]],
    [["cp", "ftp://h/", "ftp://h/y/"]],
    [["cp", "--", "ftp://h/x", "-x"]],
    [["cp", "--option", "tls=none", "ftp://h/x", "nntp://h/a.b/1"]],
    [["mv", "ftp://h/x"]],
    [["rm"]],
    [["mkdir"]],
    [["resolve", "ftp://h/"]],
    [["relative", "ftp://h/"]],
    [["get", "--option", "tls", "ftp://h/"]],
    [["get", "--option", "9=1", "ftp://h/"]],
    [["get", "--proxy", "ftp://proxy", "ftp://h/"]],
    [["get", "--recursive", "ftp://h/"]],
    [["get", "--recursive", "--resume", "-o", "x", "ftp://h/"]],
    [["get", "--resume", "-o", "-", "ftp://h/x"]],
    [["plan", "--insecure", "ftp://h/"]],
    [["extract", "a", "b"]],
    [["schemes", "ftp"]],
    [["build", "ftp", "host=h", "cwds=pub"]],
    [["build", "ftp", "host=h", "cwds:=[1"]],
    [["build", "ftp", "host=h", "user=u", "password=secret22"]],
  ])("exits with 2 and prints the reason: %j", async (argv) => {
    const { status, out, err } = await run(argv);
    expect({ status, out }).toEqual({ status: 2, out: "" });
    expect(err).not.toBe("");
    expect(err).not.toMatch(/^ {4}at /m);
  });

  test("suggests the intended field if build gets an unknown one", async () => {
    const { status, out, err } = await run(["build", "news", "group=comp.lang.c"]);
    expect({ status, out }).toEqual({ status: 3, out: "" });
    expect(err).toContain('unknown-field: unknown field "group" in URLs of news');
    expect(err).toContain("hint: use newsgroupName");
  });

  test("hides the password in an argument that begins with -", async () => {
    const { status, err } = await run(["parse", "--", "-ftp://bob:hunter22hunter22@h/"]);
    expect(status).toBe(2);
    expect(err).not.toContain("hunter");
  });

  test("prints a hint for a URL without a verb and hides its password", async () => {
    const { status, err } = await run(["ftp://bob:hunter22@h/"]);
    expect(status).toBe(2);
    expect(err).toContain("anyurl explain");
    expect(err).not.toContain("hunter22");
  });
});

describe("a password on the command line", () => {
  test("causes a warning unless --quiet is set", async () => {
    expect((await run(["parse", "ftp://bob:hunter22@h/"])).err).toContain("ANYURL_PASSWORD");
    expect((await run(["parse", "-q", "ftp://bob:hunter22@h/"])).err).toBe("");
    expect((await run(["parse", "ftp://bob@h/"])).err).toBe("");
  });
});
