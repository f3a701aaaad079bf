import type { Answers, Kind, Operation } from "./answers.ts";
import { checkPort, DEFAULTS, OPERATIONS } from "./answers.ts";
import { nameFaults } from "./name-faults.ts";

/** What has been said, by flags or by answers. */
export type Said = Partial<Answers> & { readonly dir?: string };

/** The one who was asked has had enough. */
export class Cancelled extends Error {
  override readonly name: string = "Cancelled";
}

/**
 * Asks a person for what no flag has said.
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
  intro("A package for a URL scheme of your own");
  const name =
    said.name ??
    answered(
      await text({
        message: "What is the scheme called?",
        placeholder: "x-demo",
        validate: (value = "") => whyNot(value, force),
      }),
    );
  const kind =
    said.kind ??
    answered(
      await select<Kind>({
        message: "What opens its URLs?",
        initialValue: DEFAULTS.kind,
        options: [
          { value: "tcp", label: "a protocol of its own over TCP" },
          { value: "wrap", label: "a library that exists" },
          { value: "syntax", label: "nothing: they are names" },
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
              message: "At which port are its servers?",
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
              message: `What can be done with them, beside "${always}"?`,
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
