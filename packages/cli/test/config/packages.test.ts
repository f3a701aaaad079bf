/** @module-tag slow */
import { spawn } from "node:child_process";
import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { expect, test } from "vitest";
import { bundled } from "../bundled.ts";
import { type Folder, folderOf } from "./world.ts";

const PACKAGES = join(import.meta.dirname, "../../..");
const BIN = bundled().command;

/** A plugin as a published package contains it; it imports the core. */
const DEMO = `
  import { AccessError, defineScheme } from "@anyurl/core";
  export const xDemo = defineScheme({
    name: "x-demo",
    cite: ["RFC 3986"],
    parse: ({ path }, report) => {
      if (path === "/bad") report({ code: "bad-path", message: "bad", component: "path", start: 0, end: 1, cite: "none" });
      return { word: path.slice(1) };
    },
    format: ({ host, word }) => \`x-demo://\${host}/\${word}\`,
    examples: [{ url: "x-demo://h.example/blue", title: "a word" }],
    options: { name: "x-word", declarations: { loud: { type: "boolean", default: false, description: "in capital letters" } }, defaults: { loud: false } },
    access: async () => ({
      async get({ parts: { word } }, { options }) {
        if (word === "none") throw new AccessError("not-found", "there is no such word");
        const text = options.loud === true ? word.toUpperCase() : word;
        return { kind: "file", body: (async function* () { yield new TextEncoder().encode(text + "\\n"); })() };
      },
    }),
  });
`;

const manifest = (name: string, more: object) => ({ name, version: "1.0.0", type: "module", ...more });

/** A directory in which two plugins and the core are installed. */
async function installed(files: Readonly<Record<string, unknown>>): Promise<Folder> {
  const schemes = { anyurl: { schemes: ["x-demo"] } };
  const folder = await folderOf({
    "node_modules/anyurl-x-demo/package.json": manifest("anyurl-x-demo", { main: "./index.js", ...schemes }),
    "node_modules/anyurl-x-demo/index.js": DEMO,
    // Only for import, with nested conditions.
    "node_modules/@me/x-esm/package.json": manifest("@me/x-esm", {
      exports: { ".": { types: "./none.d.ts", browser: "./none.js", import: { default: "./lib/index.js" } } },
    }),
    "node_modules/@me/x-esm/lib/index.js": DEMO.replaceAll("x-demo", "x-esm"),
    "node_modules/x-broken/package.json": manifest("x-broken", {
      main: "./index.js",
      anyurl: { schemes: ["x-broken"] },
    }),
    "node_modules/x-broken/index.js": 'throw new Error("made of glass");',
    "node_modules/x-nothing/package.json": manifest("x-nothing", { main: "./index.js" }),
    "node_modules/x-nothing/index.js": "export const nothing = 1;",
    ...files,
  });
  await mkdir(folder.at("node_modules", "@anyurl"), { recursive: true });
  // A plugin's own copy of the core, as a separate installation has it.
  // Node strips no types below node_modules.
  const core = folder.at("core");
  await symlink(core, folder.at("node_modules", "@anyurl", "core"));
  await cp(join(PACKAGES, "core", "src"), join(core, "lib"), { recursive: true });
  const { name, exports } = JSON.parse(await readFile(join(PACKAGES, "core", "package.json"), "utf8"));
  const text = JSON.stringify({ name, type: "module", exports: sourceOf(exports) }).replaceAll(
    "./src/",
    "./lib/",
  );
  await writeFile(join(core, "package.json"), text);
  await symlink(join(PACKAGES, "anyurl"), folder.at("node_modules", "anyurl"));
  return folder;
}

/** Each export resolves to its source. */
function sourceOf(exports: Readonly<Record<string, unknown>>): object {
  const entries = Object.entries(exports).map(([path, target]) => {
    const { "anyurl-source": source = target } = target as { readonly "anyurl-source"?: unknown };
    return [path, source];
  });
  return Object.fromEntries(entries);
}

async function anyurl(argv: readonly string[], cwd: string) {
  const env = { PATH: process.env["PATH"], HOME: cwd };
  const child = spawn(process.execPath, ["-C", "anyurl-source", BIN, ...argv], { cwd, env });
  const text = { out: "", err: "" };
  child.stdout.on("data", (octets) => {
    text.out += String(octets);
  });
  child.stderr.on("data", (octets) => {
    text.err += String(octets);
  });
  const status = await new Promise((resolve) => child.on("close", resolve));
  return { status, ...text };
}

