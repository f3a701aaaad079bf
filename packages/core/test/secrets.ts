import {
  AccessError,
  build,
  createRegistry,
  describeAuthority,
  parse,
  parseReference,
  redact,
  schemeNotInstalledError,
  tryParse,
} from "../src/index.ts";
import { describeGeneric } from "../src/operations/describe.ts";
import { ftp, http } from "./schemes.ts";

/** Passwords in every position, and all outputs of this package: none may show one implicitly. */

export const urls: ReturnType<typeof createRegistry<[typeof http, typeof ftp]>> = createRegistry(http, ftp);

export const SECRET = "Tr0ub4dor";

/**
 * Valid and invalid URLs with a secret in every possible position. A password that begins with digits and a slash is
 * excluded, because `x://u:80/pw@h/` is a port and a path.
 */
export const texts: readonly string[] = [
  ...[
    "",
    "a",
    "a b",
    "a%20",
    "a%",
    "a@",
    "a/",
    "a?",
    "a#",
    "a:",
    "a\\",
    "a\n",
    "a[",
    "a]",
    "é",
    "\ud800",
  ].flatMap((odd) => [
    ...[
      `ftp://u:${odd}${SECRET}@h.example/x`,
      `ftp://u:${SECRET}${odd}@h.example/x`,
      `ftp://:${odd}${SECRET}@h/`,
    ],
    ...[`ftp://u:${odd}:${SECRET}@h:70000/`, `ftp://u:${odd}${SECRET}@127.1/`, `ftp://u:${odd}${SECRET}@:x/`],
    ...[`ftp://u:${odd}${SECRET}@[::g]/`, `x-foo://u:${odd}${SECRET}@h/a b`, `//u:${odd}${SECRET}@h/`],
    ...[`ftp://u:${odd}${SECRET}@`, `1ftp://u:${odd}${SECRET}@h/`, `http://u:${odd}${SECRET}@h/%zz?%#%`],
    ...[
      `ftp://u%3A:${odd}${SECRET}@h@evil/`,
      `ftp://u:${odd}${SECRET}@h/#a#b`,
      `ftp://u:${SECRET}@h?${odd}@b`,
    ],
    // Only without a slash before the secret, because everything after a slash is a path.
    ...(/[/?#]/.test(odd)
      ? []
      : ["ftp:", "ftp:/", "ftp:///", "http:", "1ftp:"].map((lead) => `${lead}u:${odd}${SECRET}@h/x`)),
  ]),
];

/** The output of each must not contain the secret. */
export function* readingsOf(text: string): Generator<unknown> {
  for (const reader of [urls, { parse, tryParse }]) {
    const { ok, url, problems } = reader.tryParse(text);
    for (const problem of problems) {
      yield problem;
      yield `${problem.message} ${problem.hint}`;
    }
    yield errorOf(() => reader.parse(text));
    if (!ok) continue;
    yield url;
    // Only where the generic syntax and the user agree on where the password is can a part of it hide it.
    if (url.password?.includes(SECRET)) {
      yield describeGeneric(url);
      yield describeAuthority(url, 21);
    }
  }
  yield errorOf(() => parseReference(text));
  yield errorOf(() => urls.normalize(text));
  yield errorOf(() => urls.plan(text));
  yield errorOf(() => urls.resolve(text, "b c"));
  yield redact(text);
}

/** The errors of a builder. */
export function* buildErrors(): Generator<unknown> {
  yield errorOf(() => build({ scheme: "x", host: "h", password: SECRET }));
  yield errorOf(() => build({ scheme: "x", host: "h", user: "u", password: `${SECRET}\ud800` }));
  yield errorOf(() => build({ scheme: "x", host: `u:${SECRET}@h` }));
  yield errorOf(() => build({ scheme: `ftp://u:${SECRET}@h` }));
  yield errorOf(() => build({ scheme: "x", host: "h", path: `//u:${SECRET}@h/?` }));
  yield errorOf(() => build({ scheme: "x", user: "u", password: SECRET }));
}

/** The errors about access. */
export function* accessErrors(): Generator<unknown> {
  yield schemeNotInstalledError("x-foo");
  yield new AccessError("auth-failed", "no", { cause: errorOf(() => parse(`ftp://u:${SECRET} @h/`)) });
}

function errorOf(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}
