/** What is left of a command that has ended. */
interface Ended {
  readonly status: number;
  readonly out: string;
}

/** The reader closed the pipe: nothing more can be printed. */
const BROKEN_PIPE = 141;

/**
 * Checks the promises of the README for --json and --jsonl: one object, or one per line, with `ok` first, and a code if it
 * is false, which is so if and only if the exit status is not 0.
 */
export function checkAnswers(argv: readonly string[], { status, out }: Ended): void {
  const words = argv.includes("--") ? argv.slice(0, argv.indexOf("--")) : argv;
  const isLines = words.includes("--jsonl");
  if (!isLines && !words.includes("--json")) return;
  if (status === BROKEN_PIPE || words.includes("--help")) return;
  const texts = isLines ? out.split("\n").slice(0, -1) : [out];
  const all = texts.map((text) => checkAnswer(text, argv));
  if (all.every((ok) => ok) !== (status === 0))
    throw new Error(`anyurl ${argv.join(" ")}: "ok" contradicts the exit status ${status}: ${out}`);
}

function checkAnswer(text: string, argv: readonly string[]): boolean {
  const answer: unknown = JSON.parse(text);
  const [first, second] = Object.entries(answer as object);
  const isFailure = first?.[1] === false && second?.[0] === "code" && typeof second[1] === "string";
  if (Array.isArray(answer) || first?.[0] !== "ok" || (first[1] !== true && !isFailure))
    throw new Error(`anyurl ${argv.join(" ")} prints JSON of another shape: ${text}`);
  return first[1] === true;
}
