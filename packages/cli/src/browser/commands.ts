/** What a user can do with the page, besides moving on it and following its links. */
export type CommandName = keyof typeof COMMANDS;

export interface Command {
  /** Its letter at the prompt, and a key of the screen. */
  readonly letter: string;
  /** More keys of the screen. */
  readonly keys?: readonly string[];
  /** What can follow the letter at the prompt. */
  readonly argument?: string;
  readonly description: string;
}

/** The commands, in the order of the help. */
export const COMMANDS = {
  back: { letter: "b", keys: ["left", "backspace"], description: "go back" },
  forward: { letter: "f", description: "go forward" },
  open: { letter: "g", argument: "URL", description: "open a URL" },
  search: { letter: "s", argument: "WORDS", description: "search the server" },
  download: {
    letter: "d",
    argument: "NUMBER",
    description: "save the selected link, or the page, to a file",
  },
  source: { letter: "v", description: "view the source of the document" },
  explain: { letter: "e", argument: "NUMBER", description: "explain the URL, part by part" },
  transcript: { letter: "t", description: "show the exchange with the server" },
  reload: { letter: "r", keys: ["ctrl+r"], description: "open the page again" },
  history: { letter: "h", description: "list the visited pages" },
  bookmark: { letter: "a", description: "add the page to the bookmarks, or remove it" },
  bookmarks: { letter: "m", description: "list the bookmarks" },
  help: { letter: "?", keys: ["f1"], description: "list the commands" },
  quit: { letter: "q", keys: ["ctrl+c", "ctrl+d"], description: "end the browser" },
} as const satisfies Readonly<Record<string, Command>>;

/** How a user moves on a screen: keys, and what they do. */
export const MOVES = {
  next: { keys: ["down", "tab", "j"], description: "select the next link, or scroll" },
  previous: { keys: ["up", "shift+tab", "k"], description: "select the link before, or scroll" },
  follow: { keys: ["enter", "right"], description: "follow the selected link" },
  pageDown: { keys: ["pagedown", " "], description: "scroll a page down" },
  pageUp: { keys: ["pageup", "-"], description: "scroll a page up" },
  start: { keys: ["home"], description: "go to the start of the page" },
  end: { keys: ["end"], description: "go to the end of the page" },
  find: { keys: ["/"], description: "find a text on the page" },
  findNext: { keys: ["n"], description: "find it again" },
} as const satisfies Readonly<
  Record<string, { readonly keys: readonly string[]; readonly description: string }>
>;

export type MoveName = keyof typeof MOVES;

const BY_KEY: ReadonlyMap<string, CommandName> = new Map(
  Object.entries<Command>(COMMANDS).flatMap(([name, { letter, keys = [] }]) =>
    [letter, ...keys].map((key) => [key, name as CommandName] as const),
  ),
);

const MOVE_BY_KEY: ReadonlyMap<string, MoveName> = new Map(
  Object.entries(MOVES).flatMap(([name, { keys }]) => keys.map((key) => [key, name as MoveName] as const)),
);

/** Returns the command of a key or letter. */
export function findCommand(key: string): CommandName | undefined {
  return BY_KEY.get(key);
}

export function findMove(key: string): MoveName | undefined {
  return MOVE_BY_KEY.get(key);
}
