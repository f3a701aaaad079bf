import type { Scheme } from "@anyurl/core";
import { echoScheme } from "../healthy/scheme.ts";
import { giving, never, opening, type Stray, stray } from "./stray.ts";

const whole: Scheme = stray({});

/** Without defineScheme, which would reject it. */
function byHand(changes: object): Scheme {
  return { ...whole, ...changes } as Scheme;
}

function failing(): never {
  throw new TypeError("undefined is not a function");
}

export const STRAYS: readonly Stray[] = [
  // Rejected by the registry, which must stay unchanged.
  { does: "claims another scheme's name", scheme: echoScheme(), code: "scheme-taken" },
  {
    does: "claims another scheme's name after its own",
    scheme: byHand({ names: ["x-stray", "x-echo"] }),
    code: "scheme-taken",
  },
  { does: "has an invalid name", scheme: byHand({ names: ["x stray"] }), code: "plugin-fault" },
  {
    does: "has an upper-case name, which lookups never find",
    scheme: byHand({ names: ["X-Stray"] }),
    code: "plugin-fault",
  },
  {
    does: "has a name that is not a string",
    scheme: byHand({ names: [{ toString: () => "x-echo" }] }),
    code: "plugin-fault",
  },
  { does: "is undefined", scheme: undefined as never, code: "plugin-fault" },
  { does: "is a module instead of a scheme", scheme: { default: whole } as never, code: "plugin-fault" },
  // Failures in synchronous methods.
  { does: "throws in parse", scheme: stray({ parse: failing }), code: "plugin-fault", meet: "parse" },
  {
    does: "returns a promise from parse",
    scheme: stray({ parse: async () => ({}) }),
    code: "plugin-fault",
    meet: "parse",
  },
  { does: "throws in format", scheme: stray({ format: failing }), code: "plugin-fault", meet: "format" },
  {
    does: "returns undefined from format",
    scheme: stray({ format: () => undefined as never }),
    code: "plugin-fault",
    meet: "format",
  },
  {
    does: "formats a URL of another scheme",
    scheme: stray({ format: () => "x-echo://h.example/" }),
    code: "plugin-fault",
    meet: "format",
  },
  {
    does: "throws in normalize",
    scheme: stray({ normalize: failing }),
    code: "plugin-fault",
    meet: "normalize",
  },
  {
    does: "normalizes to a URL of another scheme",
    scheme: stray({ normalize: () => "x-echo://h.example/" }),
    code: "plugin-fault",
    meet: "normalize",
  },
  {
    does: "throws in describe",
    scheme: stray({ describe: failing }),
    code: "plugin-fault",
    meet: "describe",
  },
  {
    does: "returns a string from describe",
    scheme: stray({ describe: () => "a word" as never }),
    code: "plugin-fault",
    meet: "describe",
  },
  { does: "throws in plan", scheme: stray({ plan: failing }), code: "plugin-fault", meet: "plan" },
  {
    does: "returns null from plan",
    scheme: stray({ plan: () => null as never }),
    code: "plugin-fault",
    meet: "plan",
  },
  {
    does: "throws in isDirectory",
    scheme: stray({ isDirectory: failing }),
    code: "plugin-fault",
    meet: "isDirectory",
  },
  {
    does: "has an invalid default port",
    scheme: byHand({ defaultPort: () => "x-echo" }),
    code: "plugin-fault",
    meet: "normalize",
  },
  // Failures in operations.
  {
    does: "throws while loading access",
    scheme: stray({ access: failing }),
    code: "plugin-fault",
    meet: "get",
  },
  { does: "never loads access", scheme: stray({ access: never }), code: "timeout", meet: "get" },
  { does: "throws in get", scheme: opening({ get: failing }), code: "plugin-fault", meet: "get" },
  { does: "never settles get", scheme: opening({ get: never }), code: "timeout", meet: "get" },
  {
    does: "returns undefined from get",
    scheme: opening({ get: async () => undefined }),
    code: "plugin-fault",
    meet: "get",
  },
  { does: "returns a string as a body", scheme: giving(() => "octets"), code: "plugin-fault", meet: "get" },
  { does: "yields strings in a body", scheme: giving(texts), code: "plugin-fault", meet: "get" },
  {
    does: "returns a body that never yields",
    scheme: giving(silence),
    code: "timeout",
    meet: "get",
  },
  {
    does: "lists values that are not entries",
    scheme: opening({ list: numbers }),
    code: "plugin-fault",
    meet: "list",
  },
  {
    does: "returns a promise from list",
    scheme: opening({ list: async () => [] }),
    code: "plugin-fault",
    meet: "list",
  },
  {
    does: "returns null from stat",
    scheme: opening({ stat: async () => null }),
    code: "plugin-fault",
    meet: "stat",
  },
  {
    does: "rejects without a reason",
    scheme: opening({ get: () => Promise.reject() }),
    code: "plugin-fault",
    meet: "get",
  },
];

async function* texts(): AsyncGenerator<unknown, void, void> {
  yield "no octets";
}

async function* silence(): AsyncGenerator<unknown, void, void> {
  yield await never();
}

async function* numbers(): AsyncGenerator<unknown, void, void> {
  yield 1;
}
