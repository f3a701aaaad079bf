#!/usr/bin/env node
// What users run: tools/scripts/bundle-cli.ts makes one program of this file and all that it imports.
import { keepCompiled } from "./compile-cache.ts";

keepCompiled();
void import("./run.ts").then(({ run }) => run());
