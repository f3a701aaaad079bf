/**
 * Rehearses a release on loopback: writes the versions in a copy of the workspace, publishes all packages to a registry
 * of its own, installs them with each package manager, and imports each. Before, it publishes one scheme and its core of a
 * minor version earlier, and then uses this scheme with the release (docs/adr/0018-two-copies-of-core.md). Build the
 * workspace first.
 *
 *   node tools/release/rehearse.ts
 */
import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { installPrograms } from "../scripts/install-programs.ts";
import { startRegistry } from "./registry.ts";

const ROOT = join(import.meta.dirname, "../..");
const PROGRAMS = join(ROOT, "node_modules/.cache/anyurl-release");
const CHANGESET = join(ROOT, "node_modules/@changesets/cli/bin.js");
/** The scheme of the earlier version. */
const PLUGIN = "@anyurl/scheme-gopher";
/** Prints some parts of a URL. */
const USE = `
const { parse } = await import("anyurl");
const { scheme, port, path } = parse("ftp://h.example:2121/a");
console.log(scheme, port, path);
`;
/** A program with a scheme of another version, which finds and does not find a document. */
const TWO_VERSIONS = `
import { createAnyurl } from "anyurl";
import { isAccessError, override } from "@anyurl/core";
import { gopher } from "@anyurl/scheme-gopher";
import { folder, startGopherServer } from "@anyurl/servers";

const server = await startGopherServer({ root: folder({ "poem.txt": "tide" }) });
const anyurl = createAnyurl({ schemes: [override(gopher)] });
const url = anyurl.parse(\`\${server.origin}/0/poem.txt\`);
const failed = await anyurl.get(\`\${server.origin}/0/no%09%09+\`).catch((error) => error);
const text = await (await anyurl.get(url)).text();
console.log(gopher.is(url), failed.code, text.trim(), isAccessError(failed));
await server.close();
`;
/**
 * The command line of each package manager that installs what package.json names. npm itself comes with Node. None of them
 * builds the optional addon of ssh2.
 */
const MANAGERS: Readonly<Record<string, () => readonly string[]>> = {
  npm: () => ["npm", "install", "--ignore-scripts", "--loglevel=error"],
  pnpm: () => [bin("pnpm", "pnpm"), "install"],
  yarn: () => [process.execPath, bin("@yarnpkg/cli-dist", "yarn"), "install", "--no-immutable"],
  bun: () => [findBun(), "install"],
};
const start = performance.now();
const place = mkdtempSync(join(tmpdir(), "anyurl-rehearsal-"));
/** Nothing of the npm that runs this script, and no configuration of the user, which could name another registry. */
const env: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && !/^(?:npm|pnpm|yarn|bun)_|^INIT_CWD$/i.test(entry[0]),
    ),
  ),
  HOME: join(place, "home"),
  npm_config_cache: join(place, "npm-cache"),
};

try {
  const { stdout: upstream } = await promisify(execFile)("npm", ["config", "get", "registry"], { cwd: ROOT });
  const manifest = join(import.meta.dirname, "programs.json");
  if (await installPrograms(manifest, PROGRAMS)) said("programs installed");
  env["npm_execpath"] = bin("pnpm", "pnpm");
  mkdirSync(join(place, "registry"));
  mkdirSync(join(place, "home"));
  await using registry = await startRegistry(
    join(PROGRAMS, "node_modules/verdaccio/bin/verdaccio"),
    upstream.trim(),
    join(place, "registry"),
  );
  if (new URL(registry.url).hostname !== "127.0.0.1") throw new Error("the registry is not on loopback");
  // npm sends a token even where none is needed.
  const npmrc = `registry=${registry.url}\n//${new URL(registry.url).host}/:_authToken=none\naudit=false\nfund=false\n`;
  writeFileSync(join(place, "home/.npmrc"), npmrc);
  Object.assign(env, {
    npm_config_registry: registry.url,
    pnpm_config_registry: registry.url,
    YARN_NPM_REGISTRY_SERVER: registry.url,
    YARN_UNSAFE_HTTP_WHITELIST: "127.0.0.1",
    BUN_CONFIG_REGISTRY: registry.url,
  });

  const copy = copyWorkspace(npmrc);
  const publish = (...names: readonly string[]) =>
    run(
      process.execPath,
      [join(ROOT, "tools/release/publish.ts"), "--registry", registry.url, "--root", copy, ...names],
      copy,
    );
  await run(process.execPath, [CHANGESET, "version"], copy);
  const earlier = versionsOf(copy);
  await publish("@anyurl/core", PLUGIN);
  await raiseVersions(copy, earlier);
  await publish();
  const versions = versionsOf(copy);
  said(`${versions.size} packages published`);
  for (const [folder, { name }] of manifestsOf(copy)) {
    if (!existsSync(join(copy, "packages", folder, "CHANGELOG.md")))
      throw new Error(`${name} has no changelog: add a changeset for it`);
  }
  // Two at a time: an install waits for the disk and the registry.
  const jobs = [
    ...Object.keys(MANAGERS).map((manager) => () => installAndImport(manager, versions)),
    () => usePluginOf(earlier, versions),
  ];
  const work = async () => {
    for (let next = jobs.shift(); next !== undefined; next = jobs.shift()) await next();
  };
  const ended = await Promise.allSettled([work(), work()]);
  for (const each of ended) if (each.status === "rejected") throw each.reason;
} finally {
  rmSync(place, { recursive: true, force: true, maxRetries: 5 });
}

