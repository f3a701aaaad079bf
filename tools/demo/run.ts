/**
 * Demonstrates all schemes on embedded servers, and checks each result. `npm start` runs it.
 *
 *   node --conditions=anyurl-source tools/demo/run.ts [--json]
 */
import process from "node:process";
import { createNodeIo } from "../../packages/cli/src/node-io.ts";
import { runDemo } from "./run-demo.ts";

process.exit(await runDemo(process.argv.slice(2), createNodeIo()));
