/**
 * Publishes every package whose version the registry does not have. pnpm writes the versions of the workspace into each
 * package, and gets its right by OpenID Connect (trusted publishing).
 *
 *   node tools/release/publish.ts --registry URL [--root DIRECTORY] [--provenance] [PACKAGE…]
 *
 * Without names, all packages.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

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

const names: string[] = [];
for (const { name, version } of publicPackages()) {
  if (await isPublished(name, version)) console.log(`${name}@${version} is published already`);
  else names.push(name);
}
if (names.length > 0) {
  /** The pnpm that is running this script. */
  const pnpm = process.env["npm_execpath"] ?? "pnpm";
  const [program, ...args] = /\.[cm]?js$/.test(pnpm) ? [process.execPath, pnpm] : [pnpm];
  const filters = names.flatMap((name) => ["--filter", name]);
  // The workflow has no branch, and the rehearsal no Git.
  const flags = ["--access", "public", "--registry", registry, "--no-git-checks"];
  if (provenance) flags.push("--provenance");
  const { status, error } = spawnSync(program!, [...args, "--recursive", ...filters, "publish", ...flags], {
    cwd: root,
    stdio: "inherit",
  });
  if (error !== undefined) throw error;
  process.exitCode = status ?? 1;
}

function publicPackages() {
  return readdirSync(join(root, "packages")).flatMap((folder) => {
    const manifest = JSON.parse(readFileSync(join(root, "packages", folder, "package.json"), "utf8")) as {
      readonly name: string;
      readonly version: string;
      readonly private?: boolean;
    };
    const { name, version } = manifest;
    if (manifest.private === true || (positionals.length > 0 && !positionals.includes(name))) return [];
    if (version === "0.0.0") throw new Error(`${name} has no version: run "changeset version" first`);
    return [{ name, version }];
  });
}

async function isPublished(name: string, version: string): Promise<boolean> {
  const { status } = await fetch(new URL(`${name.replace("/", "%2F")}/${version}`, registry));
  if (status === 200 || status === 404) return status === 200;
  throw new Error(`the registry answers ${status} for ${name}@${version}`);
}
