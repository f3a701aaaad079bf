/** What the bundler makes of the schemes of `anyurl`: a loader for every name. */
declare module "live:schemes" {
  import type { Scheme } from "@anyurl/core";

  export const SCHEMES: ReadonlyMap<string, () => Promise<Scheme>>;
}
