#!/usr/bin/env node
// The entry point of the program: tools/scripts/bundle-cli.ts bundles this file and all its imports.
import { setUpCompileCache } from "./compile-cache.ts";

setUpCompileCache();
void import("./run.ts").then(({ runProcess }) => runProcess());
