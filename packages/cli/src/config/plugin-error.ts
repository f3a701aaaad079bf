import { AccessError, displayText, type Registry, type Url } from "anyurl";
import type { HostIo } from "../host-io.ts";
import { createPainter } from "../render/style.ts";

/** A plugin that failed to load, and why. */
export interface PluginError {
  /** As named in the config: the name of a package, or "plugin 2". */
  readonly plugin: string;
  /** The file that names it. */
  readonly file: string;
  readonly code: "plugin-fault" | "scheme-taken";
  readonly message: string;
  readonly hint?: string | undefined;
  /** The schemes that it would have added, as far as known. */
  readonly schemes: readonly string[];
}

/** Formats a plugin error as one line, without control characters. */
export function formatPluginError({ plugin, code, message }: PluginError): string {
  return displayText(`${code}: ${plugin}: ${message}`);
}

/** Prints a warning for each plugin that failed to load. */
export async function warnAboutPlugins(faults: readonly PluginError[], io: HostIo): Promise<void> {
  const paint = createPainter(io.stderr, io.env);
  for (const fault of faults) {
    const hint = fault.hint === undefined ? "" : `  hint: ${displayText(fault.hint)}\n`;
    await io.stderr.write(
      `${paint("yellow", "anyurl: warning")}: ${formatPluginError(fault)} (${displayText(fault.file)})\n${hint}`,
    );
  }
}

/**
 * Throws if the scheme is missing because its plugin failed to load.
 *
 * @throws {AccessError} plugin-fault.
 */
export function checkPluginLoaded(
  { scheme }: Url,
  urls: Pick<Registry, "scheme">,
  faults: readonly PluginError[] = [],
): void {
  if (urls.scheme(scheme) !== undefined || faults.length === 0) return;
  const own = faults.find(({ schemes }) => schemes.includes(scheme));
  // A failed plugin whose schemes are unknown may be the right one.
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
