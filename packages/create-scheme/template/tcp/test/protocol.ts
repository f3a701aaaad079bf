import {
  // #if list
  encodeText,
  // #endif
  octetsOf,
  textOf,
  // #if list
  UNRESERVED,
  // #endif
} from "@anyurl/core";
import { concat, joinBytes } from "@anyurl/core/exchange";
import { FAULTS, type Fault, type HostileProtocol, type ServerStep } from "@anyurl/testkit";
import { SECURITY } from "./sockets.ts";

const OK: ServerStep = { is: "reply", text: "200 here it is\r\n" };
const END = octetsOf("0\r\n");

/** The replies of a proper server to the first word of a line. The kit plays it and injects faults. */
const ANSWERS: ReadonlyMap<string, readonly ServerStep[]> = new Map<string, readonly ServerStep[]>([
  ["GET", [OK, { is: "body" }, { is: "close" }]],
  ["LIST", [OK, { is: "body" }, { is: "close" }]],
  [
    "PUT",
    [
      { is: "reply", text: "300 send it\r\n", required: true },
      { is: "upload", until: "0" },
      { ...OK, confirms: true },
    ],
  ],
]);

/** The protocol of the README, as the replies of a proper server. */
export const PROTOCOL: HostileProtocol = {
  answer: (line) => ANSWERS.get(line.split(" ", 1)[0]!) ?? [],
  multiline: (reply) => reply.replace(/^([0-9]{3}).*$/s, "$1-and\r\n"),
  refusal: "400 there is no such command\r\n",
  failure: "500 the disk is full\r\n",
  operations: [
    {
      operation: "get",
      url: "x-demo://h.example/a",
      ...SECURITY,
      end: "mark",
      frame: (body, most) => concat(inChunks(body, most), END),
    },
    // #if list
    {
      operation: "list",
      url: "x-demo://h.example/a/",
      ...SECURITY,
      end: "mark",
      entry: entryLine,
      frame: withLastLine,
    },
    // #endif
    // #if put
    {
      operation: "put",
      url: "x-demo://h.example/a",
      ...SECURITY,
      end: "reply",
      carries: "text",
      frame: inChunks,
    },
    // #endif
  ],
};

/** A body in chunks of at most 4096 bytes, as the client sends it, up to its end. */
function inChunks(body: Uint8Array, most = 4096): Uint8Array {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < body.length; at += most) {
    const chunk = body.subarray(at, at + most);
    chunks.push(octetsOf(`${chunk.length}\r\n`), chunk, octetsOf("\r\n"));
  }
  return joinBytes(chunks);
}
// #if list

function entryLine(name: string, size: string): string {
  return `f ${size} ${encodeText(name, UNRESERVED)}`;
}

function withLastLine(lines: Uint8Array): Uint8Array {
  return concat(lines, octetsOf(".\r\n"));
}
// #endif

/** Chunks or lines that never end. */
const WITHOUT_AN_END: Fault = {
  name: "what has an end of its own, without it",
  when: ({ said }) => said.is === "body",
  inject: () => async (turn) => {
    const isListing = textOf(turn.octets).endsWith("\r\n.\r\n");
    await turn.endlessly(isListing ? "f 1 a\r\n" : `1000\r\n${"x".repeat(1000)}\r\n`);
  },
  outcome: () => ({ fails: ["too-large"] }),
};

export const TESTED_FAULTS: readonly Fault[] = [...FAULTS, WITHOUT_AN_END];
