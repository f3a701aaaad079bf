/** A function that colors a text for a terminal, or returns it unchanged. */
export type Paint = (colour: Color, text: string) => string;

export type Color = keyof typeof SGR;

/** Select Graphic Rendition (ECMA-48 §8.3.117). */
const SGR = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, blue: 34, magenta: 35, cyan: 36 } as const;

export function createPainter(color: boolean): Paint {
  return (colour, text) => (color && text !== "" ? `\x1b[${SGR[colour]}m${text}\x1b[0m` : text);
}

/** The colors of the components of a URL, in turn. */
const COMPONENT_COLORS: readonly Color[] = ["cyan", "magenta", "yellow", "green", "blue", "red"];

export function componentColor(index: number): Color {
  return COMPONENT_COLORS[index % COMPONENT_COLORS.length]!;
}
