/**
 * Publishes every package whose version the registry does not have: packs it with pnpm, which writes the versions of
 * the workspace, and publishes the tarball with npm, which gets its right by OpenID Connect (trusted publishing).
 *
 *   node tools/release/publish.ts --registry URL [--root DIRECTORY] [--provenance] [PACKAGE…]
 *
 * Without names, all packages. It says "published NAME@VERSION" for each.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    registry: { type: "string" },
    root: { type: "string", default: join(import.meta.dirname, "../..") },
    provenance: { type: "boolean", default: false },
  },
});
const { registry, root, provenance } = values;
if (registry === undefined) throw new TypeError("name the registry with --registry");
/** Publishing mostly waits. */
const AT_ONCE = 4;

interface Published {
  readonly name: string;
  readonly version: string;
}

/** The pnpm that is running this script. */
const PNPM = process.env["npm_execpath"] ?? "pnpm";
const [pnpm, ...pnpmArgs] = /\.[cm]?js$/.test(PNPM) ? [process.execPath, PNPM] : [PNPM];
const out = mkdtempSync(join(tmpdir(), "anyurl-release-"));
try {
  const jobs: Published[] = [];
  for (const each of publicPackages()) {
    if (await isPublished(each)) console.log(`${each.name}@${each.version} is published already`);
    else jobs.push(each);
  }
  // One run of pnpm for all of them: starting it takes longer than packing.
  const filters = jobs.flatMap(({ name }) => ["--filter", name]);
  const packing = ["--recursive", ...filters, "pack", "--pack-destination", out];
  if (jobs.length > 0) await run(pnpm!, [...pnpmArgs, ...packing], root);
  const work = async () => {
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) await publish(job);
  };
  // Waits for all: a running job would write to the removed folder.
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, work));
  for (const each of ended) if (each.status === "rejected") throw each.reason;
} finally {
  rmSync(out, { recursive: true });
}

function publicPackages(): Published[] {
  const found: Published[] = [];
  for (const entry of readdirSync(join(root, "packages"))) {
    const { name, version, private: isPrivate } = readManifest(join(root, "packages", entry));
    if (isPrivate === true || (positionals.length > 0 && !positionals.includes(name))) continue;
    if (version === "0.0.0") throw new Error(`${name} has no version: run "changeset version" first`);
    found.push({ name, version });
  }
  return found;
}

async function publish({ name, version }: Published): Promise<void> {
  const tarball = join(out, `${name.replace(/^@/, "").replace("/", "-")}-${version}.tgz`);
  const flags = ["--access", "public", "--ignore-scripts", "--registry", registry!];
  await run("npm", ["publish", tarball, ...flags, ...(provenance ? ["--provenance"] : [])], root);
  console.log(`published ${name}@${version}`);
}

async function isPublished({ name, version }: Published): Promise<boolean> {
  const { status } = await fetch(new URL(`${name.replace("/", "%2F")}/${version}`, registry));
  if (status === 200 || status === 404) return status === 200;
  throw new Error(`the registry answers ${status} for ${name}@${version}`);
}

/** Runs a program. @throws {Error} with its output if it fails. */
async function run(program: string, args: readonly string[], cwd: string): Promise<void> {
  try {
    await promisify(execFile)(program, args, { cwd, maxBuffer: 64 * 1024 * 1024 });
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
    throw new Error(`${program} ${args.join(" ")} has failed in ${cwd}:\n${stdout}\n${stderr}`);
  }
}

function readManifest(folder: string): {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
} {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}
