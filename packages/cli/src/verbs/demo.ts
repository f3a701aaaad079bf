import { createHash } from "node:crypto";
import { createAnyurl, displayText, type Plan, redact, textOf } from "anyurl";
import { type Scene, scenesOf } from "../demo/scenes.ts";
import { type Outcome, openStage, perform } from "../demo/stage.ts";
import type { Io } from "../io.ts";
import { jsonText } from "../json.ts";
import { drawing, partLines, visible } from "../render/anatomy.ts";
import { dialogueLines } from "../render/dialogue.ts";
import { entryLines } from "../render/entries.ts";
import { problemLines } from "../render/problems.ts";
import { type Paint, painter } from "../render/style.ts";
import { looksBinary } from "../render/terminal-text.ts";
import { shownOf } from "../shown.ts";

/** Parts that are explained once, and not for each URL again. */
const FAMILIAR: ReadonlySet<string> = new Set(["scheme", "host", "port"]);
/** Lines of a text, and entries of a listing, that are shown. */
const PREVIEW = 4;

/** Opens URLs on servers inside of this process, and compares everything with what must come. */
export async function demo(_: string, { json }: { readonly json?: boolean }, io: Io): Promise<void> {
  const paint = painter(io.stdout, io.env);
  await using stage = await openStage();
  const urls = createAnyurl();
  const scenes = scenesOf(stage.root);
  const met = new Set<string>();
  const results: object[] = [];
  if (json !== true) {
    await io.stdout.write(`${opening(paint, stage.ftp.origin, stage.gopher.origin)}\n`);
  }
  for (const [i, scene] of scenes.entries()) {
    const outcome = await perform(scene, stage, urls, io.signal);
    if (json === true) results.push({ title: scene.title, operation: scene.operation, ...dataOf(outcome) });
    else {
      const number = `${i + 1}/${scenes.length}`;
      const lines = sceneLines(scene, outcome, met.has(scene.server), paint, io.stdout.columns);
      await io.stdout.write(`\n${paint("bold", `${number}  ${scene.title}`)}\n\n${indented(lines)}\n`);
    }
    if (outcome.kind !== "refused") met.add(scene.server);
  }
  const refused = scenes.filter(({ expected }) => "code" in expected).length;
  await io.stdout.write(
    json === true
      ? jsonText(results)
      : `\n${paint("green", "Done.")} ${scenes.length - refused} URLs opened, ${refused} refused with nothing sent.\n` +
          "What came is what was there, and what was planned is what was sent.\n",
  );
}

function opening(paint: Paint, ...origins: readonly string[]): string {
  return `${paint("bold", "anyurl")} reads URLs, and opens them: here on two small servers in this process,\n${origins.join(" and ")}.`;
}

function sceneLines(
  scene: Scene,
  outcome: Outcome,
  familiar: boolean,
  paint: Paint,
  width = 100,
): readonly string[] {
  const shown = shownOf(outcome.url);
  if (outcome.kind === "refused")
    return problemLines(shown, [outcome.problem], paint, width).map((line) => line.slice(2));
  const parts = visible(outcome.parts, shown);
  // The signs in the drawing and in the lines below it are the same: lines are left out, not parts.
  const explained = partLines(parts, paint).filter((_, i) => !familiar || !FAMILIAR.has(parts[i]!.name));
  return [
    ...drawing(shown, parts, paint, width - 4),
    "",
    ...explained,
    "",
    ...(familiar ? briefly(outcome.plan, paint) : dialogueLines(outcome.plan, paint)),
    "",
    ...resultLines(outcome, scene.lineEnds === true, paint),
  ];
}

/** A dialogue that one has seen before, on one line. */
function briefly({ steps }: Plan, paint: Paint): readonly string[] {
  const sent = steps.flatMap((step) => (step.do === "send" ? [displayText(step.text)] : []));
  return [
    `${paint("green", "C:")} ${sent.map((line) => (line === "" ? "(an empty line)" : line)).join(paint("dim", " | "))}`,
  ];
}

function resultLines(
  outcome: Exclude<Outcome, { kind: "refused" }>,
  lineEnds: boolean,
  paint: Paint,
): readonly string[] {
  if (outcome.kind === "entries") {
    const { entries } = outcome;
    const head = `${paint("green", "S:")} ${entries.length} ${entries.length === 1 ? "entry" : "entries"}`;
    return [head, ...preview(entryLines(entries, paint), entries.length)];
  }
  const { octets } = outcome;
  if (looksBinary(octets, undefined)) {
    return [`${paint("green", "S:")} ${octets.length} octets, sha256 ${paint("dim", sha256(octets))}`];
  }
  const text = textOf(octets);
  const lines = (lineEnds ? text : text.replaceAll("\r\n", "\n")).replace(/\n$/, "").split("\n");
  return [
    `${paint("green", "S:")} ${octets.length} octets`,
    ...preview(
      lines.map((line) => displayText(line)),
      lines.length,
    ),
  ];
}

function preview(lines: readonly string[], count: number): readonly string[] {
  const rest = count - PREVIEW;
  const shown = lines.slice(0, rest > 1 ? PREVIEW : count).map((line) => `   ${line}`.trimEnd());
  return rest > 1 ? [...shown, `   … ${rest} more`] : shown;
}

function dataOf(outcome: Outcome): object {
  const url = redact(outcome.url);
  if (outcome.kind === "refused") return { url, refused: outcome.problem };
  if (outcome.kind === "entries") return { url, entries: outcome.entries };
  return { url, size: outcome.octets.length, sha256: sha256(outcome.octets) };
}

function sha256(octets: Uint8Array): string {
  return createHash("sha256").update(octets).digest("hex");
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => (line === "" ? "" : `  ${line}`)).join("\n");
}