/** Copies what a release needs. The links in node_modules are relative, so they lead to packages of the copy. */
function copyWorkspace(npmrc: string): string {
  const copy = join(place, "copy");
  const isLeftOut = (path: string) => ["test", ".cache", ".turbo"].includes(basename(path));
  cpSync(join(ROOT, "packages"), join(copy, "packages"), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !isLeftOut(path),
  });
  for (const name of ["package.json", "pnpm-workspace.yaml", "pnpm-lock.yaml", "LICENSE", ".changeset"])
    cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  // What the packages run before they are packed.
  for (const name of ["docs", "tools/scripts/copy-docs.mjs"])
    cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  writeFileSync(join(copy, ".npmrc"), npmrc);
  return copy;
}

/** Writes the next minor version of all packages, as a release after this one would. */
async function raiseVersions(copy: string, versions: ReadonlyMap<string, string>): Promise<void> {
  const head = [...versions.keys()].map((name) => `"${name}": minor\n`).join("");
  writeFileSync(join(copy, ".changeset/next.md"), `---\n${head}---\n\nThe next release.\n`);
  await run(process.execPath, [CHANGESET, "version"], copy);
}

/** Returns the path of a program of an installed package. */
function bin(name: string, program: string): string {
  const folder = join(PROGRAMS, "node_modules", name);
  const { bin: bins } = readJson(folder) as { readonly bin: string | Readonly<Record<string, string>> };
  return join(folder, typeof bins === "string" ? bins : bins[program]!);
}

/** The package of bun has a script that puts the binary of this platform in place; it does not run here. */
function findBun(): string {
  const scope = join(PROGRAMS, "node_modules/@oven");
  const [folder] = readdirSync(scope).filter((name) => name.startsWith("bun-"));
  return join(scope, folder!, "bin", process.platform === "win32" ? "bun.exe" : "bun");
}

async function installAndImport(manager: string, versions: ReadonlyMap<string, string>): Promise<void> {
  const [program, ...args] = MANAGERS[manager]!();
  const folder = makeFolder(`with-${manager}`, Object.fromEntries(versions));
  // The packages are a few seconds old. pnpm fails if it is not told that scripts do not run.
  const pnpm = "minimumReleaseAge: 0\nallowBuilds:\n  cpu-features: false\n  ssh2: false\n";
  writeFileSync(join(folder, "pnpm-workspace.yaml"), pnpm);
  const yarn =
    "nodeLinker: node-modules\nenableScripts: false\nenableTelemetry: false\nnpmMinimalAgeGate: 0\n";
  writeFileSync(join(folder, ".yarnrc.yml"), yarn);
  writeFileSync(join(folder, "yarn.lock"), "");
  await run(program!, args, folder);
  const imports = [...versions.keys()].map((name) => `await import(${JSON.stringify(name)});`);
  writeFileSync(join(folder, "all.mjs"), `${imports.join("\n")}\n${USE}`);
  expectText(await run(process.execPath, ["all.mjs"], folder), "ftp 2121 /a", manager);
  const command = join(folder, "node_modules/anyurl", commandOf(folder));
  expectText(await run(process.execPath, [command, "--version"], folder), versions.get("anyurl")!, manager);
  said(`installed with ${manager}`);
}

function commandOf(folder: string): string {
  const { bin: bins } = readJson(join(folder, "node_modules/anyurl")) as { readonly bin: { anyurl: string } };
  return bins.anyurl;
}

/** A program with the new version uses a scheme of the old one, which has a copy of the old core. */
async function usePluginOf(
  earlier: ReadonlyMap<string, string>,
  versions: ReadonlyMap<string, string>,
): Promise<void> {
  const now = ["anyurl", "@anyurl/core", "@anyurl/servers"].map((name) => [name, versions.get(name)!]);
  const folder = makeFolder("two-versions", { ...Object.fromEntries(now), [PLUGIN]: earlier.get(PLUGIN)! });
  await run("npm", ["install", "--ignore-scripts", "--loglevel=error"], folder);
  const own = join(folder, "node_modules", PLUGIN, "node_modules/@anyurl/core");
  const { version } = readJson(own) as { readonly version: string };
  if (version !== earlier.get("@anyurl/core")) throw new Error(`the scheme has core ${version}`);
  writeFileSync(join(folder, "two.mjs"), TWO_VERSIONS);
  expectText(await run(process.execPath, ["two.mjs"], folder), "true not-found tide true", "two versions");
  said(`${PLUGIN} ${earlier.get(PLUGIN)} works with anyurl ${versions.get("anyurl")}`);
}

function makeFolder(name: string, dependencies: Readonly<Record<string, string>>): string {
  const folder = join(place, name);
  mkdirSync(folder);
  const manifest = { name, private: true, type: "module", dependencies };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest, null, 2));
  return folder;
}

/** The versions of all published packages by name. */
function versionsOf(copy: string): ReadonlyMap<string, string> {
  return new Map(manifestsOf(copy).map(([, { name, version }]) => [name, version]));
}

function manifestsOf(copy: string): readonly (readonly [folder: string, manifest: Manifest])[] {
  return readdirSync(join(copy, "packages"))
    .map((folder) => [folder, readJson(join(copy, "packages", folder)) as Manifest] as const)
    .filter(([, manifest]) => manifest.private !== true);
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
}

function readJson(folder: string): unknown {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

function expectText(got: string, wanted: string, where: string): void {
  if (got.trim() !== wanted) throw new Error(`${where}: printed ${JSON.stringify(got)}, expected ${wanted}`);
}

/** Runs a program and returns its output. @throws {Error} with the output if it fails. */
async function run(program: string, args: readonly string[], cwd: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, { cwd, env, maxBuffer: 64 * 1024 * 1024 });
    return stdout;
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
    throw new Error(`${basename(program)} ${args.join(" ")} has failed in ${cwd}:\n${stdout}\n${stderr}`);
  }
}

function said(what: string): void {
  console.log(`rehearsal: ${what}, ${((performance.now() - start) / 1000).toFixed(0)} s`);
}
