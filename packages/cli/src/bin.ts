#!/usr/bin/env node
import { runProcess } from "./run.ts";

await runProcess();
