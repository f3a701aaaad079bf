/** @module-tag slow */
import { existsSync } from "node:fs";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PLUGIN_LIST_NAME } from "../../src/config/plugin-list.ts";
import { type Ran, run, type World } from "../captured.ts";
import { type Folder, folderOf } from "../config/world.ts";
import { npmEnv, packedPlugins } from "./packed.ts";

const NAME = "anyurl-scheme-x-demo";
let packed: Awaited<ReturnType<typeof packedPlugins>>;
let folder: Folder;

beforeAll(async () => {
  packed = await packedPlugins();
}, 60_000);
afterAll(() => packed[Symbol.asyncDispose]());
beforeEach(async () => {
  folder = await folderOf({ "anyurl/.keep": "" });
  return () => folder[Symbol.asyncDispose]();
});

/** The user's config directory is "anyurl" in the folder. */
const anyurl = (argv: readonly string[], world: World = {}): Promise<Ran> =>
  run(argv, { ...world, env: { ...npmEnv(), XDG_CONFIG_HOME: folder.path, ...world.env } });
const add = (name: string, ...more: readonly string[]) =>
  anyurl(["plugins", "add", packed.tarball(name), "--yes", ...more]);
const home = (...names: readonly string[]) => folder.at("anyurl", ...names);
const isInstalled = (name: string) => existsSync(home("node_modules", name));

describe("plugins add", { timeout: 60_000 }, () => {
  test("installs a package without its scripts, registers it, and says what it can do", async () => {
    const added = await add(NAME);
    expect(added).toMatchObject({ status: 0, out: `added ${NAME} to ${home(PLUGIN_LIST_NAME)}\n` });
    expect(added.err.split("\n")).toEqual([
      `${NAME} 1.2.3 (MIT)`,
      "  scheme x-demo: port 7; get",
      "  network: through anyurl, under its policy",
      "  files: none declared",
      "  programs: none declared",
      "  install scripts: postinstall (not run)",
      "",
    ]);
    expect(existsSync(home("node_modules", NAME, "ran"))).toBe(false);
    expect((await anyurl(["get", "x-demo://h.example/blue"])).out).toBe("the word is blue\n");
    const listed = await anyurl(["plugins", "list", "--json"]);
    expect(JSON.parse(listed.out)).toEqual({
      ok: true,
      plugins: [{ name: NAME, version: "1.2.3", schemes: ["x-demo"], file: home(PLUGIN_LIST_NAME) }],
    });
    expect((await anyurl(["schemes"])).out).toMatch(new RegExp(`^x-demo: .* ${NAME} 1.2.3$`, "m"));

    const removed = await anyurl(["plugins", "remove", NAME]);
    expect(removed).toMatchObject({ status: 0, out: `removed ${NAME} from ${home(PLUGIN_LIST_NAME)}\n` });
    expect(isInstalled(NAME)).toBe(false);
    expect((await anyurl(["get", "x-demo://h.example/blue"])).err).toContain("unknown-scheme");
  });

  test("keeps the config file, which can be a program, and the plugins that it names", async () => {
    const program = 'export default { options: { ftp: { path: "full-path" } } };\n';
    await writeFile(home("anyurl.config.mjs"), program);
    const config = ["--config", home("anyurl.config.mjs")];
    expect(await add(NAME, ...config)).toMatchObject({ status: 0 });
    expect(await readFile(home("anyurl.config.mjs"), "utf8")).toBe(program);
    expect((await anyurl(["get", ...config, "x-demo://h.example/blue"])).status).toBe(0);
    expect((await anyurl(["plan", ...config, "ftp://h.example/a/b"])).out).toContain("RETR a/b");
  });

  test("asks at a terminal, and removes the package again if the user declines", async () => {
    const questions: string[] = [];
    const askLine = async (question: string) => {
      questions.push(question);
      return questions.length === 1 ? "n" : "y";
    };
    const argv = ["plugins", "add", packed.tarball(NAME)];
    const declined = await anyurl(argv, { askLine });
    expect(declined).toMatchObject({
      status: 9,
      err: expect.stringContaining("was not added, and was removed again"),
    });
    expect(isInstalled(NAME)).toBe(false);
    expect(existsSync(home(PLUGIN_LIST_NAME))).toBe(false);
    expect(await anyurl(argv, { askLine })).toMatchObject({ status: 0 });
    expect(questions).toEqual(Array(2).fill("Add this plugin? It runs with your rights. [y/N] "));
  });

  test("fails without a terminal and without --yes, before anything is installed", async () => {
    const { status, err } = await anyurl(["plugins", "add", packed.tarball(NAME)]);
    expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining("use --yes") });
    expect(existsSync(home("package.json"))).toBe(false);
  });

  test("says which modules of Node a package imports itself", async () => {
    const { err, out } = await add("anyurl-scheme-x-files", "--json");
    expect(err).toContain("  scheme x-files: no default port; get\n  network: none declared\n");
    expect(err).toContain("  files: without the policy of anyurl: it imports node:fs\n");
    expect(JSON.parse(out)).toMatchObject({ ok: true, modules: ["fs"], scripts: ["postinstall"] });
  });

  test.each([
    ["x-broken", "made of \\x1b[31mglass"],
    ["x-nothing", "the package exports no scheme"],
    ["x-silent", "without a report"],
    // Before the user agrees, its code reads no file outside of the packages.
    ["x-curious", "Access to this API has been restricted"],
    ["x-http", 'cannot replace the scheme "http"'],
  ])("fails with plugin-fault for %s, and keeps the plugins as they were", async (name, why) => {
    await add(NAME);
    const list = await readFile(home(PLUGIN_LIST_NAME), "utf8");
    const { status, err } = await add(name);
    expect({ status, err }).toEqual({ status: 9, err: expect.stringContaining(why) });
    expect(err).toContain(`${name}: cannot add the plugin`);
    expect([isInstalled(name), isInstalled(NAME)]).toEqual([false, true]);
    expect(await readFile(home(PLUGIN_LIST_NAME), "utf8")).toBe(list);
  });

  test("reports what the package manager says", async () => {
    const { status, err } = await anyurl(["plugins", "add", "anyurl-scheme-x-absent", "--yes"]);
    expect({ status, err }).toEqual({
      status: 9,
      err: expect.stringMatching(/^anyurl: "npm install .* failed: /),
    });
    expect(err).toContain("ECONNREFUSED");
    const none = await anyurl(["plugins", "add", packed.tarball(NAME), "--yes"], { env: { PATH: "" } });
    expect(none.err).toContain("hint: install npm");
  });

  test.each([
    ...[
      "git+https://h.example/a.git",
      "https://h.example/a.tgz",
      "user/repo",
      "file:../a",
      "../a",
      "--prefix=/",
    ],
    ...["A", "a@$(touch x)", "a@b c", "npm:a", ""],
  ])("rejects %j, which is not a package of the registry or a tarball", async (text) => {
    const { status, err } = await anyurl(["plugins", "add", "--yes", "--", text]);
    expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining("invalid package") });
  });

  test.skipIf(process.platform === "win32")("fails if another user can write the directory", async () => {
    await chmod(home(), 0o777);
    const { status, err } = await add(NAME);
    expect({ status, err }).toEqual({ status: 9, err: expect.stringContaining("writable by other users") });
    expect(existsSync(home("package.json"))).toBe(false);
  });
});

