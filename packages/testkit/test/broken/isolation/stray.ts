import { defineScheme, type Scheme, type SchemeDefinition } from "@anyurl/core";

/** A broken plugin that is registered next to a healthy one. */
export interface Stray {
  readonly does: string;
  /** May not be a scheme at all; then registration rejects it with `code`. */
  readonly scheme: Scheme;
  /** The code of its failure; the healthy plugin must not fail. */
  readonly code: "plugin-fault" | "scheme-taken" | "timeout";
  /** The call that fails. If absent, registration fails. */
  readonly meet?:
    | "parse"
    | "format"
    | "normalize"
    | "describe"
    | "plan"
    | "isDirectory"
    | "get"
    | "list"
    | "stat";
}

export type StrayDefinition = SchemeDefinition<"x-stray", object, object, object>;

/** Creates the scheme x-stray with these changes. */
export function stray(changes: Partial<StrayDefinition>): Scheme {
  return defineScheme<"x-stray", object, object, object>({
    name: "x-stray",
    cite: ["RFC 862"],
    parse: () => ({}),
    format: () => "x-stray:a",
    examples: [{ url: "x-stray:a", title: "a stray" }],
    ...changes,
  });
}

/** Creates a scheme with this access, which may be any value. */
export function opening(access: unknown): Scheme {
  return stray({ access: async () => access as object });
}

/** Creates a scheme whose `get` returns this body, which may be any value. */
export function giving(body: () => unknown): Scheme {
  return opening({ get: async () => ({ body: body() }) });
}

/** Returns a promise that never settles. */
export function never(): Promise<never> {
  return new Promise(() => {});
}
