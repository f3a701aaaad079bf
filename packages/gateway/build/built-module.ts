import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { bundleLive } from "./bundle-live.ts";

const ASSETS_DIRECTORY = join(import.meta.dirname, "../src/assets");

/** Returns the source of the module `#assets` for the built package. File names contain a hash of the content. */
export async function generateAssetsModule(): Promise<string> {
  const chunks = await bundleLive({ hashed: true });
  const style = await readHashedFile("style", "css");
  const icon = await readHashedFile("icon", "svg");
  const files = new Map([style, icon, ...chunks.map(({ name, text }) => [name, text] as const)]);
  const names = { style: style[0], live: chunks[0]!.name, icon: icon[0] };
  return `export const names = ${JSON.stringify(names)};
const files = new Map(${JSON.stringify([...files], undefined, 1)});
export async function load(name) {
  const text = files.get(name);
  return text === undefined ? undefined : { name, hashed: true, text };
}
`;
}

async function readHashedFile(name: string, extension: string): Promise<readonly [string, string]> {
  const text = await readFile(join(ASSETS_DIRECTORY, `${name}.${extension}`), "utf8");
  const hash = createHash("sha256").update(text).digest("base64url").slice(0, 8);
  return [`${name}-${hash}.${extension}`, text];
}
