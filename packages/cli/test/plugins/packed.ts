import { execFileSync } from "node:child_process";
import { dirname } from "node:path";
import process from "node:process";
import { type Folder, folderOf, schemeText } from "../config/world.ts";

/** A plugin whose install script would leave a file "ran" beside its package. */
const MANIFEST = {
  version: "1.2.3",
  license: "MIT",
  type: "module",
  exports: "./index.js",
  keywords: ["anyurl-scheme"],
  scripts: { postinstall: "node -e \"require('fs').writeFileSync('ran', '')\"" },
};

/** The code of each package. */
const PACKAGES: Readonly<Record<string, string>> = {
  "anyurl-scheme-x-demo": `export const xDemo = ${schemeText("x-demo")};`,
  "anyurl-scheme-x-files": `import fs from "node:fs"; export const xFiles = ${schemeText("x-files", "defaultPort: () => undefined,")};`,
  "x-broken": 'throw new Error("made of \\u001b[31mglass");',
  "x-curious": `import { readFileSync } from "node:fs"; readFileSync(${JSON.stringify(process.execPath)});`,
  "x-nothing": "export const nothing = 1;",
  "x-silent": "process.exit(0);",
  "x-http": `export const http = ${schemeText("http")};`,
};

/** A directory with a tarball of each package, and an empty directory "config". */
export async function packedPlugins(): Promise<Folder & { tarball(name: string): string }> {
  const entries = Object.entries(PACKAGES).flatMap(([name, code]) => [
    [`${name}/package.json`, { name, ...MANIFEST }] as const,
    [`${name}/index.js`, code] as const,
  ]);
  const folder = await folderOf({ ...Object.fromEntries(entries), "config/.keep": "" });
  const names = Object.keys(PACKAGES).map((name) => `./${name}`);
  execFileSync("npm", ["pack", "--ignore-scripts", ...names], {
    cwd: folder.path,
    stdio: "ignore",
    env: npmEnv(),
  });
  return { ...folder, tarball: (name) => folder.at(`${name}-1.2.3.tgz`) };
}

/** npm without the settings of the user, and with a registry that nothing listens at. */
export function npmEnv(): Record<string, string> {
  return {
    PATH: `${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`,
    npm_config_registry: "http://127.0.0.1:1/",
    npm_config_update_notifier: "false",
    npm_config_userconfig: "/dev/null",
    npm_config_fetch_retries: "0",
  };
}
