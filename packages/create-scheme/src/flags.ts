import { parseArgs } from "node:util";
import { BadAnswer, type Kind, type Operation, type PackageManager } from "./answers.ts";
import type { Said } from "./ask.ts";

/** A command line, read. */
export interface Flags {
  readonly said: Said;
  /** Take defaults for what was not said, and ask nobody. */
  readonly yes: boolean;
  readonly json: boolean;
  /** Take a name that is registered. */
  readonly force: boolean;
  readonly help: boolean;
  readonly version: boolean;
}

/** @throws {BadAnswer} a flag that is none, or whose value is none. */
export function flagsOf(argv: readonly string[]): Flags {
  const { values, positionals } = parsed(argv);
  const [first, second] = positionals;
  if (second !== undefined || (first !== undefined && values.name !== undefined))
    throw new BadAnswer("name", "a package has one scheme, and one name");
  const name = first ?? values.name;
  return {
    said: {
      ...(name !== undefined && { name }),
      ...(values.kind !== undefined && { kind: values.kind as Kind }),
      ...(values.port !== undefined && { port: portIn(values.port) }),
      ...(values.dir !== undefined && { dir: values.dir }),
      ...(values.operations !== undefined && { operations: wordsIn(values.operations) as Operation[] }),
      ...(values.license !== undefined && { license: values.license }),
      ...(values["package-manager"] !== undefined && {
        packageManager: values["package-manager"] as PackageManager,
      }),
    },
    yes: values.yes,
    json: values.json,
    force: values.force,
    help: values.help,
    version: values.version,
  };
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        name: { type: "string" },
        kind: { type: "string" },
        port: { type: "string" },
        dir: { type: "string" },
        operations: { type: "string" },
        license: { type: "string" },
        "package-manager": { type: "string" },
        yes: { type: "boolean", short: "y", default: false },
        json: { type: "boolean", default: false },
        force: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false },
        version: { type: "boolean", short: "v", default: false },
      },
    });
  } catch (error) {
    throw new BadAnswer("help", (error as Error).message.split(".")[0]!, "see --help", "bad-flag");
  }
}

/** What is no number becomes one that is no port. */
function portIn(digits: string): number {
  return /^[0-9]{1,5}$/.test(digits) ? Number(digits) : 0;
}

function wordsIn(list: string): readonly string[] {
  return list.split(",").filter((word) => word !== "");
}

export const HELP = `npm create anyurl-scheme [NAME] [-- FLAGS]

Writes a package for a URL scheme: syntax, protocol, access, vectors, transcripts, tests, README, CI.

  NAME, --name NAME      the scheme, as x-demo or com.example.demo
  --kind KIND            tcp: a protocol of its own (default); wrap: a library does the work; syntax: names only
  --operations LIST      get,list,put (tcp), get,list (wrap); get is always among them
  --port PORT            the default port (tcp); default 7391
  --dir DIRECTORY        where to; default: ./anyurl-scheme-NAME. It must be empty, or not there
  --license ID           an SPDX identifier; default MIT
  --package-manager PM   npm, pnpm, yarn or bun; default: the one that runs this
  --force                take a name that is registered: you write that very scheme
  -y, --yes              ask nothing
  --json                 say what was done as JSON
  -h, --help; -v, --version
`;
