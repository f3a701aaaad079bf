import type { Language } from "@anyurl/languages";
import {
  explainInput,
  type InputExplanation,
  renderAnatomy,
  summarize,
  unsupportedNote,
} from "../src/pages/anatomy/index.ts";
import { renderIn, say } from "../src/pages/language.ts";
import type { SchemeLoader } from "./scheme-loader.ts";

export interface PageElements {
  readonly input: HTMLInputElement;
  readonly place: HTMLElement;
  readonly heading: HTMLElement;
  readonly status: HTMLElement;
}

/** Milliseconds without input before the summary is announced, so that screen readers do not read every letter. */
const ANNOUNCE_DELAY_MS = 700;

/** Renders the text of the field, at most once per animation frame. Never moves the focus. */
export class LiveExplanation {
  readonly #places: PageElements;
  readonly #readers: SchemeLoader;
  readonly #language: Language;
  /** The content of the page while the field is empty. */
  readonly #first: { readonly drawing: string; readonly heading: string };
  readonly #opened: ReadonlySet<string>;
  #frame: number | undefined;
  #pause: number | undefined;

  constructor(places: PageElements, readers: SchemeLoader, language: Language) {
    this.#places = places;
    this.#readers = readers;
    this.#language = language;
    this.#first = { drawing: places.place.innerHTML, heading: places.heading.textContent ?? "" };
    this.#opened = new Set((places.place.dataset["opened"] ?? "").split(" "));
  }

  /** Schedules a rendering in the next frame, after the field changed. */
  scheduleRender(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      this.#render();
    });
  }

  #render(): void {
    const { input, place, heading } = this.#places;
    // Ignore white space around pasted text.
    const text = input.value.trim();
    if (text === "") {
      place.innerHTML = this.#first.drawing;
      heading.textContent = this.#first.heading;
      this.#announce("");
      return;
    }
    if (this.#readers.isMissing(text)) {
      // Keep the content until the scheme is loaded: without it, the explanation would differ.
      const again = () => this.scheduleRender();
      this.#readers.load(text).then(again, () => this.#show(text));
      return;
    }
    this.#show(text);
  }

  #show(text: string): void {
    renderIn(this.#language, () => this.#showIn(text));
  }

  #showIn(text: string): void {
    const { place, heading } = this.#places;
    const reading = explainInput(text, this.#readers.registry);
    // The templates escape every text.
    place.innerHTML = `${renderAnatomy(reading)}`;
    const note = this.#unsupportedNote(reading);
    if (note !== "") place.prepend(createNote(note));
    heading.textContent = say("Anatomy");
    this.#announce(`${summarize(reading)} ${note}`.trim());
  }

  /** Returns a note if the gateway does not open the scheme. */
  #unsupportedNote({ found }: InputExplanation): string {
    if (!found.ok || this.#opened.has(found.scheme)) return "";
    return unsupportedNote(found.scheme);
  }

  #announce(summary: string): void {
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => {
      this.#places.status.textContent = summary;
    }, ANNOUNCE_DELAY_MS);
  }
}

function createNote(note: string): HTMLElement {
  const element = document.createElement("p");
  element.className = "opening note";
  element.textContent = note;
  return element;
}
