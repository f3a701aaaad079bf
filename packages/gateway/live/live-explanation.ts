import { anatomy, type Reading, readingOf, summaryOf } from "../src/pages/anatomy/index.ts";
import type { Readers } from "./scheme-loader.ts";

export interface Places {
  readonly input: HTMLInputElement;
  readonly place: HTMLElement;
  readonly heading: HTMLElement;
  readonly status: HTMLElement;
}

/** Milliseconds without input before the summary is announced, so that screen readers do not read every letter. */
const PAUSE = 700;

/** Renders the text of the field, at most once per animation frame. Never moves the focus. */
export class Drawing {
  readonly #places: Places;
  readonly #readers: Readers;
  /** The content of the page while the field is empty. */
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

  /** Schedules a rendering in the next frame, after the field changed. */
  wanted(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      this.#draw();
    });
  }

  #draw(): void {
    const { input, place, heading } = this.#places;
    // Ignore white space around pasted text.
    const text = input.value.trim();
    if (text === "") {
      place.innerHTML = this.#first.drawing;
      heading.textContent = this.#first.heading;
      this.#say("");
      return;
    }
    if (this.#readers.isMissing(text)) {
      // Keep the content until the scheme is loaded: without it, the explanation would differ.
      const again = () => this.wanted();
      this.#readers.load(text).then(again, () => this.#show(text));
      return;
    }
    this.#show(text);
  }

  #show(text: string): void {
    const { place, heading } = this.#places;
    const reading = readingOf(text, this.#readers.registry);
    // The templates escape every text.
    place.innerHTML = `${anatomy(reading)}`;
    const note = this.#noteOf(reading);
    if (note !== "") place.prepend(noteElement(note));
    heading.textContent = "Anatomy";
    this.#say(`${summaryOf(reading)} ${note}`.trim());
  }

  /** Returns a note if the gateway does not open the scheme. */
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
