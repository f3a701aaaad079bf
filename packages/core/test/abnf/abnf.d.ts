/** The parser comes without types. Only what read.ts uses. */
declare module "abnf" {
  export function parseString(text: string, source?: string): { readonly defs: object };
}
