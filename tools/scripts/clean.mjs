// Empties the dist/ of the package in whose folder it is run: tsc leaves the output of a source that is gone.
import { rmSync } from "node:fs";

rmSync("dist", { recursive: true, force: true });
