/**
 * Demonstrates the schemes of RFC 1738 on embedded servers, or with `--all` every scheme of this project, and checks each
 * result. `npm start` runs it.
 *
 *   node --conditions=anyurl-source tools/demo/run.ts [--all] [--json]
 */
import process from "node:process";
import { createNodeIo } from "../../packages/cli/src/node-io.ts";
import { runDemo } from "./run-demo.ts";

process.exit(await runDemo(process.argv.slice(2), createNodeIo()));
