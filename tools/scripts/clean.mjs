// Empties the dist/ of the package in whose folder it is run: tsc does not remove the output of deleted sources.
import { rmSync } from "node:fs";

rmSync("dist", { recursive: true, force: true });
