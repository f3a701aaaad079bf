import { echoScheme } from "./healthy/scheme.ts";
import { declareExam } from "./take-exam.ts";

// The whole exam by whatever runs this file: `node --test`, or nothing but `node`. No runner is named.
declareExam(echoScheme(), { runs: 20, peers: new Set(["close", "octet by octet"]) });