describe("a plugin list", () => {
  test.each([
    ["not JSON", "{"],
    ["a path", { plugins: ["../up"] }],
    ["other fields", { plugins: [], policy: "untrusted" }],
    ["no list", { plugins: "x-demo" }],
  ])("fails with bad-config: %s", async (_, content) => {
    await writeFile(home(PLUGIN_LIST_NAME), typeof content === "string" ? content : JSON.stringify(content));
    for (const argv of [
      ["parse", "ftp://h.example/"],
      ["plugins", "list"],
      ["plugins", "remove", NAME],
    ]) {
      const { status, out } = await anyurl([...argv, "--json"]);
      expect({ status, ...JSON.parse(out) }).toMatchObject({ status: 9, code: "bad-config" });
    }
  });

  test.skipIf(process.platform === "win32")("fails with bad-config if others can write it", async () => {
    await writeFile(home("anyurl.config.json"), "{}");
    await writeFile(home(PLUGIN_LIST_NAME), '{ "plugins": [] }');
    await chmod(home(PLUGIN_LIST_NAME), 0o666);
    const { status, err } = await anyurl(["parse", "ftp://h.example/"]);
    expect({ status, err }).toEqual({
      status: 9,
      err: expect.stringContaining("is writable by other users"),
    });
  });

  test("names a package that is not installed", async () => {
    await writeFile(home(PLUGIN_LIST_NAME), JSON.stringify({ plugins: [NAME] }));
    const { status, out } = await anyurl(["plugins", "list"]);
    expect({ status, out }).toEqual({
      status: 0,
      out: expect.stringContaining("does not load: plugin-fault"),
    });
  });

  test("does not remove a plugin that another file names", async () => {
    await writeFile(home("anyurl.config.json"), JSON.stringify({ plugins: [NAME] }));
    const { status, err } = await anyurl(["plugins", "remove", NAME]);
    expect({ status, err }).toEqual({
      status: 9,
      err: expect.stringContaining(`is not in ${home(PLUGIN_LIST_NAME)}`),
    });
  });
});
