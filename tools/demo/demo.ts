import { redact } from "anyurl";
import type { HostIo } from "../../packages/cli/src/host-io.ts";
import { formatJson } from "../../packages/cli/src/json.ts";
import { createPainter, type Paint } from "../../packages/cli/src/render/style.ts";
import { createScenarios } from "./blocks.ts";
import { runScenario, type ScenarioResult } from "./play.ts";
import { resultData } from "./result-lines.ts";
import type { SchemeScenario } from "./scenario.ts";
import { conversationLines, openingLines, type RenderOptions, seriesLines } from "./scene-lines.ts";
import { startDemoServers } from "./stage.ts";
import type { Outcome } from "./step.ts";

/** Parts that have been explained already. */
const FAMILIAR: ReadonlySet<string> = new Set(["scheme", "host", "port"]);
const NOTHING: ReadonlySet<string> = new Set();

export interface DemoOptions {
  /** Every scheme of this project, and not only those of RFC 1738. */
  readonly isAll: boolean;
  readonly isJson: boolean;
}

/** Shows five acts in one screen. The fifth is a gateway for the same servers, if there is a terminal. */
export async function shortDemo(io: HostIo): Promise<void> {
  const { playActs } = await import("./acts.ts");
  await using stage = await startDemoServers();
  await playActs(stage, io);
  const paint = createPainter(io.stdout, io.env);
  if (io.stdout.isTerminal && io.askLine !== undefined) {
    const { serveStage } = await import("./gateway.ts");
    const { openInBrowser } = await import("./browse.ts");
    const { formatLink } = await import("@anyurl/gateway");
    await serveStage(stage, false, io, async (url) => {
      const page = new URL(formatLink(`${stage.gopher.origin}/`), url).href;
      await io.stdout.write(
        `\n${paint("bold", "5. The same in a browser")}\n  ${paint(["bold", "cyan"], page)}\n` +
          `  ${openInBrowser(page, io.env) ? "It opens in your browser. " : ""}Press Ctrl-C to stop.\n\n${MORE}`,
      );
    });
  } else await io.stdout.write(`\n${MORE}`);
}

const MORE = "npm start -- --all is the full tour; npm start -- URL opens a URL.\n";

/**
 * Opens URLs on servers in this process, and compares the results with the expected ones. At a terminal it then runs a
 * gateway for them until Ctrl-C, which is not an error.
 */
export async function demo({ isAll, isJson }: DemoOptions, io: HostIo): Promise<void> {
  const paint = createPainter(io.stdout, io.env);
  await using stage = await startDemoServers();
  const blocks = createScenarios(stage, isAll);
  const data: object[] = [];
  const count: Count = { opened: 0, refused: 0, explained: 0 };
  if (!isJson) await io.stdout.write(`${opening(isAll, paint)}\n`);
  for (const [i, block] of blocks.entries()) {
    if (!isJson) await io.stdout.write(`\n${heading(block, i + 1, blocks.length, paint)}\n`);
    for (const [j, scene] of block.scenes.entries()) {
      const played = await runScenario(scene, stage, io.signal);
      countIn(played, count);
      if (isJson) data.push(...dataOf(block, played));
      else {
        const look = lookOf(block, i === 0 && j === 0, paint, io.stdout.columns);
        const lines = linesOf(played, look);
        await io.stdout.write(`\n  ${paint("bold", scene.title)}\n${indented(lines)}\n`);
      }
    }
  }
  if (isJson) return io.stdout.write(formatJson(data));
  await io.stdout.write(
    `\n${paint("green", "Done.")} ${countText(count)}.\nAll results and all sent bytes were as expected.\n` +
      (isAll ? "" : `${paint("dim", "npm start -- --all")} shows every scheme of this project.\n`),
  );
  if (!io.stdout.isTerminal || io.askLine === undefined) return;
  const { serveStage } = await import("./gateway.ts");
  await serveStage(stage, isAll, io, (url) =>
    io.stdout.write(
      `\nOpen the same servers in a browser: ${paint(["bold", "cyan"], url)}\nPress Ctrl-C to stop.\n`,
    ),
  );
}

function opening(isAll: boolean, paint: Paint): string {
  const what = isAll ? "of RFC 1738, and of others" : "of the ten schemes of RFC 1738, and of others";
  return (
    `${paint("bold", "anyurl")} opens URLs ${what}. This demo uses small\n` +
    "servers in this process, and a temporary directory."
  );
}

function countText({ opened, refused, explained }: Count): string {
  const also = explained === 0 ? "" : `, ${explained} explained`;
  return `${opened} URLs opened${also}, ${refused} rejected before anything was sent`;
}

function heading({ scheme, title }: SchemeScenario, number: number, of: number, paint: Paint): string {
  return `${paint("dim", `${number}/${of}`)}  ${paint(["bold", "cyan"], `${scheme}:`)} ${title}`;
}

/** Numbers of URLs. */
interface Count {
  opened: number;
  refused: number;
  /** Those of schemes that cannot be opened. */
  explained: number;
}

function countIn(played: ScenarioResult, count: Count): void {
  if ("said" in played) {
    count.opened++;
    return;
  }
  for (const { plan, came } of outcomesOf(played)) {
    if (came.kind === "explained") count.explained++;
    else if (plan === undefined) count.refused++;
    else count.opened++;
  }
}

function outcomesOf(played: Exclude<ScenarioResult, { readonly said: unknown }>): readonly Outcome[] {
  return "outcomes" in played ? played.outcomes : [played.outcome];
}

function lookOf(
  { usual = () => false }: SchemeScenario,
  isFirst: boolean,
  paint: Paint,
  width = 100,
): RenderOptions {
  return { paint, width, familiar: isFirst ? NOTHING : FAMILIAR, usual };
}

function linesOf(played: ScenarioResult, look: RenderOptions): readonly string[] {
  if ("said" in played) return conversationLines(played.scene, played.said, look);
  if ("outcomes" in played) return seriesLines(played.outcomes, look);
  return openingLines(played.scene, played.outcome, look);
}

function dataOf({ scheme }: SchemeScenario, played: ScenarioResult): readonly object[] {
  const { title } = played.scene;
  if ("said" in played) {
    const { url, lines } = played.said;
    return [{ scheme, title, operation: "open", url: redact(url), lines }];
  }
  return outcomesOf(played).map(({ act: { operation, url }, came }) => ({
    ...{ scheme, title, operation, url: redact(url) },
    ...resultData(came),
  }));
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => (line === "" ? "" : `    ${line}`)).join("\n");
}
