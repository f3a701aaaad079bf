import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Returns the licenses of the third-party packages that these files are from. */
export function licensesOf(files: readonly string[]): string {
  const folders = new Map<string, string>();
  for (const file of files) {
    const [, folder, name] = /^(.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+))[\\/]/.exec(file) ?? [];
    if (folder !== undefined && name !== undefined) folders.set(name, folder);
  }
  const texts = [...folders].sort().map(([name, folder]) => {
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
    // Some packages have it only in their repository.
    const kept = join(import.meta.dirname, "licenses", `${name}.txt`);
    if (file === undefined && !existsSync(kept)) throw new Error(`${name} has no license text`);
    const text = readFileSync(file === undefined ? kept : join(folder, file), "utf8");
    return `${name} ${version} (${license})\n\n${text.trim()}\n`;
  });
  return texts.join(`\n${"-".repeat(80)}\n\n`);
}
