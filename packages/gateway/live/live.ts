import { ENGLISH, isLanguageTag, loadLanguage } from "@anyurl/languages";
import { LiveExplanation, type PageElements } from "./live-explanation.ts";
import { SchemeLoader } from "./scheme-loader.ts";

/*
 * The only script of the home page: explains a URL while it is typed, in the language of the page. Everything else works
 * without it.
 */

const input = document.querySelector<HTMLInputElement>("#url");
const place = document.querySelector<HTMLElement>("#drawing");
const heading = document.querySelector<HTMLElement>("#anatomy");
const status = document.querySelector<HTMLElement>("#said");

// An await at the top level would keep the files of the schemes from sharing the code of this one.
if (input !== null && place !== null && heading !== null && status !== null)
  void start({ input, place, heading, status });

async function start(places: PageElements): Promise<void> {
  const { input } = places;
  const { lang } = document.documentElement;
  // The page works in English if its messages do not load.
  const language = await loadLanguage(isLanguageTag(lang) ? lang : "en").catch(() => ENGLISH);
  const drawing = new LiveExplanation(places, new SchemeLoader(), language);
  input.addEventListener("input", () => drawing.scheduleRender());
  // The page explains by itself, so the button "Explain" is not needed.
  for (const each of document.querySelectorAll<HTMLElement>("[data-noscript]")) each.hidden = true;
  for (const link of document.querySelectorAll<HTMLAnchorElement>("a.draw")) {
    link.addEventListener("click", (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      input.value = link.textContent ?? "";
      drawing.scheduleRender();
      input.focus();
    });
  }
  // Browsers restore the text of the field when the user returns to the page.
  if (input.value !== input.defaultValue) drawing.scheduleRender();
}
