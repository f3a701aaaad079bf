import { Drawing } from "./drawing.ts";
import { Readers } from "./readers.ts";

/*
 * The home page's only script: draws the anatomy of what is being typed. Everything else works without it.
 */

const input = document.querySelector<HTMLInputElement>("#url");
const place = document.querySelector<HTMLElement>("#drawing");
const heading = document.querySelector<HTMLElement>("#anatomy");
const status = document.querySelector<HTMLElement>("#said");

if (input !== null && place !== null && heading !== null && status !== null) {
  const drawing = new Drawing({ input, place, heading, status }, new Readers());
  input.addEventListener("input", () => drawing.wanted());
  // One button does what there is to do: the drawing is there already.
  for (const each of document.querySelectorAll<HTMLElement>("[data-noscript]")) each.hidden = true;
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a.draw")) {
    link.addEventListener("click", (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      input.value = link.textContent ?? "";
      drawing.wanted();
      input.focus();
    });
  }
  // A browser that comes back to the page has the text that was in the field.
  if (input.value !== input.defaultValue) drawing.wanted();
}