test("resolves plugins from the directory of the config, by name or by value, in JSON and in TypeScript", {
  timeout: 60_000,
}, async () => {
  await using folder = await installed({
    "a.json": { plugins: ["anyurl-x-demo", "@me/x-esm"], options: { "x-esm": { loud: true } } },
    "b.ts": `
      import { defineConfig } from "anyurl";
      import { xDemo } from "anyurl-x-demo";
      const plugins = [xDemo] as const;
      export default defineConfig({ plugins, options: { "x-demo": { loud: true } } });
    `,
  });
  const json = ["--config", "a.json"];
  expect(await anyurl(["get", ...json, "x-demo://h.example/blue"], folder.path)).toEqual({
    ...{ status: 0, out: "blue\n", err: "" },
  });
  expect((await anyurl(["get", ...json, "x-esm://h.example/blue"], folder.path)).out).toBe("BLUE\n");
  expect((await anyurl(["get", "--config", "b.ts", "x-demo://h.example/blue"], folder.path)).out).toBe(
    "BLUE\n",
  );
  // Errors of the plugin keep their class, because it uses the same core.
  expect((await anyurl(["get", ...json, "x-demo://h.example/none"], folder.path)).status).toBe(5);
  expect((await anyurl(["parse", ...json, "x-demo://h.example/bad"], folder.path)).status).toBe(3);
});

test("lets a plugin with its own copy of the core override a scheme", async () => {
  const gopher = (wrapped: string) => `
    import { defineScheme, override } from "@anyurl/core";
    const mine = defineScheme({
      name: "gopher",
      cite: ["RFC 4266"],
      parse: () => ({ mine: "mine" }),
      format: () => "gopher://h.example/",
      describe: () => [],
      examples: [{ url: "gopher://h.example/", title: "mine" }],
    });
    export default { plugins: [${wrapped}] };`;
  await using folder = await installed({
    "a.mjs": gopher("override(mine)"),
    "b.mjs": gopher("mine"),
  });
  const mine = await anyurl(["parse", "--config", "a.mjs", "gopher://h.example/"], folder.path);
  expect(mine).toMatchObject({ status: 0, out: expect.stringMatching(/^mine\s+"mine"/m), err: "" });
  const schemes = await anyurl(["schemes", "--config", "a.mjs"], folder.path);
  expect(schemes.out).toMatch(/^gopher: .* plugin 1 of the config file$/m);
  const taken = await anyurl(["parse", "--config", "b.mjs", "gopher://h.example/"], folder.path);
  expect(taken.err).toContain("scheme-taken");
  expect(taken.out).toMatch(/^gophertype\s/m);
});

test("names a plugin that does not load, and its URLs fail with the reason", async () => {
  await using folder = await installed({
    "a.json": { plugins: ["x-broken", "x-nothing", "x-absent", "anyurl-x-demo"] },
  });
  const well = await anyurl(["get", "--config", "a.json", "x-demo://h.example/blue"], folder.path);
  expect(well).toMatchObject({ status: 0, out: "blue\n" });
  expect(well.err).toContain('plugin-fault: "x-broken": Error: made of glass');
  expect(well.err).toContain('plugin-fault: "x-nothing": TypeError: the package exports no scheme');
  expect(well.err).toContain(`npm install --prefix ${folder.path} x-absent`);
  const lost = await anyurl(["get", "-q", "--config", "a.json", "x-broken://h.example/"], folder.path);
  expect(lost.status).toBe(1);
  expect(lost.err).toContain("made of glass");
});

test("ignores a config file in the working directory", async () => {
  await using folder = await installed({
    "anyurl.config.ts": 'process.stdout.write("taken over\\n"); export default {};',
  });
  const alone = await anyurl(["parse", "ftp://h.example/a"], folder.path);
  expect(alone).toMatchObject({ status: 0, out: expect.not.stringContaining("taken over") });
  const asked = await anyurl(["parse", "--config", ".", "ftp://h.example/a"], folder.path);
  expect(asked.out).toContain("taken over");
});

test("reports a syntax error in a config on one line", async () => {
  await using folder = await installed({ "a.ts": "export default {" });
  const { status, err } = await anyurl(["parse", "--config", "a.ts", "ftp://h.example/a"], folder.path);
  expect({ status, lines: err.trim().split("\n").length }).toEqual({ status: 9, lines: 1 });
  expect(err).toContain("SyntaxError");
});
