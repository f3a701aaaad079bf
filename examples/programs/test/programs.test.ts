import assert from "node:assert/strict";
import { test } from "node:test";
import { CHECKS } from "./checks.ts";
import { startWorld } from "./world.ts";

test("ten programs", async (t) => {
  await using running = await startWorld();
  for (const { title, run } of CHECKS) await t.test(title, () => run(running.world));
  assert.equal(CHECKS.length, 10);
});
