import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmbeddedServer, startFtpServer, startGopherServer } from "@anyurl/servers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fail, joinAnswers, succeed, writeAnswer } from "../src/json.ts";
import { VERBS } from "../src/verbs/verbs.ts";
import { capture, run } from "./captured.ts";

let ftp: EmbeddedServer;
let gopher: EmbeddedServer;
let directory: string;

beforeAll(async () => {
  [ftp, gopher] = await Promise.all([startFtpServer({ writable: "everybody" }), startGopherServer()]);
  directory = await mkdtemp(join(tmpdir(), "anyurl-json-"));
  await mkdir(join(directory, "site"));
  await writeFile(join(directory, "a.txt"), "see ftp://h.example/a");
  await writeFile(join(directory, "site", "b.txt"), "b");
  await writeFile(join(directory, "bad.json"), '{ "passwords": {} }');
});
afterAll(async () => {
  await Promise.all([ftp.close(), gopher.close(), rm(directory, { recursive: true })]);
});

const at = (path: string) => `${ftp.origin}${path}`;
const here = (name: string) => join(directory, name);
const MISSING = "/none";

/** For each command a line that succeeds, if it can with --json, and one that fails. */
const LINES: Readonly<
  Record<string, readonly [succeeds: (() => string[]) | undefined, fails: () => string[]]>
> = {
  parse: [() => ["ftp://h/a"], () => ["no"]],
  explain: [() => ["ftp://h/a"], () => ["--html", "ftp://h/a"]],
  check: [() => ["ftp://h/a"], () => ["ftp://h/a b"]],
  norm: [() => ["ftp://h/a"], () => ["no"]],
  same: [() => ["ftp://h/%61", "ftp://h/a"], () => ["ftp://h/a", "ftp://h/b"]],
  build: [() => ["ftp", "host=h", "name=a"], () => ["ftp", "nosuch=h"]],
  edit: [() => ["ftp://h/a", "ftp://h/b", "--set", "host=i"], () => ["ftp://h/a", "--set", "nosuch=i"]],
  resolve: [() => ["ftp://h/a/", "b"], () => ["no", "b"]],
  relative: [() => ["ftp://h/a", "ftp://h/b"], () => ["ftp://h/a", "no"]],
  extract: [() => [here("a.txt")], () => [here("none")]],
  plan: [() => ["ftp://h/a"], () => ["nosuch:a"]],
  get: [() => [at("/octets/lf.txt"), at("/poems/")], () => [at("/octets/lf.txt"), at(MISSING)]],
  ls: [() => [at("/poems/")], () => [at(`${MISSING}/`)]],
  cat: [() => [at("/octets/lf.txt")], () => [at(MISSING)]],
  stat: [() => [at("/octets/lf.txt")], () => [at(MISSING)]],
  search: [() => [`${gopher.origin}/7/search`, "umlaut"], () => [at("/poems/"), "tide"]],
  put: [() => [here("a.txt"), at("/put.txt")], () => [here("none"), at("/put.txt")]],
  append: [() => [here("a.txt"), at("/appended.txt")], () => [here("none"), at("/appended.txt")]],
  cp: [() => ["-r", at("/poems/"), here("poems")], () => [at(MISSING), here("none")]],
  sync: [() => [here("site"), here("copy")], () => [here("none"), here("copy")]],
  mv: [() => [at("/appended.txt"), at("/moved.txt")], () => [at(MISSING), at("/moved.txt")]],
  rm: [() => [at("/moved.txt")], () => [at(MISSING)]],
  mkdir: [() => [at("/made/")], () => [at(`${MISSING}/made/`)]],
  send: [() => ["mailto:joe@h.example?body=b"], () => ["ftp://h/a"]],
  open: [undefined, () => ["telnet://h.example/"]],
  browse: [undefined, () => ["gopher://h.example/"]],
  serve: [() => ["--quiet", "--port", "0"], () => ["--host", "0.0.0.0"]],
  schemes: [() => [], () => ["one-too-many"]],
  plugins: [() => ["list"], () => ["remove", "none", "--config", directory]],
  help: [() => ["ftp"], () => ["nosuch"]],
  doctor: [() => [], () => ["--config", here("bad.json")]],
  completion: [() => ["bash"], () => ["nosuch"]],
};

