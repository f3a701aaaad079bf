import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { BuiltAsset } from "../src/assets/built.d.ts";

/** `#assets` when the package runs from source: the current files, under names without a hash. */
export const names = { style: "style.css", live: "live.js", icon: "icon.svg" } as const;

const ASSETS_DIRECTORY = join(import.meta.dirname, "../src/assets");

let scriptChunks: Promise<ReadonlyMap<string, string>> | undefined;

export async function load(name: string): Promise<BuiltAsset | undefined> {
  if (name === names.style || name === names.icon) {
    return { name, hashed: false, text: await readFile(join(ASSETS_DIRECTORY, name), "utf8") };
  }
  if (!name.endsWith(".js")) return undefined;
  scriptChunks ??= bundleScript();
  const text = (await scriptChunks).get(name);
  return text === undefined ? undefined : { name, hashed: false, text };
}

/** Bundles the script. Loads the bundler only when a browser requests the script. */
async function bundleScript(): Promise<ReadonlyMap<string, string>> {
  const { bundleLive } = await import("./bundle-live.ts");
  return new Map((await bundleLive({ hashed: false })).map(({ name, text }) => [name, text]));
}
