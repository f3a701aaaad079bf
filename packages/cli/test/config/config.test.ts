import { chmod, chown, rm, symlink } from "node:fs/promises";
import { relative } from "node:path";
import process from "node:process";
import { type EmbeddedServer, startFtpServer } from "@anyurl/servers";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { withLoadTimeout } from "../../src/config/load-timeout.ts";
import { readConfig } from "../../src/config/read-config.ts";
import { run } from "../captured.ts";
import { folderOf, schemeText } from "./world.ts";

let ftp: EmbeddedServer;

beforeAll(async () => {
  ftp = await startFtpServer();
});
afterAll(() => ftp.close());

const tide = () => `${ftp.origin}/poems/tide.txt`;
const sent = () => ftp.received.at(-1)!.map((line) => Buffer.from(line).toString());

describe("finding a config", () => {
  const full = { options: { ftp: { path: "full-path" } } };
  const plan = async (argv: readonly string[], env: Record<string, string> = {}) =>
    (await run(["plan", ...argv, "ftp://h.example/a/b"], { env })).out.includes("RETR a/b");

  test("uses --config, ANYURL_CONFIG, or the user's config directory", async () => {
    await using folder = await folderOf({
      "anyurl/anyurl.config.json": full,
      ".config/anyurl/anyurl.config.json": full,
      "other.json": {},
    });
    const file = folder.at("anyurl", "anyurl.config.json");
    expect(await plan(["--config", file])).toBe(true);
    expect(await plan(["--config", folder.at("anyurl")])).toBe(true);
    expect(await plan([], { ANYURL_CONFIG: file })).toBe(true);
    expect(await plan([], { ANYURL_CONFIG: folder.at("anyurl") })).toBe(true);
    expect(await plan([], { XDG_CONFIG_HOME: folder.path })).toBe(true);
    expect(await plan([], { HOME: folder.path })).toBe(true);
    const before = await run(["--config", file, "plan", "ftp://h.example/a/b"]);
    expect(before.out).toContain("RETR a/b");
    // The last --config counts, and "" means no config.
    expect((await run(["--config", file, "plan", "--config", "", "ftp://h.example/a/b"])).out).toContain(
      "RETR b",
    );
    expect(await plan(["--config", folder.at("other.json")], { ANYURL_CONFIG: file })).toBe(false);
    expect(await plan(["--config", ""], { ANYURL_CONFIG: file })).toBe(false);
    expect(await plan([], { ANYURL_CONFIG: "", HOME: folder.path })).toBe(false);
    // "If an implementation encounters a relative path … it should consider the path invalid and ignore it."
    expect(await plan([], { XDG_CONFIG_HOME: relative(process.cwd(), folder.path) })).toBe(false);
  });

  test("ignores a config in the working directory unless --config names it", async () => {
    await using folder = await folderOf({ "anyurl.config.json": full });
    const before = process.cwd;
    process.cwd = () => folder.path;
    try {
      expect(await plan([])).toBe(false);
      expect(await plan(["--config", "."])).toBe(true);
    } finally {
      process.cwd = before;
    }
  });

  test("rejects a config that others can change", async () => {
    await using folder = await folderOf({ "anyurl/anyurl.config.json": full });
    const file = folder.at("anyurl", "anyurl.config.json");
    await chmod(file, 0o666);
    const { status, err } = await run(["plan", "--config", file, "ftp://h.example/a/b"]);
    expect({ status, said: err.includes("is writable by other users") }).toEqual({ status: 9, said: true });
    // A group-writable file is accepted if the user names it, and rejected in the default directory.
    await chmod(file, 0o664);
    expect(await plan(["--config", file])).toBe(true);
    const found = await run(["plan", "ftp://h.example/a/b"], { env: { XDG_CONFIG_HOME: folder.path } });
    expect({ status: found.status, said: found.err.includes("chmod go-w") }).toEqual({
      status: 9,
      said: true,
    });
  });

  describe.runIf(process.platform !== "win32")("in a directory that others can write to", () => {
    const files = { ".config/anyurl/anyurl.config.json": full, "elsewhere/anyurl/anyurl.config.json": full };
    const home = (HOME: string) => run(["plan", "ftp://h.example/a/b"], { env: { HOME } });
    const refused = (path: string, hint: string) => ({
      status: 9,
      err: expect.stringMatching(new RegExp(`${path} .*config.*; it was not used\n  hint: ${hint}`)),
    });

    test.each([
      [".config/anyurl", 0o775],
      [".config/anyurl", 0o757],
      [".config/anyurl", 0o1777],
      [".config", 0o757],
      ["", 0o757],
    ])("fails with bad-config: ~/%s with mode %i", async (name, mode) => {
      await using folder = await folderOf(files);
      await chmod(folder.at(name), mode);
      expect(await home(folder.path)).toMatchObject(
        refused(folder.at(name), `run "chmod go-w ${folder.at(name)}"`),
      );
    });

    test("accepts a parent directory that only the group can write to, or that has the sticky bit", async () => {
      await using folder = await folderOf(files);
      await chmod(folder.at(".config"), 0o775);
      await chmod(folder.path, 0o1777);
      expect(await plan([], { HOME: folder.path })).toBe(true);
    });

    test("fails with bad-config if a link leads to such a directory", async () => {
      await using folder = await folderOf({ "elsewhere/anyurl/anyurl.config.json": full });
      await symlink(folder.at("elsewhere"), folder.at(".config"));
      expect(await plan([], { HOME: folder.path })).toBe(true);
      await chmod(folder.at("elsewhere"), 0o757);
      expect((await home(folder.path)).status).toBe(9);
    });

    test("fails with bad-config if the file is a link into such a directory", async () => {
      await using folder = await folderOf({ ...files, ".config/anyurl/anyurl.config.json": "" });
      const real = folder.at("elsewhere", "anyurl", "anyurl.config.json");
      await rm(folder.at(".config", "anyurl", "anyurl.config.json"));
      await symlink(real, folder.at(".config", "anyurl", "anyurl.config.json"));
      expect(await plan([], { HOME: folder.path })).toBe(true);
      await chmod(folder.at("elsewhere"), 0o757);
      expect(await home(folder.path)).toMatchObject(
        refused(folder.at("elsewhere"), `run "chmod go-w ${folder.at("elsewhere")}"`),
      );
    });

    test("fails with bad-config by --config, unless only its group can write", async () => {
      await using folder = await folderOf(files);
      const directory = folder.at("elsewhere", "anyurl");
      const file = folder.at("elsewhere", "anyurl", "anyurl.config.json");
      for (const named of [file, directory]) {
        await chmod(directory, 0o757);
        expect(await run(["plan", "--config", named, "ftp://h.example/a/b"])).toMatchObject(
          refused(directory, `run "chmod go-w ${directory}"`),
        );
        await chmod(directory, 0o775);
        expect(await plan(["--config", named])).toBe(true);
        // The user who names the path is responsible for its parent directories.
        await chmod(folder.at("elsewhere"), 0o757);
        expect(await plan(["--config", named])).toBe(true);
      }
    });

    test.runIf(process.getuid?.() === 0).each([".config/anyurl", ".config"])(
      "fails with bad-config: ~/%s belongs to another user",
      async (name) => {
        await using folder = await folderOf(files);
        await chown(folder.at(name), 12_345, 12_345);
        expect((await home(folder.path)).err).toMatch(/belongs to another user/);
      },
    );
  });

  test.each([
    ["that does not exist", {}, "none.json", "no such file"],
    ["directory without one", { "x/y": "" }, "x", "no config file in this directory"],
    ["directory with two", { "anyurl.config.js": "", "anyurl.config.json": "" }, ".", "two config files"],
  ])("reports a %s", async (_, files, name, said) => {
    await using folder = await folderOf(files);
    const { status, err } = await run(["parse", "--config", folder.at(name), "ftp://h.example/"]);
    expect({ status, err }).toEqual({ status: 9, err: expect.stringContaining(said) });
  });
});

