#!/usr/bin/env node
// What users run: tools/scripts/bundle-cli.ts makes one program of this file and all that it imports.
import { setUpCompileCache } from "./compile-cache.ts";

setUpCompileCache();
void import("./run.ts").then(({ runProcess }) => runProcess());
