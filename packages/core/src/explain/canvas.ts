import { displayWidth } from "./display-width.ts";
import type { Color, Paint } from "./paint.ts";

/** The content of one column: "" in the second column of a wide character. */
interface Cell {
  readonly text: string;
  readonly colour: Color | undefined;
}

const BLANK: Cell = { text: " ", colour: undefined };

/** A line of a terminal that can be written in any order, column by column. */
export class CanvasLine {
  readonly #cells: Cell[] = [];

  /** Writes `text` from a column on, over existing content. */
  write(column: number, text: string, colour: Color | undefined): void {
    let at = column;
    for (const char of text) {
      const own = displayWidth(char);
      while (this.#cells.length < at + own) this.#cells.push(BLANK);
      if (own === 0 && at > 0)
        this.#cells[at - 1] = { text: (this.#cells[at - 1]?.text ?? "") + char, colour };
      for (let i = 0; i < own; i++) this.#cells[at + i] = { text: i === 0 ? char : "", colour };
      at += own;
    }
  }

  isBlank(column: number): boolean {
    return (this.#cells[column] ?? BLANK) === BLANK;
  }

  /** Returns the line without trailing spaces. Each run of one color is painted at once. */
  text(paint: Paint): string {
    let end = this.#cells.length;
    while (end > 0 && this.#cells[end - 1]!.text === " ") end--;
    let line = "";
    for (let from = 0, to = 0; from < end; from = to) {
      const { colour } = this.#cells[from]!;
      let stretch = "";
      while (to < end && this.#cells[to]!.colour === colour) stretch += this.#cells[to++]!.text;
      line += colour === undefined ? stretch : paint(colour, stretch);
    }
    return line;
  }
}
