import type { Layout } from "./layout.ts";

/** Where a user is on a page. The screen changes it. */
export interface Place {
  /** The first visible line; `undefined` until the page is drawn. */
  top: number | undefined;
  /** The index of the selected link. */
  selected: number | undefined;
}

/** What a screen shows of a page: a range of its lines, and one selected link. Changes the place of the user. */
export class Viewport {
  readonly #layout: Layout;
  readonly #place: Place;
  /** Lines of the screen. */
  readonly height: number;

  constructor(layout: Layout, place: Place, height: number, start: number) {
    this.#layout = layout;
    this.#place = place;
    this.height = Math.max(1, height);
    place.top = this.#clamp(place.top ?? start);
    place.selected ??= this.#firstVisible();
  }

  get top(): number {
    return this.#place.top ?? 0;
  }

  get selected(): number | undefined {
    return this.#place.selected;
  }

  /** How much of the page has been seen, in percent; `undefined` if the screen shows all of it. */
  get percent(): number | undefined {
    const { length } = this.#layout.lines;
    return length <= this.height
      ? undefined
      : Math.floor((100 * Math.min(length, this.top + this.height)) / length);
  }

  scroll(lines: number): void {
    this.scrollTo(this.top + lines);
  }

  /** Scrolls a screen, and keeps two lines of it. */
  scrollPage(direction: 1 | -1): void {
    this.scroll(direction * Math.max(1, this.height - 2));
  }

  scrollTo(line: number): void {
    this.#place.top = this.#clamp(line);
    if (!this.#isVisible(this.selected)) this.#place.selected = this.#firstVisible();
  }

  end(): void {
    this.scrollTo(this.#layout.lines.length);
    this.#place.selected = this.#visible().at(-1);
  }

  /** Selects the next link, or the one before. If it is not on the screen, scrolls a line towards it. */
  move(direction: 1 | -1): void {
    const next = this.#neighbor(direction);
    if (!this.#isVisible(next)) this.#place.top = this.#clamp(this.top + direction);
    if (this.#isVisible(next)) this.#place.selected = next;
    else if (!this.#isVisible(this.selected)) this.#place.selected = this.#firstVisible();
  }

  /** Selects a link and scrolls to it. */
  select(index: number): void {
    const line = this.#layout.linkLines[index];
    if (line === undefined) return;
    this.#place.selected = index;
    if (!this.#isVisible(index)) this.#place.top = this.#clamp(line - Math.floor(this.height / 2));
  }

  /** Scrolls to the next line with a text, without regard to case. Returns `false` if no line has it. */
  find(text: string, from: number): boolean {
    const wanted = text.toLowerCase();
    const { lines } = this.#layout;
    for (let i = 0; i < lines.length; i++) {
      const at = (from + i) % lines.length;
      const line = lines[at]!.map((run) => run.text).join("");
      if (!line.toLowerCase().includes(wanted)) continue;
      this.scrollTo(at);
      return true;
    }
    return false;
  }

  #clamp(line: number): number {
    return Math.max(0, Math.min(line, this.#layout.lines.length - this.height));
  }

  #neighbor(direction: 1 | -1): number | undefined {
    const visible = this.#visible();
    const { selected } = this;
    if (selected === undefined || !visible.includes(selected))
      return visible.length > 0 ? visible.at(direction === 1 ? 0 : -1) : undefined;
    const { linkLines } = this.#layout;
    for (let i = selected + direction; i >= 0 && i < linkLines.length; i += direction)
      if (linkLines[i] !== undefined) return i;
    return undefined;
  }

  #isVisible(index: number | undefined): boolean {
    const line = index === undefined ? undefined : this.#layout.linkLines[index];
    return line !== undefined && line >= this.top && line < this.top + this.height;
  }

  #visible(): readonly number[] {
    return this.#layout.linkLines.flatMap((_, i) => (this.#isVisible(i) ? [i] : []));
  }

  #firstVisible(): number | undefined {
    return this.#visible()[0];
  }
}
