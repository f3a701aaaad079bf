import type { SchemeFacts } from "../first-party-files.ts";
import { inOrder } from "../first-party-files.ts";
import type { Opening } from "./openings.ts";
import { coreProgram, openingProgram, readingProgram, togetherProgram } from "./programs.ts";

/** What may be installed in one case. */
interface CaseLimit {
  /** Every package that comes besides those that were asked for. */
  readonly besides?: readonly string[];
  /** Octets of all packages together, in units of 1024. */
  readonly kibibytes: number;
}

/** independence-limits.json. A scheme that is not among `schemes` has the limits of `default`. */
export interface IndependenceLimits {
  readonly core: CaseLimit;
  readonly default: SchemeLimits;
  readonly schemes: Readonly<Record<string, Partial<SchemeLimits>>>;
  readonly anyurl: CaseLimit;
}

/** To read URLs of a scheme, and to open them. */
interface SchemeLimits {
  readonly read: CaseLimit;
  readonly open: CaseLimit;
}

type CaseKind = "core" | "read" | "open" | "anyurl";

/** One empty directory: what is asked for, what may come with it, and the program that has to run there. */
export interface Case {
  /** "core", "read ftp", "open ftp", "anyurl". */
  readonly name: string;
  readonly kind: CaseKind;
  readonly scheme?: SchemeFacts;
  /** Names of packages. */
  readonly asked: readonly string[];
  readonly limit: CaseLimit;
  /** TypeScript, a module. Succeeds with "ok" on its last line. */
  readonly program: string;
  /** Does the program need the types of Node? Only what opens does. */
  readonly types: readonly string[];
}

/** The packages with which a program opens URLs of the schemes that it has chosen. */
const OPENERS = ["@anyurl/client", "@anyurl/transport-node"];

/** Core alone; each scheme with core; each with what opens it; everything. */
export function casesOf(
  facts: readonly SchemeFacts[],
  limits: IndependenceLimits,
  openings: ReadonlyMap<string, Opening>,
): readonly Case[] {
  const schemes = inOrder(facts);
  const core = ["@anyurl/core"];
  return [
    { name: "core", kind: "core", asked: core, limit: limits.core, program: coreProgram(), types: [] },
    ...schemes.flatMap((scheme): readonly Case[] => {
      const { constant, packageName } = scheme;
      const own = { ...limits.default, ...limits.schemes[constant] };
      const opening = openings.get(constant);
      return [
        {
          name: `read ${constant}`,
          kind: "read",
          scheme,
          asked: [...core, packageName],
          limit: own.read,
          program: readingProgram(scheme),
          types: [],
        },
        {
          name: `open ${constant}`,
          kind: "open",
          scheme,
          asked: [...core, ...OPENERS, packageName],
          limit: own.open,
          program: openingProgram(scheme, opening),
          types: ["node"],
        },
      ];
    }),
    {
      name: "anyurl",
      kind: "anyurl",
      asked: ["anyurl"],
      limit: {
        ...limits.anyurl,
        // Its dependencies are all the schemes, with what they need, and what opens them: nothing has to be listed twice.
        besides: [
          ...new Set([
            ...core,
            ...OPENERS,
            ...schemes.map(({ packageName }) => packageName),
            ...schemes.flatMap(({ constant }) => limits.schemes[constant]?.open?.besides ?? []),
            ...(limits.default.open.besides ?? []),
            ...(limits.anyurl.besides ?? []),
          ]),
        ],
      },
      program: togetherProgram(schemes, openings),
      types: ["node"],
    },
  ];
}
