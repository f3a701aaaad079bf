import { converse, type Said } from "./run-session.ts";
import type { Conversation, Opening, Scene, Series } from "./scenario.ts";
import type { Stage } from "./stage.ts";
import { type Outcome, perform } from "./step.ts";

/** What became of a scene. */
export type Played =
  | { readonly scene: Opening; readonly outcome: Outcome }
  | { readonly scene: Series; readonly outcomes: readonly Outcome[] }
  | { readonly scene: Conversation; readonly said: Said };

/** Plays a scene. @throws {DemoFailure} anything is not as it must be. */
export async function play(scene: Scene, stage: Stage, signal: AbortSignal): Promise<Played> {
  if ("lines" in scene) return { scene, said: await converse(scene, stage, stage.urls, signal) };
  if (!("acts" in scene)) return { scene, outcome: await perform(scene, stage, stage.urls, signal) };
  const urls = scene.kept === true ? stage.keeping : stage.urls;
  const outcomes: Outcome[] = [];
  for (const act of scene.acts) outcomes.push(await perform(act, stage, urls, signal));
  return { scene, outcomes };
}
