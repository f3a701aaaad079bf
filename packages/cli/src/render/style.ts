import { styleText } from "node:util";
import type { HostIo, Output } from "../host-io.ts";

export type Format = Parameters<typeof styleText>[0];
/** Colours a text, or gives it back as it is. */
export type Paint = (format: Format, text: string) => string;

/** Colours are for terminals, and only where nobody has said NO_COLOR (no-color.org) or has a dumb one. */
export function hasColor(output: Output, env: HostIo["env"]): boolean {
  return output.isTerminal && !env["NO_COLOR"] && env["TERM"] !== "dumb";
}

export function createPainter(output: Output, env: HostIo["env"]): Paint {
  return hasColor(output, env)
    ? (format, text) => styleText(format, text, { validateStream: false })
    : (_, text) => text;
}

/** One for each part of a URL, in turn. */
export const PART_COLORS: readonly Format[] = ["cyan", "magenta", "yellow", "green", "blue", "red"];
