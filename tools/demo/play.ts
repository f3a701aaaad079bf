import { runSession, type SessionResult } from "./run-session.ts";
import type { Opening, Scenario, Series, SessionScenario } from "./scenario.ts";
import type { DemoEnvironment } from "./stage.ts";
import { type Outcome, runStep } from "./step.ts";

/** The result of a scenario. */
export type ScenarioResult =
  | { readonly scene: Opening; readonly outcome: Outcome }
  | { readonly scene: Series; readonly outcomes: readonly Outcome[] }
  | { readonly scene: SessionScenario; readonly said: SessionResult };

/** Runs a scenario. @throws {DemoFailure} a result is not the expected one. */
export async function runScenario(
  scene: Scenario,
  stage: DemoEnvironment,
  signal: AbortSignal,
): Promise<ScenarioResult> {
  if ("lines" in scene) return { scene, said: await runSession(scene, stage, stage.urls, signal) };
  if (!("acts" in scene)) return { scene, outcome: await runStep(scene, stage, stage.urls, signal) };
  const urls = scene.kept === true ? stage.keeping : stage.urls;
  const outcomes: Outcome[] = [];
  for (const act of scene.acts) outcomes.push(await runStep(act, stage, urls, signal));
  return { scene, outcomes };
}
