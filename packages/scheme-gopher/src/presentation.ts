import type { Presentation } from "@anyurl/core";
import type { Column, FormStyle, SearchStyle, Question as ShownQuestion } from "@anyurl/core/presentation";
import { type Question, readForm } from "./plus/ask.ts";
import { parsePlusRequest } from "./plus/plus.ts";
import type { GopherUrl } from "./syntax.ts";
import { TREE } from "./tree.ts";

/** A menu, a search of type 7, or a form of Gopher+. */
export const PRESENTATION: Presentation<GopherUrl> = {
  tree: TREE,
  view: ({ parts: { gophertype, selector, gopherPlus } }) => {
    const { kind } = gopherPlus === undefined ? MENU_REQUEST : parsePlusRequest(gopherPlus);
    return {
      layout: "menu",
      // Only a menu with the attributes of its items has sizes and dates.
      ...(kind !== "directory-attributes" && { columns: COLUMNS }),
      ...(selector !== "" && { title: findName(selector) }),
      // The data of a form belong to one search, and other line ends cannot be written to a URL.
      ...(gophertype === "7" && !/[\0\r\n]/.test(gopherPlus ?? "") && { search: SEARCH }),
      ...(kind === "form" && { form: FORM }),
    };
  },
};

const MENU_REQUEST = { kind: "item" } as const;

const COLUMNS: readonly Column[] = [
  { field: "name", title: "Name" },
  { field: "kind", title: "Kind" },
];

const SEARCH: SearchStyle = { title: "Search", label: "Search terms", part: "search", required: true };

/** A "?" in the URL requires a form (RFC 4266 §2.5), which is an attribute of the item. */
const FORM: FormStyle = {
  attribute: "+ASK",
  read: (block) => readForm(block).map(toShownQuestion),
  option: "answers",
};

/** Returns the last segment of a selector that is a path, and any other selector unchanged. */
function findName(selector: string): string {
  return /([^/]+)\/*$/.exec(selector)?.[1] ?? selector;
}

function toShownQuestion(question: Question): ShownQuestion {
  switch (question.kind) {
    case "Ask": {
      const { prompt, suggested } = question;
      return { kind: "line", prompt, ...(suggested !== undefined && { suggested }) };
    }
    // The suggestion is the name of a local file, which the server cannot know.
    case "AskF":
      return { kind: "line", prompt: question.prompt };
    case "AskP":
      return { kind: "secret", prompt: question.prompt };
    case "ChooseF":
      return { kind: "file", prompt: question.prompt };
    case "AskL":
      return { kind: "lines", prompt: question.prompt };
    case "Select": {
      const { prompt, checked, boxes } = question;
      return boxes.length > 0
        ? { kind: "unsupported", prompt }
        : { kind: "yes-no", prompt, suggested: checked ? "1" : "0" };
    }
    case "Choose":
      return { kind: "choice", prompt: question.prompt, choices: question.choices };
    case "unknown":
      return { kind: "unsupported", prompt: question.line };
  }
}
