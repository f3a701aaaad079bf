import { describe } from "vitest";
import { pooledBuffers, reusedArray } from "./broken/healthy/owning.ts";
import { echoScheme } from "./broken/healthy/scheme.ts";
import { declareExam } from "./broken/take-exam.ts";

// The plugin beside which all others are broken: it must pass whatever there is.
declareExam(echoScheme());

// And so must plugins that go on using the memory of their chunks, as they may.
describe.each([
  ["yields slices of one Buffer", pooledBuffers()],
  ["fills the same array for each chunk", reusedArray()],
])("a plugin that %s:", (_, scheme) => {
  declareExam(scheme, { runs: 20 });
});
