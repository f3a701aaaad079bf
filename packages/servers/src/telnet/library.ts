import { octetsOf, textOf } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import type { Account } from "../ftp/server-state.ts";
import { contentSize, readChunks } from "../library/content.ts";
import { type Document, type Folder, findNode, type Node } from "../tree.ts";
import type { Terminal } from "./options.ts";

/** The data that all sessions share. */
export interface LibraryState {
  readonly root: Folder;
  readonly login: boolean;
  readonly accounts: ReadonlyMap<string, Account>;
  /** Whether `guest` can log in, with any password. */
  readonly guests: boolean;
}

/** Output, and then a prompt. */
interface LibraryOutput {
  /** Lines end in LF. */
  readonly say: string | Uint8Array;
  readonly prompt: string;
  /** Whether the input is hidden. */
  readonly hidden?: true;
}

/** A session of the library: it receives lines and returns its last output. */
export type LibrarySession = Generator<LibraryOutput, string, string>;

const MAX_LOGIN_ATTEMPTS = 3;

/** Maximum size of a text that is shown; a larger one must be downloaded in another way. */
const MAX_SHOWN_BYTES = 64 * 1024;

const WELCOME = `A small library, quite near the sea.
Enter "help" for the commands.
`;

const HELP = `help           this text
list [FOLDER]  the entries of a folder
show DOCUMENT  a text, for example: show poems/tide.txt
screen         the data of your terminal
quit           goodbye
`;

export function* runLibrarySession(world: LibraryState, terminal: () => Terminal): LibrarySession {
  if (world.login && !(yield* logIn(world))) return "Login incorrect.\n";
  let say: string | Uint8Array = WELCOME;
  for (;;) {
    const line: string = yield { say, prompt: "> " };
    const [, word = "", rest = ""] = /^\s*(\S*)\s*(.*?)\s*$/s.exec(line) ?? [];
    if (word === "quit" || word === "exit" || word === "logout") return "Goodbye.\n";
    say = runLibraryCommand(word, rest, world.root, terminal);
  }
}

function* logIn({ accounts, guests }: LibraryState): Generator<LibraryOutput, boolean, string> {
  let say = "";
  for (let tries = 0; tries < MAX_LOGIN_ATTEMPTS; tries++) {
    const user: string = yield { say, prompt: "login: " };
    // Ask for a password even if the user is unknown.
    const password: string = yield { say: "", prompt: "Password: ", hidden: true };
    if (guests && user === "guest") return true;
    if (accounts.get(user)?.password === password) return true;
    say = "Login incorrect.\n";
  }
  return false;
}

function runLibraryCommand(
  word: string,
  rest: string,
  root: Folder,
  terminal: () => Terminal,
): string | Uint8Array {
  switch (word) {
    case "":
      return "";
    case "help":
      return HELP;
    case "list":
      return listFolder(findNode(root, splitPath(rest)));
    case "show":
      return showDocument(findNode(root, splitPath(rest)));
    case "screen":
      return describeScreen(terminal());
    default:
      // Do not repeat the word: it can contain control sequences for a terminal.
      return 'Unknown command. Enter "help".\n';
  }
}

function listFolder(node: Node | undefined): string {
  if (node?.kind !== "folder") return "There is no such folder.\n";
  const names = [...node.entries].map(([name, entry]) => (entry.kind === "folder" ? `${name}/` : name));
  return names.length === 0 ? "The folder is empty.\n" : names.map((name) => `${name}\n`).join("");
}

function showDocument(node: Node | undefined): string | Uint8Array {
  if (node?.kind !== "document") return "There is no such document.\n";
  const octets = readDocument(node);
  if (octets === undefined) return "This document cannot be shown.\n";
  return octets.at(-1) === 0x0a ? octets : octetsOf(`${textOf(octets)}\n`);
}

/** Returns a text that is short enough. */
function readDocument({ content }: Document): Uint8Array | undefined {
  if (contentSize(content) > MAX_SHOWN_BYTES) return undefined;
  const octets = joinBytes([...readChunks(content)]);
  return octets.includes(0) ? undefined : octets;
}

function describeScreen({ name, columns, rows }: Terminal): string {
  const size = columns > 0 && rows > 0 ? `${columns} columns by ${rows} rows` : "of unknown size";
  return `${name ?? "A terminal without a name"}, ${size}.\n`;
}

function splitPath(path: string): readonly string[] {
  return path.split("/").filter((name) => name !== "");
}
