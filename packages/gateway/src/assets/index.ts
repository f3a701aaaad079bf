import { load, names } from "#assets";

/** The path prefix of the assets. */
export const ASSETS = "/_/assets/";

/** Paths that pages refer to. */
export const STYLE: string = ASSETS + names.style;
export const LIVE: string = ASSETS + names.live;
export const ICON: string = ASSETS + names.icon;

/** A file that pages refer to: style sheet, script, icon. */
export interface Asset {
  readonly type: string;
  readonly octets: Uint8Array<ArrayBuffer>;
  /** For `Cache-Control`: a file with a hash in its name is immutable. */
  readonly cacheControl: string;
}

const TYPE_BY_EXTENSION: ReadonlyMap<string, string> = new Map([
  ["css", "text/css; charset=utf-8"],
  ["js", "text/javascript; charset=utf-8"],
  ["svg", "image/svg+xml"],
]);

const loadedAssets = new Map<string, Asset>();

/** Returns the asset of a path below {@link ASSETS}, or `undefined`. */
export async function findAsset(path: string): Promise<Asset | undefined> {
  if (!path.startsWith(ASSETS)) return undefined;
  const before = loadedAssets.get(path);
  if (before !== undefined) return before;
  const found = await load(path.slice(ASSETS.length));
  const type = TYPE_BY_EXTENSION.get(found?.name.split(".").at(-1) ?? "");
  if (found === undefined || type === undefined) return undefined;
  const cacheControl = found.hashed ? "public, max-age=31536000, immutable" : "no-cache";
  const asset = { type, octets: new TextEncoder().encode(found.text), cacheControl };
  // Bounded by the number of files: unknown paths are not stored.
  loadedAssets.set(path, asset);
  return asset;
}
