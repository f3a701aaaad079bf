import process from "node:process";
import { main } from "./main.ts";
import { nodeIo } from "./node-io.ts";

/** Runs the command line of this process, and ends it. */
export async function run(): Promise<never> {
  const status = await main(process.argv.slice(2), nodeIo());
  // Whatever is still waiting now, a name's look-up for one, has nobody left to wait for it.
  process.exit(status);
}
