import { markdownTable } from "../first-party-files.ts";
import type { Case } from "./cases.ts";
import type { Survey } from "./install.ts";

const KIBIBYTE = 1024;

/** A case, and its installed packages. */
export interface Outcome {
  readonly of: Case;
  readonly survey: Survey;
}

/** Returns the faults of an outcome, one sentence each. */
export function faultsOf({ of: { asked, limit }, survey: { packages, octets } }: Outcome): readonly string[] {
  const expected = [...asked, ...(limit.besides ?? [])];
  const most = limit.kibibytes * KIBIBYTE;
  return [
    ...packages
      .filter((name) => !expected.includes(name))
      .map((name) => `${name} was installed, but was not requested`),
    ...expected.filter((name) => !packages.includes(name)).map((name) => `${name} was not installed`),
    ...packages
      .filter((name, i) => packages.indexOf(name) !== i)
      .map((name) => `${name} was installed more than once`),
    ...(octets > most ? [`${octets} bytes were installed; the limit is ${most}`] : []),
  ];
}

/** Returns the table of the README: the packages in a program's node_modules. */
export function tableOf(outcomes: readonly Outcome[]): string {
  const named = new Map(outcomes.map((outcome) => [outcome.of.name, outcome]));
  const cells = (name: string): readonly string[] => {
    const outcome = named.get(name);
    return outcome === undefined ? ["", ""] : [String(outcome.survey.packages.length), sizeOf(outcome)];
  };
  // The schemes of one package have the same packages, so its first one stands for it.
  const isFirst = ({ scheme }: Case) =>
    outcomes.find(({ of }) => of.scheme?.packageName === scheme?.packageName)?.of.scheme === scheme;
  const rows = outcomes
    .filter(({ of }) => of.kind !== "open" && isFirst(of))
    .map(({ of }) => {
      const { kind, scheme, asked } = of;
      const installed = asked.map((name) => `\`${name}\``).join(", ");
      if (kind === "core") return [installed, ...cells("core"), "", ""];
      if (kind === "anyurl") return [installed, "", "", ...cells("anyurl")];
      const { constant } = scheme!;
      return [`\`${scheme!.packageName}\``, ...cells(`read ${constant}`), ...cells(`open ${constant}`)];
    });
  const head = ["installed", "to read: packages", "size", "to open: packages", "size"];
  return markdownTable([head, ...rows]);
}

/** Sizes change often, so a table may be off by less than a tenth. */
const TOLERANCE = 0.1;

/** Returns whether a README's table has the measured values: its words and counts exactly, its sizes nearly. */
export function isCurrent(old: string, now: string): boolean {
  const [before, after] = [cellsOf(old), cellsOf(now)];
  return before.length === after.length && after.every((cell, i) => isNear(before[i]!, cell));
}

function cellsOf(table: string): readonly string[] {
  return table
    .trim()
    .split("\n")
    .flatMap((line) => line.split("|").map((cell) => cell.trim()))
    .filter((cell) => !/^-*$/.test(cell));
}

function isNear(before: string, after: string): boolean {
  const [left, right] = [before, after].map((cell) => /^([0-9.]+) MB$/.exec(cell)?.[1]);
  if (left === undefined || right === undefined) return before === after;
  // Both sizes are rounded, so a difference of one in the last digit is ignored.
  return Math.abs(Number(left) - Number(right)) <= Math.max(0.1, TOLERANCE * Number(right)) + 1e-9;
}

/** Formats a size as "1.2 MB": millions of bytes. */
function sizeOf({ survey }: Outcome): string {
  return `${(survey.octets / 1e6).toFixed(1)} MB`;
}
