import {
  octetsOf,
  // #if list
  textOf,
  // #endif
} from "@anyurl/core";
import { concat } from "@anyurl/core/exchange";
import { FAULTS, type Fault, type FaultExceptions, type HostileProtocol } from "@anyurl/testkit";

/** The protocol of the README, as the messages of a proper server. The kit plays it and injects faults. */
export const PROTOCOL: HostileProtocol = {
  requestLength: findRequestLength,
  answer: () => [{ is: "body" }, { is: "close" }],
  operations: [
    {
      operation: "get",
      url: "x-demo://h.example/a",
      end: "mark",
      frame: (body, _, to) => formatResponse(to, { data: Buffer.from(body).toString("base64") }),
    },
    // #if list
    {
      operation: "list",
      url: "x-demo://h.example/a/",
      end: "mark",
      entry: (name, size) =>
        JSON.stringify({ name, kind: "file", size: /^[0-9]{1,15}$/.test(size) ? Number(size) : size }),
      frame: (lines, _, to) => formatResponse(to, { entries: parseLines(lines) }),
    },
    // #endif
  ],
};

/** Returns the length of the first message in these bytes: a header with a Content-Length, and as many bytes. */
function findRequestLength(received: Uint8Array): number | undefined {
  const text = Buffer.from(received).toString("latin1");
  const header = /^.*?\r\n\r\n/s.exec(text)?.[0];
  if (header === undefined) return undefined;
  const length = header.length + Number(/^content-length: ([0-9]+)/im.exec(header)?.[1]);
  return received.length < length ? undefined : length;
}

/** Returns the response to a request. */
function formatResponse(request = "", result: object): Uint8Array {
  const { id } = JSON.parse(request.slice(request.indexOf("{"))) as { readonly id: number };
  const content = octetsOf(JSON.stringify({ jsonrpc: "2.0", id, result }));
  return concat(octetsOf(`Content-Length: ${content.length}\r\n\r\n`), content);
}
// #if list

function parseLines(lines: Uint8Array): readonly unknown[] {
  return textOf(lines)
    .split("\r\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}
// #endif

const READ_AHEAD =
  "the library reads ahead, so endless bytes after a message can exceed the limit before it is delivered";

/** Faults that do not fit, each with the reason. */
export const EXCEPT: FaultExceptions = {
  "an endless body, which the reader cancels": READ_AHEAD,
  "an endless body, which the reader stops reading": READ_AHEAD,
  // #if list
  "an endless listing, which the reader cancels": READ_AHEAD,
  // #endif
};

/** More of them: a message that is longer than any limit, and a header that never ends. */
const ENDLESS: readonly Fault[] = ["Content-Length: 999999999999\r\n\r\n", ""].map((header) => ({
  name: `an endless ${header === "" ? "header" : "message"}`,
  when: ({ said }) => said.is === "body",
  inject: () => async (turn) => {
    await turn.say(header);
    await turn.endlessly("X-Name: value\r\n");
  },
  outcome: () => ({ fails: ["too-large"] }),
}));

export const TESTED_FAULTS: readonly Fault[] = [...FAULTS, ...ENDLESS];
