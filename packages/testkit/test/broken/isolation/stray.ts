import { defineScheme, type Scheme, type SchemeDefinition } from "@anyurl/core";

/** A plugin that is broken, and stands beside a healthy one. */
export interface Stray {
  readonly does: string;
  /** No scheme at all, perhaps: then it is refused, with this code, where it is registered. */
  readonly scheme: Scheme;
  /** The code with which it fails, and nobody else does. */
  readonly code: "plugin-fault" | "scheme-taken" | "timeout";
  /** How one meets it. Absent: by registering it. */
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

/** A scheme of its own, with this one thing wrong. */
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

/** A scheme whose access is this, whatever that may be. */
export function opening(access: unknown): Scheme {
  return stray({ access: async () => access as object });
}

/** A scheme whose `get` gives this body, whatever that may be. */
export function giving(body: () => unknown): Scheme {
  return opening({ get: async () => ({ body: body() }) });
}

/** What comes from nowhere, and never. */
export function never(): Promise<never> {
  return new Promise(() => {});
}
