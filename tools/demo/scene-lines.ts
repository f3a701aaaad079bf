import { displayText, type Part } from "anyurl";
import { redactUrl } from "../../packages/cli/src/redacted-url.ts";
import { planLines } from "../../packages/cli/src/render/plan-lines.ts";
import { problemLines } from "../../packages/cli/src/render/problems.ts";
import { stringWidth } from "../../packages/cli/src/render/string-width.ts";
import type { Paint } from "../../packages/cli/src/render/style.ts";
import { drawUrl, maskParts, partLines } from "./anatomy.ts";
import { readableLine, readablePlan } from "./readable.ts";
import { resultLines } from "./result-lines.ts";
import type { SessionResult } from "./run-session.ts";
import type { Opening, SessionScenario } from "./scenario.ts";
import type { Outcome } from "./step.ts";
import { plannedFile } from "./wire.ts";

/** How to show scenarios. */
export interface RenderOptions {
  readonly paint: Paint;
  readonly width: number;
  /** Parts that have been explained and are not explained again. */
  readonly familiar: ReadonlySet<string>;
  /** Whether to omit a sent line. */
  readonly usual: (line: string) => boolean;
}

/** Columns next to the sent lines. */
const MARGIN_COLUMNS = 8;

/** Maximum number of lines to show of an answer in a session. */
const MAX_ANSWER_LINES = 2;

export function openingLines(opening: Opening, outcome: Outcome, look: RenderOptions): readonly string[] {
  const { paint, width } = look;
  const { came, plan, parts } = outcome;
  const shown = redactUrl(opening.url);
  if (came.kind === "failed" && came.failure.problem !== undefined) {
    return problemLines(shown, [came.failure.problem], paint, width).map((line) => line.slice(2));
  }
  const url = opening.anatomy === true ? anatomyLines(opening.url, parts, look) : [displayText(shown.text)];
  const isMessage = plan?.steps.some((step) => step.do === "message") === true;
  const planned =
    opening.dialogue === true && plan !== undefined ? [...planLines(readablePlan(plan), paint), ""] : [];
  // The plan contains the complete message, but not the protocol that submits it.
  const said = planned.length > 0 && !isMessage ? planned : [...planned, ...sentLines(outcome, look)];
  const gap = opening.anatomy === true || opening.dialogue === true ? [""] : [];
  return [...url, ...gap, ...said, ...resultLines(outcome, opening, paint)];
}

/** Formats several steps in a row, without a drawing. */
export function seriesLines(outcomes: readonly Outcome[], look: RenderOptions): readonly string[] {
  return outcomes.flatMap((outcome) => {
    const { operation, url } = outcome.act;
    return [
      `${look.paint("bold", operation)} ${displayText(redactUrl(url).text)}`,
      ...sentLines(outcome, look),
      ...resultLines(outcome, {}, look.paint),
    ];
  });
}

export function conversationLines(
  { user }: SessionScenario,
  { url, parts, welcome, lines }: SessionResult,
  look: RenderOptions,
): readonly string[] {
  const { paint } = look;
  return [
    ...anatomyLines(url, parts, look),
    "",
    ...(welcome === "" ? [] : heardLines(welcome, paint)),
    ...lines.flatMap(({ say, hear }) => [
      `${paint("green", "C:")} ${displayText(say)}`,
      ...heardLines(hear, paint),
    ]),
    ...(user === undefined
      ? []
      : [paint("dim", `-- neither "${displayText(user)}" nor a password was sent`)]),
  ];
}

function anatomyLines(
  url: string,
  parts: readonly Part[],
  { familiar, paint, width }: RenderOptions,
): readonly string[] {
  const shown = redactUrl(url);
  const seen = maskParts(parts, shown);
  // The drawing and the lines below it must have the same signs, so omit lines and not parts.
  const explained = partLines(seen, paint).filter((_, i) => !familiar.has(seen[i]!.name));
  return [...drawUrl(shown, seen, paint, width - 4), "", ...explained];
}

/** Formats the sent lines without the answers, wrapped to the width. */
function sentLines({ sent, plan }: Outcome, { paint, width, usual }: RenderOptions): readonly string[] {
  const path = plan === undefined ? undefined : plannedFile(plan);
  if (path !== undefined) return [paint("dim", `-- ${displayText(path)}`)];
  const rows: string[] = [];
  for (const line of sent.filter((each) => !usual(each)).map(readableLine)) {
    const row = rows.at(-1);
    const joined = row === undefined ? line : `${row} | ${line}`;
    if (row === undefined || stringWidth(joined) > width - MARGIN_COLUMNS) rows.push(line);
    else rows[rows.length - 1] = joined;
  }
  return rows.map((row, i) => `${i === 0 ? paint("green", "C:") : "  "} ${row}`);
}

function heardLines(heard: string, paint: Paint): readonly string[] {
  const lines = heard
    .replace(/\r\n$/, "")
    .split("\r\n")
    .filter((line) => line !== "");
  const rest = lines.length > MAX_ANSWER_LINES ? " …" : "";
  const shown = lines.slice(0, MAX_ANSWER_LINES).map((line) => displayText(line));
  return [`${paint("green", "S:")} ${shown.join(" | ")}${rest}`];
}
