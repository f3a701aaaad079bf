import type { Answers, Kind, Operation } from "./answers.ts";
import { checkPort, DEFAULTS, OPERATIONS } from "./answers.ts";
import { nameFaults } from "./check-name.ts";

/** The answers so far, from flags or prompts. */
export type Said = Partial<Answers> & { readonly dir?: string };

/** The user canceled the prompts. */
export class Cancelled extends Error {
  override readonly name: string = "Cancelled";
}

/**
 * Asks the user for everything that flags did not set.
 *
 * @throws {Cancelled}
 */
export async function ask(said: Said, force: boolean): Promise<Said> {
  const { cancel, intro, isCancel, multiselect, select, text } = await import("@clack/prompts");
  const answered = <T>(answer: T): Exclude<T, symbol> => {
    if (!isCancel(answer)) return answer as Exclude<T, symbol>;
    cancel("Nothing was written.");
    throw new Cancelled();
  };
  intro("Create a package for a URL scheme");
  const name =
    said.name ??
    answered(
      await text({
        message: "Name of the scheme",
        placeholder: "x-demo",
        validate: (value = "") => whyNot(value, force),
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
          { value: "wrap", label: "with an existing library" },
          { value: "syntax", label: "not at all: they are names" },
        ],
      }),
    );
  const port =
    said.port ??
    (kind !== "tcp"
      ? DEFAULTS.port
      : Number(
          answered(
            await text({
              message: "Default port",
              initialValue: String(DEFAULTS.port),
              validate: (value = "") => whyNoPort(value),
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

function whyNot(name: string, force: boolean): string | undefined {
  const fault = nameFaults(name).find(
    ({ severity }) => severity === "error" || (severity === "taken" && !force),
  );
  return fault && `${fault.message} (${fault.cite})`;
}

function whyNoPort(digits: string): string | undefined {
  try {
    checkPort(/^[0-9]{1,5}$/.test(digits) ? Number(digits) : 0);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
