import { parseArgs } from "node:util";
import { InvalidAnswerError, type Kind, type Operation, type PackageManager } from "./answers.ts";
import type { PartialAnswers } from "./ask.ts";

/** A parsed command line. */
export interface Flags {
  readonly said: PartialAnswers;
  /** Use defaults for missing answers; do not ask. */
  readonly yes: boolean;
  readonly json: boolean;
  /** Allow a name that is registered. */
  readonly force: boolean;
  readonly help: boolean;
  readonly version: boolean;
}

/** Parses the flags. @throws {BadAnswer} an unknown flag, or an invalid value. */
export function parseFlags(argv: readonly string[]): Flags {
  const { values, positionals } = parseArguments(argv);
  const [first, second] = positionals;
  if (second !== undefined || (first !== undefined && values.name !== undefined))
    throw new InvalidAnswerError("name", "more than one scheme name: expected one");
  const name = first ?? values.name;
  return {
    said: {
      ...(name !== undefined && { name }),
      ...(values.kind !== undefined && { kind: values.kind as Kind }),
      ...(values.port !== undefined && { port: parsePort(values.port) }),
      ...(values.dir !== undefined && { dir: values.dir }),
      ...(values.operations !== undefined && { operations: splitList(values.operations) as Operation[] }),
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

function parseArguments(argv: readonly string[]) {
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
    throw new InvalidAnswerError(
      "help",
      (error as Error).message.split(".")[0]!,
      "run npm create anyurl-scheme -- --help",
      "bad-flag",
    );
  }
}

/** Text that is not a number becomes an invalid port. */
function parsePort(digits: string): number {
  return /^[0-9]{1,5}$/.test(digits) ? Number(digits) : 0;
}

function splitList(list: string): readonly string[] {
  return list.split(",").filter((word) => word !== "");
}

export const HELP = `npm create anyurl-scheme [NAME] [-- FLAGS]

Create a package for a URL scheme: syntax, protocol, access, vectors, transcripts, tests, README, CI.

  NAME, --name NAME      scheme name, for example x-demo or com.example.demo
  --kind KIND            tcp: its own protocol (default); tls: its own protocol over TLS; wrap: an npm library over
                         our connection; local: files, without a network; syntax: names only
  --operations LIST      get,list,put (tcp, tls), get,list (wrap, local); get is required
  --port PORT            default port of the scheme (tcp, tls, wrap) (default: 7391)
  --dir DIRECTORY        output directory, empty or new (default: ./anyurl-scheme-NAME)
  --license ID           SPDX identifier (default: MIT)
  --package-manager PM   npm, pnpm, yarn or bun (default: the one that runs this command)
  --force                allow a name that is registered, to implement that scheme
  -y, --yes              use defaults, do not ask
  --json                 print the result as JSON
  -h, --help; -v, --version
`;
