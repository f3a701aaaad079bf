import type { SchemeFacts } from "../first-party-files.ts";
import { inOrder } from "../first-party-files.ts";
import type { Opening } from "./openings.ts";
import { coreProgram, openingProgram, readingProgram, togetherProgram } from "./programs.ts";

/** What may be installed in one case. */
interface CaseLimit {
  /** Every additional package that the requested ones bring. */
  readonly besides?: readonly string[];
  /** The total size of all packages in KiB. */
  readonly kibibytes: number;
}

/** independence-limits.json. A scheme that is not among `schemes` has the limits of `default`. */
export interface IndependenceLimits {
  readonly core: CaseLimit;
  readonly default: SchemeLimits;
  readonly schemes: Readonly<Record<string, Partial<SchemeLimits>>>;
  readonly anyurl: CaseLimit;
}

/** The limits for parsing the URLs of a scheme, and for opening them. */
interface SchemeLimits {
  readonly read: CaseLimit;
  readonly open: CaseLimit;
}

type CaseKind = "core" | "read" | "open" | "anyurl";

/** One empty directory: the requested packages, the allowed ones, and the program that must run there. */
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
  /** Whether the program needs the types of Node. Only programs that open URLs do. */
  readonly types: readonly string[];
  /** A command of the installed packages, which must succeed and print something. */
  readonly command?: readonly string[];
}

/** The packages that a program needs to open URLs of chosen schemes. */
const OPENERS = ["@anyurl/client", "@anyurl/transport-node"];

/** Returns the cases: only core; each scheme with core; each scheme with the packages that open it; everything. */
export function casesOf(
  facts: readonly SchemeFacts[],
  limits: IndependenceLimits,
  openings: ReadonlyMap<string, Opening>,
): readonly Case[] {
  const schemes = inOrder(facts);
  const inAnyurl = schemes.filter(({ collection }) => collection === "anyurl");
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
        // Its dependencies include all schemes and the packages that open them, so they are not listed again.
        besides: [
          ...new Set([
            ...core,
            ...OPENERS,
            ...inAnyurl.map(({ packageName }) => packageName),
            ...inAnyurl.flatMap(({ constant }) => limits.schemes[constant]?.open?.besides ?? []),
            ...(limits.default.open.besides ?? []),
            ...(limits.anyurl.besides ?? []),
          ]),
        ],
      },
      program: togetherProgram(inAnyurl, openings),
      types: ["node"],
      // A text that takes two columns for a character: its width needs a library that the command contains.
      command: ["anyurl", "plan", "gopher://gopher.example/7/search%09%E6%BC%A2%E5%AD%97"],
    },
  ];
}
