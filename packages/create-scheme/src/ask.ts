import type { Answers, Kind, Operation } from "./answers.ts";
import { checkPort, DEFAULTS, NETWORK_KINDS, OPERATIONS } from "./answers.ts";
import { checkName } from "./check-name.ts";

/** The answers so far, from flags or prompts. */
export type PartialAnswers = Partial<Answers> & { readonly dir?: string };

/** The user canceled the prompts. */
export class CanceledError extends Error {
  override readonly name: string = "Cancelled";
}

/**
 * Asks the user for everything that flags did not set.
 *
 * @throws {CanceledError}
 */
export async function askQuestions(said: PartialAnswers, force: boolean): Promise<PartialAnswers> {
  const { cancel, intro, isCancel, multiselect, select, text } = await import("@clack/prompts");
  const answered = <T>(answer: T): Exclude<T, symbol> => {
    if (!isCancel(answer)) return answer as Exclude<T, symbol>;
    cancel("Nothing was written.");
    throw new CanceledError();
  };
  intro("Create a package for a URL scheme");
  const name =
    said.name ??
    answered(
      await text({
        message: "Name of the scheme",
        placeholder: "x-demo",
        validate: (value = "") => validateName(value, force),
      }),
    );
  const kind =
    said.kind ??
    answered(
      await select<Kind>({
        message: "How are its URLs opened?",
        initialValue: DEFAULTS.kind,
        options: [
          { value: "tcp", label: "with its own protocol over TCP" },
          { value: "tls", label: "with its own protocol over TLS" },
          { value: "wrap", label: "with an npm library over a connection of the client" },
          { value: "local", label: "from files of this machine, without a network" },
          { value: "syntax", label: "not at all: they are names" },
        ],
      }),
    );
  const port =
    said.port ??
    (!NETWORK_KINDS.has(kind)
      ? DEFAULTS.port
      : Number(
          answered(
            await text({
              message: "Default port",
              initialValue: String(DEFAULTS.port),
              validate: (value = "") => validatePort(value),
            }),
          ),
        ));
  const [always, ...others] = OPERATIONS[kind];
  const operations =
    said.operations ??
    (always === undefined
      ? []
      : [
          always,
          ...answered(
            await multiselect<Operation>({
              message: `Operations in addition to "${always}"`,
              initialValues: others,
              required: false,
              options: others.map((value) => ({ value, label: value })),
            }),
          ),
        ]);
  return { ...said, name, kind, port, operations };
}

function validateName(name: string, force: boolean): string | undefined {
  const fault = checkName(name).find(
    ({ severity }) => severity === "error" || (severity === "taken" && !force),
  );
  return fault && `${fault.message} (${fault.cite})`;
}

function validatePort(digits: string): string | undefined {
  try {
    checkPort(/^[0-9]{1,5}$/.test(digits) ? Number(digits) : 0);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
