import type { Account } from "../ftp/server-state.ts";
import { chunksOf, sizeOf } from "../library/content.ts";
import { octetsOf, textOf } from "../name.ts";
import type { Document, Folder, Node } from "../tree.ts";
import type { Terminal } from "./options.ts";

/** The data that all sessions share. */
export interface DeskWorld {
  readonly root: Folder;
  readonly login: boolean;
  readonly accounts: ReadonlyMap<string, Account>;
  /** Whether `guest` can log in, with any password. */
  readonly guests: boolean;
}

/** Output, and then a prompt. */
interface Turn {
  /** Lines end in LF. */
  readonly say: string | Uint8Array;
  readonly prompt: string;
  /** Whether the input is hidden. */
  readonly hidden?: true;
}

/** A session of the library: it receives lines and returns its last output. */
export type Talk = Generator<Turn, string, string>;

const MAX_TRIES = 3;

/** Maximum size of a text that is shown; a larger one must be downloaded in another way. */
const MAX_SHOWN = 64 * 1024;

const WELCOME = `A small library, quite near the sea.
Enter "help" for the commands.
`;

const HELP = `help           this text
list [FOLDER]  the entries of a folder
show DOCUMENT  a text, for example: show poems/tide.txt
screen         the data of your terminal
quit           goodbye
`;

export function* talk(world: DeskWorld, terminal: () => Terminal): Talk {
  if (world.login && !(yield* logIn(world))) return "Login incorrect.\n";
  let say: string | Uint8Array = WELCOME;
  for (;;) {
    const line: string = yield { say, prompt: "> " };
    const [, word = "", rest = ""] = /^\s*(\S*)\s*(.*?)\s*$/s.exec(line) ?? [];
    if (word === "quit" || word === "exit" || word === "logout") return "Goodbye.\n";
    say = answer(word, rest, world.root, terminal);
  }
}

function* logIn({ accounts, guests }: DeskWorld): Generator<Turn, boolean, string> {
  let say = "";
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const user: string = yield { say, prompt: "login: " };
    // Ask for a password even if the user is unknown.
    const password: string = yield { say: "", prompt: "Password: ", hidden: true };
    if (guests && user === "guest") return true;
    if (accounts.get(user)?.password === password) return true;
    say = "Login incorrect.\n";
  }
  return false;
}

function answer(word: string, rest: string, root: Folder, terminal: () => Terminal): string | Uint8Array {
  switch (word) {
    case "":
      return "";
    case "help":
      return HELP;
    case "list":
      return list(walk(root, rest));
    case "show":
      return show(walk(root, rest));
    case "screen":
      return screen(terminal());
    default:
      // Do not repeat the word: it can contain control sequences for a terminal.
      return 'Unknown command. Enter "help".\n';
  }
}

function list(node: Node | undefined): string {
  if (node?.kind !== "folder") return "There is no such folder.\n";
  const names = [...node.entries].map(([name, entry]) => (entry.kind === "folder" ? `${name}/` : name));
  return names.length === 0 ? "The folder is empty.\n" : names.map((name) => `${name}\n`).join("");
}

function show(node: Node | undefined): string | Uint8Array {
  if (node?.kind !== "document") return "There is no such document.\n";
  const octets = readable(node);
  if (octets === undefined) return "This document cannot be shown.\n";
  return octets.at(-1) === 0x0a ? octets : octetsOf(`${textOf(octets)}\n`);
}

/** Returns a text that is short enough. */
function readable({ content }: Document): Uint8Array | undefined {
  if (sizeOf(content) > MAX_SHOWN) return undefined;
  const octets = Uint8Array.from([...chunksOf(content)].flatMap((chunk) => [...chunk]));
  return octets.includes(0) ? undefined : octets;
}

function screen({ name, columns, rows }: Terminal): string {
  const size = columns > 0 && rows > 0 ? `${columns} columns by ${rows} rows` : "of unknown size";
  return `${name ?? "A terminal without a name"}, ${size}.\n`;
}

function walk(root: Folder, path: string): Node | undefined {
  let node: Node | undefined = root;
  for (const segment of path.split("/").filter((each) => each !== "")) {
    if (node?.kind !== "folder") return undefined;
    node = node.entries.get(segment);
  }
  return node;
}
