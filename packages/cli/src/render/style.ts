import { styleText } from "node:util";
import type { HostIo, Output } from "../host-io.ts";

export type Format = Parameters<typeof styleText>[0];
/** Colors a text, or returns it unchanged. */
export type Paint = (format: Format, text: string) => string;

/** Creates a painter. It colors only for terminals, and only without NO_COLOR (no-color.org) and a dumb terminal. */
export function hasColor(output: Output, env: HostIo["env"]): boolean {
  return output.isTerminal && !env["NO_COLOR"] && env["TERM"] !== "dumb";
}

export function createPainter(output: Output, env: HostIo["env"]): Paint {
  return hasColor(output, env)
    ? (format, text) => styleText(format, text, { validateStream: false })
    : (_, text) => text;
}
