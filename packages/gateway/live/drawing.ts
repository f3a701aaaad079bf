import { anatomy, type Reading, readingOf, summaryOf } from "../src/pages/anatomy/index.ts";
import type { Readers } from "./readers.ts";

export interface Places {
  readonly input: HTMLInputElement;
  readonly place: HTMLElement;
  readonly heading: HTMLElement;
  readonly status: HTMLElement;
}

/** Milliseconds without a key before the drawing is said: nobody wants to hear every letter. */
const PAUSE = 700;

/** Draws what is in the field, at most once for each frame of the screen, and never moves the focus. */
export class Drawing {
  readonly #places: Places;
  readonly #readers: Readers;
  /** What the page shows while the field is empty. */
  readonly #first: { readonly drawing: string; readonly heading: string };
  readonly #opened: ReadonlySet<string>;
  #frame: number | undefined;
  #pause: number | undefined;

  constructor(places: Places, readers: Readers) {
    this.#places = places;
    this.#readers = readers;
    this.#first = { drawing: places.place.innerHTML, heading: places.heading.textContent ?? "" };
    this.#opened = new Set((places.place.dataset["opened"] ?? "").split(" "));
  }

  /** The field has changed: with the next frame it is drawn. */
  wanted(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      this.#draw();
    });
  }

  #draw(): void {
    const { input, place, heading } = this.#places;
    // White space around what is pasted is not meant.
    const text = input.value.trim();
    if (text === "") {
      place.innerHTML = this.#first.drawing;
      heading.textContent = this.#first.heading;
      this.#say("");
      return;
    }
    if (this.#readers.isMissing(text)) {
      // What is drawn stays until the scheme is here, which is soon: a drawing without it would be another one.
      const again = () => this.wanted();
      this.#readers.load(text).then(again, () => this.#show(text));
      return;
    }
    this.#show(text);
  }

  #show(text: string): void {
    const { place, heading } = this.#places;
    const reading = readingOf(text, this.#readers.registry);
    // Made of templates that escape every text in them.
    place.innerHTML = `${anatomy(reading)}`;
    const note = this.#noteOf(reading);
    if (note !== "") place.prepend(noteElement(note));
    heading.textContent = "Anatomy";
    this.#say(`${summaryOf(reading)} ${note}`.trim());
  }

  /** A URL that is read and not opened, before anybody tries. */
  #noteOf({ found }: Reading): string {
    if (!found.ok || this.#opened.has(found.scheme)) return "";
    return `This gateway explains ${found.scheme} URLs but does not open them.`;
  }

  #say(summary: string): void {
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => {
      this.#places.status.textContent = summary;
    }, PAUSE);
  }
}

function noteElement(note: string): HTMLElement {
  const element = document.createElement("p");
  element.className = "opening note";
  element.textContent = note;
  return element;
}
