import { chunksOf, sizeOf } from "./content.ts";
import type { Account } from "./ftp-world.ts";
import { octetsOf, textOf } from "./name.ts";
import type { Terminal } from "./telnet-server-options.ts";
import type { Document, Folder, Node } from "./tree.ts";

/** What a desk has, for all who come. */
export interface DeskWorld {
  readonly root: Folder;
  readonly login: boolean;
  readonly accounts: ReadonlyMap<string, Account>;
  /** May `guest` come in, with any password? */
  readonly guests: boolean;
}

/** What is said, and then asked for. */
interface Turn {
  /** Lines end in LF. */
  readonly say: string | Uint8Array;
  readonly prompt: string;
  /** Nobody may see what is typed. */
  readonly hidden?: true;
}

/** A talk at the desk: it is given the lines, and returns its last words. */
export type Talk = Generator<Turn, string, string>;

const MAX_TRIES = 3;

/** What one reads at a desk; anything longer has to be fetched by a file transfer. */
const MAX_SHOWN = 64 * 1024;

const WELCOME = `A small library, quite near the sea.
Say "help" to hear what can be done here.
`;

const HELP = `help           this text
list [FOLDER]  what there is
show DOCUMENT  a text, as in: show poems/tide.txt
screen         what is known of your terminal
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
    // A name that nobody has is asked for a password all the same.
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
      // The word is not repeated: it may hold what no terminal should see.
      return 'That cannot be done here. Say "help".\n';
  }
}

function list(node: Node | undefined): string {
  if (node?.kind !== "folder") return "There is no such folder.\n";
  const names = [...node.entries].map(([name, entry]) => (entry.kind === "folder" ? `${name}/` : name));
  return names.length === 0 ? "Nothing is in there.\n" : names.map((name) => `${name}\n`).join("");
}

function show(node: Node | undefined): string | Uint8Array {
  if (node?.kind !== "document") return "There is no such document.\n";
  const octets = readable(node);
  if (octets === undefined) return "That is not for reading at a desk.\n";
  return octets.at(-1) === 0x0a ? octets : octetsOf(`${textOf(octets)}\n`);
}

/** A text that is short enough. */
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
