import type { Presentation } from "@anyurl/core";
import type { GeminiUrl } from "./syntax.ts";

/** Gemtext is a menu: lines of text, and links between them. */
export const PRESENTATION: Presentation<GeminiUrl> = {
  view: { layout: "menu", columns: [{ field: "name", title: "Name" }] },
};

/** Is it probably gemtext, by its name? Only the server knows: `list` of another document fails with unsupported. */
export function isMenuPath({ parts: { segments } }: GeminiUrl): boolean {
  const name = segments.at(-1) ?? "";
  return name === "" || /\.(?:gmi|gemini)$/i.test(name);
}
