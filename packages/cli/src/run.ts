import process from "node:process";
import { main } from "./main.ts";
import { createNodeIo } from "./node-io.ts";

/** Runs the command line of this process, and exits. */
export async function runProcess(): Promise<never> {
  const status = await main(process.argv.slice(2), createNodeIo());
  // Exit now: pending work, such as a DNS lookup, is no longer needed.
  process.exit(status);
}
