import { explain, toTerminal } from "@anyurl/core/explain";
import { type Registry, redact, type Transcript } from "anyurl";
import { say } from "../language.ts";
import { transcriptLines } from "../render/transcript.ts";
import type { Bookmark } from "./bookmarks.ts";
import { COMMANDS, type Command, MOVES } from "./commands.ts";
import type { Block, Link, Page } from "./page.ts";

/** A page without links. */
function createPlainPage(title: string, blocks: readonly Block[]): Page {
  return { title, url: undefined, blocks, links: [], forms: [] };
}

/** Creates the page of an unchanged text. */
export function createSourcePage(title: string, text: string): Page {
  return createPlainPage(say(`Source of ${title}`), [{ is: "verbatim", spans: [{ text }] }]);
}

export function createTranscriptPage(title: string, transcript: Transcript): Page {
  const lines = transcriptLines(transcript, (_, text) => text);
  const text = lines.length === 0 ? say("Nothing was sent.") : lines.join("\n");
  return createPlainPage(say(`Transcript of ${title}`), [{ is: "verbatim", spans: [{ text }] }]);
}

/** @throws {UrlSyntaxError} */
export function createExplanationPage(url: string, urls: Registry, width: number): Page {
  const text = toTerminal(explain(url, urls), { width, say });
  return createPlainPage(say(`Explanation of ${redact(url)}`), [{ is: "verbatim", spans: [{ text }] }]);
}

/** @param isScreen a screen has keys; a prompt has letters with arguments. */
export function createHelpPage(isScreen: boolean): Page {
  const moves = Object.values(MOVES).map(({ keys, description }) => [keys, description] as const);
  const commands = Object.values<Command>(COMMANDS).map(
    ({ letter, keys = [], argument, description }) =>
      [
        isScreen ? [letter, ...keys] : [argument === undefined ? letter : `${letter} ${argument}`],
        description,
      ] as const,
  );
  const numbers = [[isScreen ? ["1…9"] : ["NUMBER"], "follow the link with this number"] as const];
  const prompt = [[["Enter"], "show the rest of the page"] as const];
  const rows = [...numbers, ...(isScreen ? moves : prompt), ...commands];
  return createPlainPage(
    say("Help"),
    rows.map(([keys, description]) => ({
      is: "paragraph",
      indent: 4,
      marker: "-",
      spans: [{ text: keys.map(nameKey).join(", "), look: "strong" }, { text: `: ${say(description)}` }],
    })),
  );
}

function nameKey(key: string): string {
  return key === " " ? say("space") : key;
}

export function createHistoryPage(visits: readonly { readonly title: string; readonly url: string }[]): Page {
  return createLinkPage(
    say("History"),
    visits.map(({ title, url }, index) => ({ title, url, link: { is: "visit", index } })),
  );
}

export function createBookmarksPage(bookmarks: readonly Bookmark[]): Page {
  return createLinkPage(
    say("Bookmarks"),
    bookmarks.map(({ title, url }) => ({ title, url, link: { is: "url", url } })),
  );
}

export function createChoicePage(
  page: Page,
  { form, field }: { readonly form: number; readonly field: number },
): Page {
  const { label = "", choices = [] } = page.forms[form]?.fields[field] ?? {};
  return createLinkPage(
    label || say("Choices"),
    choices.map((choice) => ({
      title: choice.label || choice.value,
      url: "",
      link: { is: "choice", form, field, value: choice.value },
    })),
  );
}

function createLinkPage(
  title: string,
  rows: readonly { readonly title: string; readonly url: string; readonly link: Link }[],
): Page {
  const blocks: readonly Block[] = rows.map(({ title: text, url }, link) => ({
    is: "entry",
    name: { text, link },
    details: url === "" || url === text ? [] : [redact(url)],
  }));
  const empty: Block = { is: "paragraph", spans: [{ text: say("No entries"), look: "dim" }] };
  return {
    ...{ title, url: undefined, forms: [] },
    blocks: blocks.length === 0 ? [empty] : blocks,
    links: rows.map(({ link }) => link),
  };
}
