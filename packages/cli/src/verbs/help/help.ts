import { displayText, type Registry } from "anyurl";
import { type ConfigOptions, type LoadedConfig, loadConfig } from "../../config/load-config.ts";
import { UsageError } from "../../errors.ts";
import type { CreateHelp } from "../../help/create-help.ts";
import { schemeHelp } from "../../help/scheme-help.ts";
import { schemeHelpLines } from "../../help/scheme-help-lines.ts";
import type { Io } from "../../io.ts";
import { formatJson } from "../../json.ts";
import { createPainter } from "../../render/style.ts";
import { loadSchemesFor } from "../../schemes-for.ts";

export interface HelpOptions extends ConfigOptions {
  readonly json?: boolean;
}

/** Columns if the output is not a terminal. */
const WIDTH = 100;

/** Prints the help of anyurl, of a command, or of a scheme, including plugins. */
async function help(createHelp: CreateHelp, name: string, options: HelpOptions, io: Io): Promise<void> {
  const printed = { out: "", err: "" };
  const program = createHelp(printed, io.stdout.columns);
  const verb = program.commands.find((each) => each.name() === name);
  if (name === "" || verb !== undefined) {
    (verb ?? program).outputHelp();
    return io.stdout.write(options.json === true ? formatJson({ ok: true, help: printed.out }) : printed.out);
  }
  const { urls, configured } = await allUrls(options, io);
  const wanted = name.replace(/:$/, "").toLowerCase();
  const scheme = urls.scheme(wanted);
  if (scheme === undefined)
    throw unknownNameError(name, [...program.commands.map((each) => each.name()), ...urls.names()]);
  const found = await schemeHelp(wanted, scheme, urls, configured);
  const lines = () => schemeHelpLines(found, createPainter(io.stdout, io.env), io.stdout.columns ?? WIDTH);
  await io.stdout.write(
    options.json === true ? formatJson({ ok: true, ...found }) : `${lines().join("\n")}\n`,
  );
}

export function helpVerb(createHelp: CreateHelp) {
  return (name: string, options: HelpOptions, io: Io): Promise<void> => help(createHelp, name, options, io);
}

/** Help must work even if the config is invalid. */
async function allUrls(
  options: ConfigOptions,
  io: Io,
): Promise<{ readonly urls: Registry; readonly configured: LoadedConfig | undefined }> {
  try {
    const configured = await loadConfig(options, io);
    const { urls } = await loadSchemesFor("help", [], configured?.schemes);
    return { urls, configured };
  } catch (error) {
    await io.stderr.write(`anyurl: warning: ${displayText((error as Error).message)}\n`);
    return { urls: io.urls, configured: undefined };
  }
}

function unknownNameError(name: string, known: readonly string[]): UsageError {
  const near = known.filter((each) => each.startsWith(name.slice(0, 2)));
  return new UsageError(
    `unknown command or scheme "${displayText(name.slice(0, 40))}"`,
    near.length === 0 ? 'run "anyurl help" or "anyurl schemes"' : `did you mean one of: ${near.join(", ")}`,
  );
}