describe("a config", () => {
  test("sets scheme options, which the command line overrides", async () => {
    await using folder = await folderOf({ "a.json": { options: { ftp: { path: "full-path" } } } });
    const config = ["--config", folder.at("a.json")];
    expect((await run(["get", ...config, tide()])).status).toBe(0);
    expect(sent()).toContain("RETR poems/tide.txt");
    expect((await run(["get", ...config, "--option", "path=rfc1738", tide()])).status).toBe(0);
    expect(sent()).toContain("RETR tide.txt");
  });

  test("fails if the scheme of the URL does not have an option", async () => {
    await using folder = await folderOf({ "a.json": { options: { gopher: { allowFroms: true } } } });
    const config = ["--config", folder.at("a.json")];
    for (const verb of ["get", "plan", "ls"]) {
      for (const option of [config, ["--option", "allowFroms=true"]]) {
        const { status, err } = await run([verb, ...option, "gopher://127.0.0.1:7070/1/"]);
        expect({ status, err }).toEqual({
          status: 4,
          err: expect.stringContaining('unknown gopher option "allowFroms"'),
        });
        expect(err).toContain("hint: use allowForms\n");
      }
    }
    // URLs of other schemes still open.
    expect((await run(["get", ...config, tide()])).status).toBe(0);
  });

  test("sets a policy, which --policy overrides", async () => {
    await using folder = await folderOf({
      "a.json": { policy: { allowSchemes: ["gopher"] } },
      "b.json": { policy: "untrusted" },
      "wide.json": { allowSchemes: ["ftp"] },
      "f.txt": "file\n",
    });
    const config = ["--config", folder.at("a.json")];
    expect(await run(["get", ...config, tide()])).toMatchObject({ status: 4 });
    expect((await run(["get", "--config", folder.at("b.json"), tide()])).err).toContain("port-blocked");
    expect((await run(["get", ...config, "--policy", folder.at("wide.json"), tide()])).status).toBe(0);
    // Without a policy the command opens any file; with one, only the files that it declares.
    expect((await run(["cat", `file://${folder.at("f.txt")}`])).out).toBe("file\n");
    expect((await run(["cat", "--config", folder.at("b.json"), `file://${folder.at("f.txt")}`])).status).toBe(
      4,
    );
  });

  test("sets limits, which the command line overrides", async () => {
    await using folder = await folderOf({ "a.json": { limits: { maxBytes: 10 } } });
    const config = ["--config", folder.at("a.json")];
    const { status, err } = await run(["get", ...config, tide()]);
    expect({ status, err }).toEqual({ status: 8, err: expect.stringContaining("maxBytes") });
    expect((await run(["get", ...config, "--limit", "maxBytes=1000", tide()])).status).toBe(0);
  });

  test("gateways as people type them, and says what it read", async () => {
    const host = ftp.origin.replace("ftp://", "");
    await using folder = await folderOf({
      "a.json": {
        gateways: {
          prospero: ` ${ftp.origin}/poems{+path}`,
          wais: "gw.example/ü/{url}",
          urn: `URL:ftp://${host}/{path}`,
        },
      },
      "b.json": { gateways: { wais: "no gateway/{url}" } },
      "c.json": { gateways: { wais: "./gateway/{url}" } },
    });
    const argv = ["norm", "ftp://h.example/"];
    const { status, err } = await run([...argv, "--config", folder.at("a.json")]);
    expect(status).toBe(0);
    expect(err.split("\n")).toEqual([
      `anyurl: config: read the gateway of prospero as ${ftp.origin}/poems{+path} (removed white space around the URL)`,
      'anyurl: config: read the gateway of wais as https://gw.example/%C3%BC/{url} (added the scheme "https"; percent-encoded characters that are not allowed in a URL)',
      `anyurl: config: read the gateway of urn as ftp://${host}/{path} (removed "URL:")`,
      "",
    ]);
    expect((await run([...argv, "--quiet", "--config", folder.at("a.json")])).err).toBe("");
    for (const rejected of [["b.json"], ["c.json"], ["a.json", "--strict"]]) {
      const [name = "", ...options] = rejected;
      const bad = await run([...argv, ...options, "--config", folder.at(name)]);
      expect(bad.err).toContain("config option gateways: ");
    }
  });

  test("sets the gateways that open schemes without a package", async () => {
    await using folder = await folderOf({
      "a.json": { gateways: { prospero: `${ftp.origin}/poems{+path}` } },
    });
    const { status, out } = await run([
      "get",
      "--config",
      folder.at("a.json"),
      "prospero://h.example/tide.txt",
    ]);
    expect({ status, out }).toEqual({ status: 0, out: expect.stringMatching(/^Tide/) });
  });

  test.each([
    ["not JSON", "{", "not valid JSON"],
    ["a list", "[]", "invalid config options: expected an object"],
    ["a misspelled name", { plugin: [] }, "use plugins"],
    ["an unknown field", { colour: "blue" }, "use one of: plugins, policy, gateways, options, limits"],
    ["a field that is nearly one", { polcy: "untrusted" }, "use policy"],
    ["passwords", { credentials: { user: "a", password: "hunter22" } }, "put credentials into a netrc file"],
    ["a proxy", { proxy: "http://p.example" }, "all_proxy"],
    ["plugins that are not a list", { plugins: "x-demo" }, "config option plugins: expected a list"],
    ["a bad policy", { policy: { denyAddresses: ["10.0.0.0/99"] } }, "policy option denyAddresses: "],
    ["a misspelled policy", { policy: { denyaddresses: [] } }, 'unknown policy option "denyaddresses"'],
    ["an unknown profile", { policy: "careful" }, "policy"],
    [
      "a function in JSON",
      { policy: { confirm: true } },
      "invalid policy option confirm: expected a function",
    ],
    ["a bad gateway", { gateways: { wais: "https://gw.example/{nonesuch}" } }, "config option gateways: "],
    [
      "a gateway for an invalid scheme name",
      { gateways: { "w ais": "https://gw.example/{url}" } },
      'not "w ais"',
    ],
    ["gateways in a circle", { gateways: { wais: "wais://h/{path}" } }, "form no loop"],
    ["options of an invalid scheme name", { options: { "f tp": {} } }, 'not "f tp"'],
    [
      "options that are not an object",
      { options: { ftp: true } },
      "expected an object as the options of ftp",
    ],
    ["an unknown limit", { limits: { maxLines: 1 } }, 'unknown config option "limits.maxLines"'],
    ["a property of Object.prototype as a limit", { limits: { maxLine: null } }, "maxLine"],
  ])("fails before anything is sent with %s", async (_, content, said) => {
    await using folder = await folderOf({ "a.json": content });
    const connections = ftp.received.length;
    for (const verb of ["get", "parse"]) {
      const { status, out, err } = await run([verb, "--config", folder.at("a.json"), tide()]);
      expect({ status, out, err }).toEqual({ status: 9, out: "", err: expect.stringContaining(said) });
      expect(err).not.toContain("hunter22");
    }
    const { out } = await run(["get", "--json", "--config", folder.at("a.json"), tide()]);
    expect(JSON.parse(out)).toMatchObject({ ok: false, code: "bad-config" });
    expect(ftp.received.length).toBe(connections);
  });

  test.each([
    ["no default export", "export const plugins = [];", "missing default export"],
    ["a failure", 'throw new Error("out of order");', "out of order"],
    ["a missing module", 'import "nonesuch"; export default {};', "nonesuch"],
  ])("fails with %s", async (_, content, said) => {
    await using folder = await folderOf({ "a.js": content, "package.json": { type: "module" } });
    const { status, err } = await run(["parse", "--config", folder.at("a.js"), "ftp://h.example/"]);
    expect({ status, err }).toEqual({ status: 9, err: expect.stringContaining(said) });
    expect(err).not.toMatch(/^ {4}at /m);
  });

  test("fails if the file name has an unknown suffix", async () => {
    await using folder = await folderOf({ "a.yaml": "plugins: []" });
    const { status, err } = await run(["parse", "--config", folder.at("a.yaml"), "ftp://h.example/"]);
    expect({ status, err }).toEqual({ status: 9, err: expect.stringContaining("JavaScript, or JSON") });
  });

  test("can be TypeScript if Node supports it, and otherwise fails with the required version", async () => {
    await using folder = await folderOf({
      "a.ts": `const path: string = "full-path"; export default { options: { ftp: { path } } };`,
    });
    const argv = ["plan", "--config", folder.at("a.ts"), "ftp://h.example/a/b"];
    expect((await run(argv)).out).toContain("RETR a/b");
    await expect(readConfig(folder.at("a.ts"), { typescript: false })).rejects.toMatchObject({
      code: "bad-config",
      message: expect.stringContaining("22.18"),
      hint: expect.stringContaining("anyurl.config.js"),
    });
  });
});

