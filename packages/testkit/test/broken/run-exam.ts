import { describeUrlTable } from "../../src/index.ts";
import { echoScheme } from "./healthy/scheme.ts";
import { declareExam } from "./take-exam.ts";

// Runs the whole exam under any runner: `node --test`, or plain `node`. No runner is imported.
declareExam(echoScheme(), { runs: 20, peers: new Set(["close", "byte by byte"]) });
const problem =
  'missing-authority error authority 7-7: missing "//" and a host after "x-echo:" (RFC 862); write x-echo://HOST/…';
describeUrlTable(echoScheme(), [{ url: "x-echo:h", problems: [problem] }]);
