import type { Presentation } from "@anyurl/core";
import type { GeminiUrl } from "./syntax.ts";

/** Gemtext is a menu: lines of text, and links between them. A server can ask a question first. */
export const PRESENTATION: Presentation<GeminiUrl> = {
  view: {
    layout: "menu",
    columns: [{ field: "name", title: "Name" }],
    search: {
      ...{ title: "Answer the server", label: "Answer", part: "input" },
      // "The client MUST treat any other status from 10 to 19 as 10." 11 asks for a secret, which a link would reveal.
      asked: [10, 12, 13, 14, 15, 16, 17, 18, 19],
    },
  },
};

/** Is it probably gemtext, by its name? Only the server knows: `list` of another document fails with unsupported. */
export function isMenuPath({ parts: { segments } }: GeminiUrl): boolean {
  const name = segments.at(-1) ?? "";
  return name === "" || /\.(?:gmi|gemini)$/i.test(name);
}
