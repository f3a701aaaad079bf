import { createRequire } from "node:module";

/** Returns the version of the command, which is that of the package anyurl. */
export function readVersion(): string {
  // By the name of the package, which publishes the command: the bundle is in another directory than this file.
  const manifest: unknown = createRequire(import.meta.url)("anyurl/package.json");
  return (manifest as { readonly version: string }).version;
}
