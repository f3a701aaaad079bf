import { AccessError, displayText, type Registry, type Url } from "anyurl";
import type { HostIo } from "../host-io.ts";
import { createPainter } from "../render/style.ts";

/** A plugin that is not there, and why. */
export interface PluginError {
  /** As the config has it: the name of a package, or "the 2nd plugin". */
  readonly plugin: string;
  readonly code: "plugin-fault" | "scheme-taken";
  readonly message: string;
  readonly hint?: string | undefined;
  /** What it would have opened, as far as one knows. */
  readonly schemes: readonly string[];
}

/** A fault in one line, with nothing that could act on a terminal. */
export function formatPluginError({ plugin, code, message }: PluginError): string {
  return displayText(`${code}: ${plugin}: ${message}`);
}

/** Says which plugins are not there. All others are. */
export async function warnAboutPlugins(
  faults: readonly PluginError[],
  file: string,
  io: HostIo,
): Promise<void> {
  const paint = createPainter(io.stderr, io.env);
  for (const fault of faults) {
    const hint = fault.hint === undefined ? "" : `  hint: ${displayText(fault.hint)}\n`;
    await io.stderr.write(
      `${paint("yellow", "anyurl: warning")}: ${formatPluginError(fault)} (${displayText(file)})\n${hint}`,
    );
  }
}

/**
 * A scheme that nobody opens because its plugin is not there.
 *
 * @throws {AccessError} plugin-fault, scheme-taken.
 */
export function checkPluginLoaded(
  { scheme }: Url,
  urls: Pick<Registry, "scheme">,
  faults: readonly PluginError[] = [],
): void {
  if (urls.scheme(scheme) !== undefined || faults.length === 0) return;
  const own = faults.find(({ schemes }) => schemes.includes(scheme));
  // Any of those of which one does not know what they would have opened may be the one.
  const fault = own ?? faults.find(({ schemes }) => schemes.length === 0);
  if (fault === undefined) return;
  throw new AccessError(
    "plugin-fault",
    `cannot open ${scheme}: URLs: a plugin failed to load: ${formatPluginError(fault)}`,
    {
      scheme,
      hint: fault.hint ?? 'run "anyurl doctor" to see all plugins',
    },
  );
}
