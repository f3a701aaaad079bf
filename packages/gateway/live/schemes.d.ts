/** A loader for each scheme name of `anyurl`. The bundler generates this module. */
declare module "live:schemes" {
  import type { Scheme } from "@anyurl/core";

  export const SCHEMES: ReadonlyMap<string, () => Promise<Scheme>>;
}
