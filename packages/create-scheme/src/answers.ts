import { checkName } from "./check-name.ts";

/**
 * "tcp": its own protocol over TCP. "tls": the same over TLS. "wrap": an npm library speaks the protocol over a
 * connection of the client. "local": files of this machine. "syntax": names that are not opened.
 */
export const KINDS = ["tcp", "tls", "wrap", "local", "syntax"] as const;
export type Kind = (typeof KINDS)[number];

export const PACKAGE_MANAGERS = ["npm", "pnpm", "yarn", "bun"] as const;
export type PackageManager = (typeof PACKAGE_MANAGERS)[number];

/** The operations of each kind; the first one is required. */
export const OPERATIONS: Readonly<Record<Kind, readonly Operation[]>> = {
  tcp: ["get", "list", "put"],
  tls: ["get", "list", "put"],
  wrap: ["get", "list"],
  local: ["get", "list"],
  syntax: [],
};
/** The kinds whose schemes have servers, and a default port. */
export const NETWORK_KINDS: ReadonlySet<Kind> = new Set<Kind>(["tcp", "tls", "wrap"]);

export type Operation = "get" | "list" | "put";

/** All settings of a package. */
export interface Answers {
  /** The scheme's name, for example "x-demo". */
  readonly name: string;
  readonly kind: Kind;
  /** The default port, 1 to 65535. Only schemes of {@link NETWORK_KINDS} have one. */
  readonly port: number;
  readonly operations: readonly Operation[];
  /** An SPDX identifier, for example "MIT". */
  readonly license: string;
  readonly packageManager: PackageManager;
}

export const DEFAULTS: Omit<Answers, "name" | "operations"> = {
  kind: "tcp",
  port: 7391,
  license: "MIT",
  packageManager: "npm",
};

/** An invalid answer. `flag` is the one to change. */
export class InvalidAnswerError extends Error {
  override readonly name: string = "BadAnswer";
  readonly code: string;
  readonly flag: string;
  readonly hint: string | undefined;

  constructor(flag: string, message: string, hint?: string, code = "bad-answer") {
    super(message);
    this.code = code;
    this.flag = flag;
    this.hint = hint;
  }
}

/**
 * Returns the answers with defaults for missing ones.
 *
 * @param force allow a name that is registered.
 * @throws {BadAnswer} an invalid answer.
 */
export function resolveAnswers(given: Partial<Answers> & Pick<Answers, "name">, force = false): Answers {
  const kind = given.kind ?? DEFAULTS.kind;
  const { name } = given;
  const fault = checkName(name).find(
    ({ severity }) => severity === "error" || (severity === "taken" && !force),
  );
  if (fault !== undefined) throw new InvalidAnswerError("name", fault.message, fault.hint, fault.code);
  const answers: Answers = {
    name,
    kind: checkChoice("kind", kind, KINDS),
    port: given.port ?? DEFAULTS.port,
    operations: given.operations ?? OPERATIONS[kind] ?? [],
    license: given.license ?? DEFAULTS.license,
    packageManager: checkChoice(
      "package-manager",
      given.packageManager ?? DEFAULTS.packageManager,
      PACKAGE_MANAGERS,
    ),
  };
  checkPort(answers.port);
  checkOperations(answers);
  if (!/^[A-Za-z0-9.+-]{1,64}$/.test(answers.license))
    throw new InvalidAnswerError(
      "license",
      "invalid license: expected an SPDX identifier",
      'use, for example, "MIT" or "Apache-2.0"',
    );
  return { ...answers, operations: OPERATIONS[kind].filter((each) => answers.operations.includes(each)) };
}

/** @throws {BadAnswer} */
export function checkPort(port: number): void {
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return;
  throw new InvalidAnswerError("port", "invalid port: expected a whole number from 1 to 65535");
}

function checkOperations({ kind, operations }: Answers): void {
  const known = OPERATIONS[kind];
  const unknown = operations.find((each) => !known.includes(each));
  if (unknown !== undefined) {
    const hint = known.length === 0 ? "remove --operations" : `use ${known.join(", ")}`;
    throw new InvalidAnswerError("operations", `unknown operation "${unknown}" for the kind "${kind}"`, hint);
  }
  if (known[0] !== undefined && !operations.includes(known[0]))
    throw new InvalidAnswerError("operations", `the operations must include "${known[0]}"`);
}

function checkChoice<T extends string>(flag: string, value: T, all: readonly T[]): T {
  if (all.includes(value)) return value;
  throw new InvalidAnswerError(flag, `unknown ${flag} "${value}": expected ${all.join(", ")}`);
}
