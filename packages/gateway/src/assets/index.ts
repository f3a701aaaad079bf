import { load, names } from "#assets";

/** Where the gateway serves what its pages need. */
export const ASSETS = "/_/assets/";

/** Paths that pages refer to. */
export const STYLE: string = ASSETS + names.style;
export const LIVE: string = ASSETS + names.live;
export const ICON: string = ASSETS + names.icon;

/** A file that a page refers to: style, script, icon. */
export interface Asset {
  readonly type: string;
  readonly octets: Uint8Array<ArrayBuffer>;
  /** For `Cache-Control`: a name with a hash is good for ever. */
  readonly cacheControl: string;
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ["css", "text/css; charset=utf-8"],
  ["js", "text/javascript; charset=utf-8"],
  ["svg", "image/svg+xml"],
]);

const kept = new Map<string, Asset>();

/** The asset of a path below {@link ASSETS}; `undefined` where there is none. */
export async function assetAt(path: string): Promise<Asset | undefined> {
  if (!path.startsWith(ASSETS)) return undefined;
  const before = kept.get(path);
  if (before !== undefined) return before;
  const found = await load(path.slice(ASSETS.length));
  const type = TYPES.get(found?.name.split(".").at(-1) ?? "");
  if (found === undefined || type === undefined) return undefined;
  const cacheControl = found.hashed ? "public, max-age=31536000, immutable" : "no-cache";
  const asset = { type, octets: new TextEncoder().encode(found.text), cacheControl };
  // As many as there are files: a path that is none is not kept.
  kept.set(path, asset);
  return asset;
}
