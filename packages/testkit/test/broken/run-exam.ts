import { echoScheme } from "./healthy/scheme.ts";
import { declareExam } from "./take-exam.ts";

// Runs the whole exam under any runner: `node --test`, or plain `node`. No runner is imported.
declareExam(echoScheme(), { runs: 20, peers: new Set(["close", "byte by byte"]) });
