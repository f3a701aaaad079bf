#!/usr/bin/env node
import process from "node:process";
import { main } from "./main.ts";

process.exitCode = await main(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  isInteractive: process.stdin.isTTY === true && process.stdout.isTTY === true && !process.env["CI"],
  cwd: process.cwd(),
});
