import { displayText } from "anyurl";
import { toExitStatus } from "../../packages/cli/src/exit-status.ts";
import type { HostIo } from "../../packages/cli/src/host-io.ts";
import { isBrokenPipe } from "../../packages/cli/src/io.ts";
import { failureLines } from "../../packages/cli/src/render/failure.ts";
import { createPainter } from "../../packages/cli/src/render/style.ts";
import { demo, shortDemo } from "./demo.ts";

const OPTIONS: readonly string[] = ["--all", "--rfc1738", "--json"];

/**
 * Runs the demo and returns an exit status as `anyurl` does. Without options it shows five acts in one screen. `--rfc1738`
 * shows the schemes of RFC 1738, `--all` every scheme of this project, and `--json` prints the results as JSON.
 */
export async function runDemo(argv: readonly string[], io: HostIo): Promise<number> {
  try {
    const unknown = argv.find((each) => !OPTIONS.includes(each));
    if (unknown !== undefined) {
      const expected = OPTIONS.join(", ");
      await io.stderr.write(`demo: unknown option "${displayText(unknown)}": expected one of ${expected}\n`);
      return 2;
    }
    if (argv.length === 0) await shortDemo(io);
    else await demo({ isAll: argv.includes("--all"), isJson: argv.includes("--json") }, io);
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
