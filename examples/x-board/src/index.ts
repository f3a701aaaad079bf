import { defineScheme, type Scheme } from "@anyurl/core";
import { describe } from "./describe.ts";
import { boardOptions } from "./options.ts";
import { plan } from "./plan.ts";
import { PRESENTATION } from "./presentation.ts";
import { type BoardInit, type BoardParts, DEFAULT_PORT, format, normalize, parse } from "./syntax.ts";

export type { BoardInit, BoardParts, BoardUrl } from "./syntax.ts";

/** `x-board:`, notes on boards, as the README describes them. */
export const board: Scheme<
  "x-board",
  BoardParts,
  BoardInit,
  typeof import("./access.ts"),
  typeof boardOptions
> = defineScheme({
  name: "x-board",
  defaultPort: DEFAULT_PORT,
  cite: ["README", "RFC 3986"],
  parse,
  format,
  fields: ["host", "port", "board", "note", "fragment"],
  normalize,
  describe,
  plan,
  isDirectory: ({ parts }) => parts.note === undefined,
  examples: [
    { url: "x-board://h.example/", title: "the boards of a server" },
    { url: "x-board://h.example/lost/", title: "the notes on a board" },
    { url: "x-board://h.example/lost/umbrella", title: "a note" },
  ],
  options: boardOptions,
  presentation: PRESENTATION,
  // Loaded on first use, so that reading a URL never pulls in the protocol.
  access: () => import("./access.ts"),
});