test("loading a config times out after 10 s", async () => {
  vi.useFakeTimers();
  try {
    const outcome = withLoadTimeout(new Promise(() => {})).catch((error: Error) => error.message);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await outcome).toBe("loading timed out after 10 s");
    expect(await withLoadTimeout(Promise.resolve(5))).toBe(5);
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

describe("a plugin of a config", () => {
  const config = (plugins: string) => ({ "a.mjs": `export default { plugins: [${plugins}] };` });

  test("works with every verb", async () => {
    await using folder = await folderOf(config(schemeText("x-word")));
    const option = ["--config", folder.at("a.mjs")];
    const url = "x-word://h.example/blue";
    expect((await run(["parse", "--json", ...option, url])).out).toContain('"word": "blue"');
    expect((await run(["build", ...option, "x-word", "host=h.example", "word=blue"])).out).toBe(`${url}\n`);
    expect((await run(["norm", ...option, "X-WORD://h.example/blue"])).out).toBe(`${url}\n`);
    expect((await run(["get", ...option, url])).out).toBe("the word is blue\n");
    expect((await run(["cat", ...option, url])).out).toBe("the word is blue\n");
    expect((await run(["schemes", ...option])).out).toMatch(/^x-word:\s+7\s+get\s/m);
    for (const verb of ["explain", "check", "same"])
      expect((await run([verb, ...option, url, ...(verb === "same" ? [url] : [])])).status).toBe(0);
    expect((await run(["get", url])).status).toBe(4);
  });

  test.each([
    ["not a scheme", "5", "expected a scheme or a package name", []],
    ["a definition without defineScheme", '{ name: "x-word" }', "use defineScheme", []],
    ["a name with capitals", schemeText("X-Word"), "invalid scheme name", []],
    [
      "the name of another scheme",
      schemeText("gopher"),
      'the scheme name "gopher" is already taken',
      ["gopher"],
    ],
    ["invalid rules", schemeText("x-odd", "cite: [1],"), "invalid cite: expected strings", ["x-odd"]],
    ["invalid examples", schemeText("x-odd", "examples: [null],"), "invalid examples", ["x-odd"]],
    ["the name of http", schemeText("http"), 'a plugin cannot replace the scheme "http"', ["http"]],
    ["the name of file", schemeText("file"), 'a plugin cannot replace the scheme "file"', ["file"]],
    [
      "a scheme that cannot be inspected",
      "new Proxy({}, { get() { throw new Error() } })",
      "cannot inspect",
      [],
    ],
    ["a missing package", '"anyurl-x-none"', "anyurl-x-none", []],
    ["a path", '"../x.js"', "not a package name", []],
    ["a path, with a hint", '"../x.js"', "hint: import the file in anyurl.config.ts", []],
    ["a URL", '"data:text/javascript,export default 1"', "not a package name", []],
  ])("is reported and skipped, and the others work: %s", async (_, plugin, said) => {
    await using folder = await folderOf(config(`${schemeText("x-one")}, ${plugin}, ${schemeText("x-two")}`));
    const option = ["--config", folder.at("a.mjs")];
    for (const url of ["x-one://h.example/a", "x-two://h.example/a"]) {
      const { status, out, err } = await run(["get", ...option, url]);
      expect({ status, out }).toEqual({ status: 0, out: "the word is a\n" });
      expect(err).toMatch(/^anyurl: warning: (?:plugin-fault|scheme-taken): /);
      expect(err).toContain(said);
    }
    expect((await run(["get", ...option, tide()])).status).toBe(0);
    expect((await run(["get", "--quiet", ...option, tide()])).err).toBe("");
    const { out } = await run(["get", "--json", ...option, "x-three://h.example/a"]);
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      code: expect.stringMatching(/plugin-fault|unknown-scheme/),
    });
  });

  test.each([
    ["is not built", "./dist/index.js", "export {};"],
    ["lacks a dependency", "./index.js", 'import "anyurl-x-none";'],
  ])("is built or completed, not installed again, if it is installed and %s", async (_, exports, code) => {
    await using folder = await folderOf({
      "a.json": { plugins: ["x-unbuilt"] },
      "node_modules/x-unbuilt/package.json": { name: "x-unbuilt", type: "module", exports },
      "node_modules/x-unbuilt/index.js": code,
    });
    const { err } = await run(["parse", "--config", folder.at("a.json"), "x-one:a"]);
    expect(err).toContain("hint: build x-unbuilt, and install its dependencies");
    expect(err).not.toContain("npm install");
  });

  test("does not affect other plugins if it fails later", async () => {
    const broken = schemeText("x-broken", 'parse() { throw new Error("broken"); },');
    await using folder = await folderOf(config(`${broken}, ${schemeText("x-word")}`));
    const option = ["--config", folder.at("a.mjs")];
    const { status, err } = await run(["get", ...option, "x-broken://h.example/a"]);
    expect({ status, err }).toEqual({ status: 1, err: expect.stringContaining("plugin-fault") });
    expect((await run(["get", ...option, "x-word://h.example/a"])).status).toBe(0);
    const lost = schemeText("x-lost", 'access: async () => { throw new Error("gone"); },');
    await using other = await folderOf(config(`${lost}, ${schemeText("x-word")}`));
    const { out } = await run(["schemes", "--config", other.at("a.mjs")]);
    expect(out).toMatch(/^x-word:\s+7\s+get\s/m);
    expect(out).toMatch(/^x-lost:.*gone/m);
  });
});
