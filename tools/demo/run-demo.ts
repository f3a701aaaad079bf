import { displayText } from "anyurl";
import { toExitStatus } from "../../packages/cli/src/exit.ts";
import type { HostIo } from "../../packages/cli/src/host-io.ts";
import { isBrokenPipe } from "../../packages/cli/src/io.ts";
import { failureLines } from "../../packages/cli/src/render/failure.ts";
import { createPainter } from "../../packages/cli/src/render/style.ts";
import { demo } from "./demo.ts";

/**
 * Runs the demo and returns an exit status as `anyurl` does. `--all` shows every scheme of this project, and `--json` prints
 * the results as JSON.
 */
export async function runDemo(argv: readonly string[], io: HostIo): Promise<number> {
  try {
    const unknown = argv.find((each) => each !== "--all" && each !== "--json");
    if (unknown !== undefined) {
      await io.stderr.write(`demo: unknown option "${displayText(unknown)}": expected --all or --json\n`);
      return 2;
    }
    await demo({ isAll: argv.includes("--all"), isJson: argv.includes("--json") }, io);
    return 0;
  } catch (error) {
    const status = toExitStatus(error, io.signal);
    const lines = io.signal.aborted
      ? ["demo: interrupted"]
      : failureLines(error, "", createPainter(io.stderr, io.env));
    if (!isBrokenPipe(error)) await io.stderr.write(`${lines.join("\n")}\n`);
    return status;
  }
}