/** Runs a command, and ends it when it has printed its answer: serve runs until it is interrupted. */
function runVerb(name: string, words: readonly string[], flag = "--json") {
  const end = new AbortController();
  const onWrite = () => name === "serve" && end.abort({ signalNumber: 2 });
  return run([name, flag, ...words], { signal: end.signal, onWrite });
}

// The shape itself is checked by `run`, in all tests of the package.
describe("--json", () => {
  test("has an example of each command", () => {
    expect(Object.keys(LINES).sort()).toEqual(VERBS.map(({ name }) => name).sort());
  });

  describe.each(Object.entries(LINES))("%s", (name, [succeeds, fails]) => {
    test.runIf(succeeds !== undefined)("prints one object that is ok", async () => {
      const { status, out, err } = await runVerb(name, succeeds!());
      expect({ status, err }).toEqual({ status: 0, err: "" });
      expect(JSON.parse(out)).toMatchObject({ ok: true });
    });

    test("prints one object with the code of a failure", async () => {
      const { status, out } = await runVerb(name, fails());
      expect(status).not.toBe(0);
      expect(JSON.parse(out)).toMatchObject({ ok: false, code: expect.stringMatching(/^[a-z][a-z-]+$/) });
    });
  });
});

describe("--jsonl", () => {
  test("prints an object in each line, and fails if one of them does", async () => {
    const { out } = await runVerb("get", [at("/octets/lf.txt"), at(MISSING), at("/poems/")], "--jsonl");
    const lines = out.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).ok)).toEqual([true, false, true]);
  });

  test("prints a rejected command line as a line", async () => {
    expect((await runVerb("ls", [], "--jsonl")).out).toBe(
      `{"ok":false,"code":"usage","message":"missing required argument 'url'"}\n`,
    );
  });
});

test("a command line that is not valid has no secret in its JSON", async () => {
  const { status, out } = await run(["get", "--json", "--nosuch=s3cret"]);
  expect(status).toBe(2);
  expect(JSON.parse(out)).toEqual({ ok: false, code: "usage", message: "unknown option '--nosuch=***'" });
});

test("an interrupted command says so", async () => {
  const end = new AbortController();
  end.abort({ signalNumber: 2 });
  const { status, out, err } = await run(["get", "--json", at("/octets/lf.txt")], { signal: end.signal });
  expect({ status, err }).toEqual({ status: 130, err: "" });
  expect(JSON.parse(out)).toEqual({ ok: false, code: "interrupted", message: "interrupted" });
});

describe("an answer", () => {
  const print = (answer: Parameters<typeof writeAnswer>[0], jsonl = false) =>
    capture(async (io) => {
      await writeAnswer(answer, { jsonl }, io);
      return 0;
    });

  test("has ok first, which no member replaces", async () => {
    const members: object = { a: 1, ok: false, code: "other" };
    expect((await print(succeed(members), true)).out).toBe('{"ok":true,"a":1,"code":"other"}\n');
    expect((await print(fail("bad", members), true)).out).toBe('{"ok":false,"code":"bad","a":1}\n');
  });

  test("of several URLs fails with the first of them that does", async () => {
    const [good, bad, worse] = [succeed({ a: 1 }), fail("bad", {}), fail("worse", {})];
    expect(joinAnswers([good, good])).toEqual({ ok: true, results: [good, good] });
    expect(joinAnswers([good, bad, worse])).toEqual({ ok: false, code: "bad", results: [good, bad, worse] });
  });

  test("is written by json.ts only", async () => {
    const src = join(import.meta.dirname, "../src");
    const files = (await readdir(src, { recursive: true })).filter((name) => name.endsWith(".ts"));
    const others: string[] = [];
    for (const name of files)
      if (/\bformatJson(?:Line)?\b/.test(await readFile(join(src, name), "utf8"))) others.push(name);
    // Progress is on standard error, and %{json} of --write-out is a part of a text.
    expect(others.sort()).toEqual(["json.ts", "progress.ts", "verbs/common/write-out.ts"]);
  });
});
