import { findNearest } from "@anyurl/core";
import { displayText, type Registry } from "anyurl";
import { type ConfigOptions, type LoadedConfig, loadConfig } from "../../config/load-config.ts";
import { UsageError } from "../../errors.ts";
import { schemeHelp } from "../../help/scheme-help.ts";
import { schemeHelpLines } from "../../help/scheme-help-lines.ts";
import type { Io } from "../../io.ts";
import { succeed, writeAnswer } from "../../json.ts";
import { loadSchemes } from "../../load-schemes.ts";
import { formatHelp } from "../../program.ts";
import { describeMissing } from "../../registration.ts";
import { createPainter } from "../../render/style.ts";
import { defineVerb, type Verb } from "../verb.ts";

/** Columns if the output is not a terminal. */
const WIDTH = 100;

/** Prints the help of anyurl, of a command, or of a scheme, including plugins. */
export const verb: Verb = defineVerb({
  loadsConfig: true,
  args: [{ usage: "[name]", description: "a command or a scheme", completes: ["command", "scheme"] }],
  options: {},
  examples: ["anyurl help ftp", "anyurl help get", "anyurl help --json gopher"],
  async run([name], options, io, verbs) {
    const asked = verbs.find((each) => each.name === name);
    if (name === undefined || asked !== undefined) {
      const help = await formatHelp(verbs, io.stdout.columns, asked);
      if (options.json === true) return writeAnswer(succeed({ help }), options, io);
      return io.stdout.write(help);
    }
    const { urls, configured } = await loadAllSchemes(options, io);
    const wanted = name.replace(/:$/, "").toLowerCase();
    const scheme = urls.scheme(wanted);
    if (scheme === undefined)
      throw unknownNameError(
        name,
        [...verbs.map((each) => each.name), ...urls.names()],
        await describeMissing(wanted),
      );
    const found = await schemeHelp(wanted, scheme, urls, configured);
    if (options.json === true) return writeAnswer(succeed(found), options, io);
    const lines = schemeHelpLines(found, createPainter(io.stdout, io.env), io.stdout.columns ?? WIDTH);
    await io.stdout.write(`${lines.join("\n")}\n`);
  },
});

/** Help must work even if the config is invalid. */
async function loadAllSchemes(
  options: ConfigOptions,
  io: Io,
): Promise<{ readonly urls: Registry; readonly configured: LoadedConfig | undefined }> {
  try {
    const configured = await loadConfig(options, io);
    const { urls } = await loadSchemes(undefined, configured?.schemes);
    return { urls, configured };
  } catch (error) {
    await io.stderr.write(`anyurl: warning: ${displayText((error as Error).message)}\n`);
    return { urls: (await loadSchemes()).urls, configured: undefined };
  }
}

/** @param missing what is known of a scheme of this name. */
function unknownNameError(name: string, known: readonly string[], missing?: string): UsageError {
  const near = findNearest(name, known);
  return new UsageError(
    `unknown command or scheme "${displayText(name.slice(0, 40))}"`,
    missing ?? (near === undefined ? 'run "anyurl help" or "anyurl schemes"' : `run "anyurl help ${near}"`),
  );
}
