import { describe } from "vitest";
import { pooledBuffers, reusedArray } from "./broken/healthy/owning.ts";
import { echoScheme } from "./broken/healthy/scheme.ts";
import { declareExam } from "./broken/take-exam.ts";

// The healthy plugin that all broken ones derive from: it must pass the whole exam.
declareExam(echoScheme());

// Plugins that reuse the memory of their chunks, which is allowed, must pass as well.
describe.each([
  ["yields slices of one Buffer", pooledBuffers()],
  ["fills the same array for each chunk", reusedArray()],
])("a plugin that %s:", (_, scheme) => {
  declareExam(scheme, { runs: 20 });
});
