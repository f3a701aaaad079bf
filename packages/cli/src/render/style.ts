import { styleText } from "node:util";
import type { HostIo, Output } from "../host-io.ts";

export type Format = Parameters<typeof styleText>[0];
/** Colors a text, or returns it unchanged. */
export type Paint = (format: Format, text: string) => string;

/** When output has color: the values of --color. */
export const COLOR_CHOICES = ["auto", "always", "never"] as const;

/**
 * Returns whether an output has color. FORCE_COLOR decides if it is set: "0" and "false" mean no color. Otherwise only a
 * terminal has color, and only without NO_COLOR (no-color.org) and without TERM=dumb.
 */
export function hasColor({ isTerminal }: Pick<Output, "isTerminal">, env: HostIo["env"]): boolean {
  const { FORCE_COLOR: forced = "", NO_COLOR: none, TERM: term } = env;
  if (forced !== "") return forced !== "0" && forced !== "false";
  return isTerminal && !none && term !== "dumb";
}

/** Sets what --color asks for in the environment. `false` is --no-color. */
export function withColor(
  env: HostIo["env"],
  color: (typeof COLOR_CHOICES)[number] | false | undefined,
): HostIo["env"] {
  if (color === undefined || color === "auto") return env;
  return { ...env, FORCE_COLOR: color === "always" ? "1" : undefined, NO_COLOR: "1" };
}

export function createPainter(output: Pick<Output, "isTerminal">, env: HostIo["env"]): Paint {
  if (!hasColor(output, env)) return (_, text) => text;
  if (!has256Colors(env)) return (format, text) => styleText(format, text, { validateStream: false });
  return (format, text) => {
    const codes = [format].flat().map((name) => READABLE.get(name) ?? SGR.get(name));
    return text === "" ? "" : `\x1b[${codes.join(";")}m${text}\x1b[0m`;
  };
}

function has256Colors({ TERM: term = "", COLORTERM: level = "" }: HostIo["env"]): boolean {
  return term.includes("256color") || level === "truecolor" || level === "24bit";
}

/** Select Graphic Rendition (ECMA-48 §8.3.117), for the other formats. */
const SGR: ReadonlyMap<unknown, number> = new Map([
  ["bold", 1],
  ["underline", 4],
]);

/**
 * The palette of 256 colors has fixed values, in contrast to the first 16. These have a contrast of at least 4:1 both on
 * black and on white.
 */
export const READABLE_COLORS = {
  red: 161,
  green: 28,
  yellow: 130,
  blue: 62,
  magenta: 133,
  cyan: 30,
  dim: 243,
};

const READABLE: ReadonlyMap<unknown, string> = new Map(
  Object.entries(READABLE_COLORS).map(([name, index]) => [name, `38;5;${index}`]),
);
