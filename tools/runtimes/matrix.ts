import { formatTable } from "../scripts/markdown-table.ts";
import type { Report } from "./check-runtime.ts";
import type { Runtime } from "./runtimes.ts";

/** Formats the table of README, and the exceptions below it. Every test that is not an exception has passed. */
export function formatMatrix(reports: ReadonlyMap<Runtime, Report>): string {
  const runtimes = [...reports];
  const [[, first]] = runtimes as [[Runtime, Report]];
  const rows = [
    ["program", ...runtimes.map(([{ name }]) => name)],
    ...first.programs.map(({ name }, i) => [
      name,
      ...runtimes.map(([, { programs }]) => programs[i]!.skipped ?? "yes"),
    ]),
    ["transport", ...runtimes.map(([{ transport }]) => `[${transport}](packages/${transport})`)],
    ["its exam", ...runtimes.map(([runtime, report]) => countExam(runtime, report))],
  ];
  const notes = runtimes.flatMap(([{ name, exceptions }]) =>
    Object.entries(exceptions).map(([title, reason]) => `- ${name}, "${title}": ${reason}.`),
  );
  return [formatTable(rows), "", "Tests of the exam that a runtime cannot pass:", "", ...notes, ""].join(
    "\n",
  );
}

/** A test that the exam leaves out, because the transport has no such part, does not count. */
function countExam({ exceptions }: Runtime, { exam }: Report): string {
  const passed = exam.filter(({ failed, skipped }) => failed === undefined && skipped === undefined).length;
  return `${passed} of ${passed + Object.keys(exceptions).length}`;
}
