import { encodeText, octetsOf, textOf, UNRESERVED } from "@anyurl/core";
import { FAULTS, type Fault, type HostileProtocol, type ServerStep } from "@anyurl/testkit";

function reply(text: string): readonly ServerStep[] {
  return [{ is: "reply", text }];
}

/** What a proper server says to the first word of a line. */
const ANSWERS: ReadonlyMap<string, readonly ServerStep[]> = new Map<string, readonly ServerStep[]>([
  ["READ", [...reply("210 2001-02-03T04:05:06Z alice\r\n"), { is: "body" }]],
  ["STAT", reply("212 2001-02-03T04:05:06Z alice One\r\n")],
  ["LIST", [...reply("211\r\n"), { is: "body" }]],
  ["FIND", [...reply("211\r\n"), { is: "body" }]],
  [
    "PIN",
    [
      { is: "reply", text: "300 go on\r\n", required: true },
      { is: "upload", until: "." },
      { is: "reply", text: "230 pinned\r\n", confirms: true },
    ],
  ],
  ["UNPIN", [{ is: "reply", text: "231 gone\r\n", confirms: true }]],
  ["QUIT", [{ is: "farewell", text: "299 bye\r\n" }, { is: "close" }]],
]);

const entry = (name: string) => `${encodeText(name, UNRESERVED)} 2001-02-03T04:05:06Z alice title`;
const NOTE = "x-board://h.example/lost/umbrella";

/** The protocol of the README, told by what a proper server says: the kit plays it, and lies. */
export const PROTOCOL: HostileProtocol = {
  greeting: "200 ready\r\n",
  answer: (line) => ANSWERS.get(line.split(" ", 1)[0]!) ?? reply("500 what?\r\n"),
  refusal: "500 what?\r\n",
  failure: "450 the board has fallen down\r\n",
  operations: [
    {
      operation: "get",
      url: NOTE,
      end: "mark",
      carries: "text",
      frame: (text) => withLastLine(marked(text)),
    },
    { operation: "stat", url: NOTE, end: "reply" },
    { operation: "list", url: "x-board://h.example/lost/", end: "mark", entry, frame: withLastLine },
    {
      operation: "search",
      url: "x-board://h.example/lost/",
      words: "a b",
      end: "mark",
      entry,
      frame: withLastLine,
    },
    { operation: "put", url: NOTE, end: "reply", carries: "text", frame: marked },
    { operation: "remove", url: NOTE, end: "reply" },
  ],
};

function marked(text: Uint8Array): Uint8Array {
  const lines = textOf(text).match(/.*?\r\n/gs) ?? [];
  return octetsOf(lines.map((line) => `>${line}`).join(""));
}

function withLastLine(lines: Uint8Array): Uint8Array {
  return octetsOf(`${textOf(lines)}.\r\n`);
}

/** Nothing is read after the last line, so endless data there have no effect. */
const ENDED: ReadonlySet<string> = new Set(["an endless body", "an endless listing"]);

/** The same without a last line. */
const WITHOUT_LAST_LINE: Fault = {
  name: "lines without a last one",
  when: ({ said }) => said.is === "body",
  inject: () => async (turn) => {
    const isText = turn.octets[0] === ">".charCodeAt(0);
    await turn.endlessly(`${isText ? ">" : ""}${"x".repeat(100)} - x y\r\n`);
  },
  outcome: () => ({ fails: ["too-large"] }),
};

export const TESTED_FAULTS: readonly Fault[] = [
  ...FAULTS.filter(({ name }) => !ENDED.has(name)),
  WITHOUT_LAST_LINE,
];
