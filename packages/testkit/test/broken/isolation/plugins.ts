import type { Scheme } from "@anyurl/core";
import { echoScheme } from "../healthy/scheme.ts";
import { giving, never, opening, type Stray, stray } from "./stray.ts";

const whole: Scheme = stray({});

/** By hand: defineScheme would refuse it. */
function byHand(changes: object): Scheme {
  return { ...whole, ...changes } as Scheme;
}

function failing(): never {
  throw new TypeError("undefined is not a function");
}

export const STRAYS: readonly Stray[] = [
  // What a registry refuses: nothing of it is left there.
  { does: "claims another's scheme", scheme: echoScheme(), code: "scheme-taken" },
  {
    does: "claims another's scheme behind its own",
    scheme: byHand({ names: ["x-stray", "x-echo"] }),
    code: "scheme-taken",
  },
  { does: "has a name that is none", scheme: byHand({ names: ["x stray"] }), code: "plugin-fault" },
  {
    does: "has a name in capitals, which nothing would find",
    scheme: byHand({ names: ["X-Stray"] }),
    code: "plugin-fault",
  },
  {
    does: "has names that are no texts",
    scheme: byHand({ names: [{ toString: () => "x-echo" }] }),
    code: "plugin-fault",
  },
  { does: "is nothing at all", scheme: undefined as never, code: "plugin-fault" },
  { does: "is a module, and no scheme", scheme: { default: whole } as never, code: "plugin-fault" },
  // What fails when it is asked.
  { does: "throws when it reads", scheme: stray({ parse: failing }), code: "plugin-fault", meet: "parse" },
  {
    does: "reads some time later",
    scheme: stray({ parse: async () => ({}) }),
    code: "plugin-fault",
    meet: "parse",
  },
  { does: "throws when it writes", scheme: stray({ format: failing }), code: "plugin-fault", meet: "format" },
  {
    does: "writes nothing",
    scheme: stray({ format: () => undefined as never }),
    code: "plugin-fault",
    meet: "format",
  },
  {
    does: "writes in another's name",
    scheme: stray({ format: () => "x-echo://h.example/" }),
    code: "plugin-fault",
    meet: "format",
  },
  {
    does: "throws when it normalizes",
    scheme: stray({ normalize: failing }),
    code: "plugin-fault",
    meet: "normalize",
  },
  {
    does: "normalizes into another's name",
    scheme: stray({ normalize: () => "x-echo://h.example/" }),
    code: "plugin-fault",
    meet: "normalize",
  },
  {
    does: "throws when it describes",
    scheme: stray({ describe: failing }),
    code: "plugin-fault",
    meet: "describe",
  },
  {
    does: "describes by a word",
    scheme: stray({ describe: () => "a word" as never }),
    code: "plugin-fault",
    meet: "describe",
  },
  { does: "throws when it plans", scheme: stray({ plan: failing }), code: "plugin-fault", meet: "plan" },
  { does: "plans nothing", scheme: stray({ plan: () => null as never }), code: "plugin-fault", meet: "plan" },
  {
    does: "cannot tell a directory",
    scheme: stray({ isDirectory: failing }),
    code: "plugin-fault",
    meet: "isDirectory",
  },
  {
    does: "has a port that is none",
    scheme: byHand({ defaultPort: () => "x-echo" }),
    code: "plugin-fault",
    meet: "normalize",
  },
  // What fails when it opens.
  { does: "throws when it is loaded", scheme: stray({ access: failing }), code: "plugin-fault", meet: "get" },
  { does: "is never loaded", scheme: stray({ access: never }), code: "timeout", meet: "get" },
  { does: "throws when it opens", scheme: opening({ get: failing }), code: "plugin-fault", meet: "get" },
  { does: "never opens", scheme: opening({ get: never }), code: "timeout", meet: "get" },
  {
    does: "gives nothing",
    scheme: opening({ get: async () => undefined }),
    code: "plugin-fault",
    meet: "get",
  },
  { does: "gives a text for octets", scheme: giving(() => "octets"), code: "plugin-fault", meet: "get" },
  { does: "gives texts for octets", scheme: giving(texts), code: "plugin-fault", meet: "get" },
  {
    does: "gives a body that never comes",
    scheme: giving(silence),
    code: "timeout",
    meet: "get",
  },
  { does: "lists what is no entry", scheme: opening({ list: numbers }), code: "plugin-fault", meet: "list" },
  {
    does: "lists by a promise",
    scheme: opening({ list: async () => [] }),
    code: "plugin-fault",
    meet: "list",
  },
  { does: "tells nothing", scheme: opening({ stat: async () => null }), code: "plugin-fault", meet: "stat" },
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
