import { octetsOf } from "@anyurl/core";
import { concat, joinBytes } from "@anyurl/core/exchange";
import type { Fault, Outcome } from "./fault.ts";
import type { ExchangePoint, FaultInjector } from "./faulty-peer.ts";
import {
  awaitsLine,
  broken,
  fails,
  hasLines,
  isBody,
  isFarewell,
  isReply,
  isUpload,
  late,
  lost,
  precedesBody,
  refuse,
  WHOLE,
  wholeOr,
} from "./outcomes.ts";
import type { HostileProtocol } from "./server-steps.ts";

const SECOND = 1000;
const CR = 0x0d;
const LF = 0x0a;

const isFirst = ({ index, said, to }: ExchangePoint) => index === 0 && said.is === "reply" && to === "";
const everywhere = () => true;
const says = (at: ExchangePoint) => !isUpload(at);
const speaks = (at: ExchangePoint) => !isBody(at) && !isUpload(at);

/** Greetings of other protocols: SSH, HTTP, POP3, IMAP, XMPP, a TLS alert, MySQL, a shell. */
const BANNERS: readonly string[] = [
  "SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n",
  "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n",
  "+OK POP3 ready\r\n",
  "* OK IMAP4rev1 ready\r\n",
  "<?xml version='1.0'?>\r\n",
  "\u0015\u0003\u0001\0\u0002\u0002\u0046\r\n",
  "J\0\0\0\n5.5.5\r\n",
  "login: \r\n",
];

/** Lines that are not valid replies in any protocol with three-digit reply codes (RFC 959 §4.2). */
const INVALID_CODES: readonly string[] = [
  "\r\n",
  "\udcff\udcfe\r\n",
  "20 x\r\n",
  "2200 x\r\n",
  "999 x\r\n",
  "-\r\n",
  "\0\r\n",
];

/** A reply with a three-digit code. */
const WITH_CODE = /^[1-5][0-9]{2}(?:[ -]|\r?\n)/;

/** Maximum number of characters of the client's lines to repeat. */
const MAX_HEARD = 400;

/** Faults of replies: their content, their timing, and connections that close. */
export const REPLY_FAULTS: readonly Fault[] = [
  {
    name: "the server stops responding",
    over: "all",
    when: everywhere,
    inject: () => silence,
    outcome: late,
    within: ({ replyTimeout, idleTimeout, farewellTimeout }) =>
      Math.max(replyTimeout, idleTimeout) + farewellTimeout,
  },
  {
    name: "the server stops responding, and the call has a deadline",
    over: "all",
    when: everywhere,
    inject: () => silence,
    limits: { deadline: 7 * SECOND },
    outcome: late,
    within: () => 7 * SECOND,
  },
  {
    name: "one byte per second, endlessly",
    when: says,
    inject: () => async (turn) => {
      for (let i = 0; turn.peer.open; i++) {
        await turn.pause(SECOND);
        const octet = turn.octets[i % turn.octets.length] ?? CR;
        if (turn.peer.open) await turn.say(Uint8Array.of(octet === LF ? CR : octet));
      }
    },
    outcome: late,
    // The client measures the rate of a body over the whole transfer.
    within: ({ replyTimeout, idleTimeout, farewellTimeout }) =>
      Math.max(replyTimeout, 2 * idleTimeout) + farewellTimeout,
  },
  {
    name: "byte by byte",
    when: says,
    inject: () => async (turn) => {
      for (const octet of turn.octets) await turn.say(Uint8Array.of(octet));
      return "said";
    },
    outcome: () => WHOLE,
  },
  { name: "close", when: everywhere, inject: () => leave("close", 0), outcome: lost },
  { name: "reset", when: everywhere, inject: () => leave("reset", 0), outcome: broken },
  { name: "half of it, then close", when: says, inject: () => leave("close", 0.5), outcome: lost },
  { name: "half of it, then reset", when: says, inject: () => leave("reset", 0.5), outcome: broken },
  {
    name: "the connection is reset before the farewell reply",
    when: (_, next) => next !== undefined && isFarewell(next),
    inject: () => async (turn) => {
      await turn.say(turn.octets);
      // Reset only this connection: the end of a body may still be in transit on another one.
      turn.peer.reset();
    },
    outcome: () => WHOLE,
  },
  {
    name: "a truncated multi-line reply",
    when: isReply,
    suits: (_, { multiline }) => multiline !== undefined,
    inject:
      (at, _next, { multiline }) =>
      async (turn) => {
        await turn.say((multiline?.(textOfReply(at)) ?? "").repeat(2));
        turn.leave("close");
      },
    outcome: lost,
  },
  {
    name: "an endless line",
    suits: hasLines,
    when: speaks,
    inject: (at) => async (turn) => {
      await turn.say(withoutEnd(at.octets));
      await turn.endlessly("x");
    },
    outcome: (_, at) => endless(at),
    most: ({ maxLine }) => maxLine,
  },
  // Two limits apply: bytes of a reply, and number of lines (empty ones included).
  ...[`${"and one more line ".repeat(50)}\r\n`, "\r\n"].map(
    (line): Fault => ({
      name: `an endless reply with lines of ${line.length} bytes`,
      when: speaks,
      suits: (_, { multiline }) => multiline !== undefined,
      inject:
        (at, _next, { multiline }) =>
        async (turn) => {
          await turn.say(multiline?.(textOfReply(at)) ?? "");
          await turn.endlessly(line);
        },
      outcome: (_, at) => endless(at),
      most: ({ maxReply }) => maxReply,
    }),
  ),
  {
    name: "the same reply, endlessly",
    when: speaks,
    inject: (at) => (turn) => turn.endlessly(at.octets),
    outcome: (_, at, next) => {
      if (at !== undefined && isFarewell(at)) return WHOLE;
      // The client need not notice if it sends no further command.
      return next === undefined || isFarewell(next) ? { gives: "all", fails: "any" } : { fails: "any" };
    },
    // The limit of a body applies if the client takes the further replies for one.
    most: ({ maxReply, maxBytes, maxListing }, operation, at, next) => {
      if (!precedesBody(operation, at, next)) return maxReply;
      return operation.entry === undefined ? maxBytes : maxListing;
    },
  },
  {
    name: "a reply before its command",
    when: (at, next) => isReply(at) && awaitsLine(at, next),
    inject: (at, next) => (turn) => turn.say(concat(at.octets, next?.octets ?? new Uint8Array(0))),
    outcome: (_operation, _at, next) =>
      next !== undefined && isFarewell(next) ? wholeOr("desync") : fails("desync", "protocol-error"),
  },
  ...BANNERS.map(
    (banner): Fault => ({
      name: `a greeting of another protocol: ${JSON.stringify(banner.slice(0, 12))}`,
      when: isFirst,
      inject: () => sayInstead(banner),
      outcome: () => fails("protocol-error"),
      sends: false,
    }),
  ),
  {
    name: "a greeting that rejects the client",
    when: isFirst,
    suits: (_, { refusal }) => refusal !== undefined,
    inject: (_at, _next, { refusal }) => sayInstead(refusal ?? ""),
    outcome: () => ({ fails: "any" }),
    sends: false,
  },
  ...INVALID_CODES.map(
    (text): Fault => ({
      ...createInvalidReply(text),
      suits: (operation, protocol) => hasLines(operation, protocol) && protocol.invalidReplies === undefined,
      when: (at) => isReply(at) && WITH_CODE.test(textOfReply(at)),
    }),
  ),
  {
    name: "an invalid message",
    suits: (operation, protocol) => !hasLines(operation, protocol),
    when: isReply,
    inject: () => sayInstead("\udcff".repeat(1024)),
    outcome: () => fails("protocol-error", "truncated", "too-large"),
  },
  {
    name: "an unexpected rejection",
    when: (at) => isReply(at) && at.to !== "",
    suits: (_, { refusal }) => refusal !== undefined,
    inject: (_at, _next, { refusal }) => refuse(refusal),
    // A server may lack an optional command.
    outcome: (_, at) =>
      at?.said.is === "reply" && (at.said.required || at.said.confirms)
        ? { fails: "any", stops: true }
        : { gives: "all", fails: "any" },
  },
  {
    name: "a rejection that repeats the client's lines",
    when: (at) => isReply(at) && at.to !== "",
    suits: (_, { refusal }) => refusal !== undefined,
    inject:
      (_at, _next, { refusal = "" }) =>
      (turn) => {
        const heard = turn.world.heard.join(" ").slice(0, MAX_HEARD);
        return refuse(`${refusal.trimEnd()}: ${heard}\r\n`)(turn);
      },
    outcome: () => ({ gives: "all", fails: "any" }),
  },
  {
    name: "lines that end with LF only",
    suits: hasLines,
    when: speaks,
    inject: (at) => sayInstead(at.octets.filter((octet) => octet !== CR)),
    outcome: (_, at) => (at !== undefined && isFarewell(at) ? WHOLE : wholeOr("protocol-error", "timeout")),
  },
  {
    name: "lines that end with CR only",
    suits: hasLines,
    when: (at) => speaks(at) && at.octets.includes(LF),
    inject: (at) => sayInstead(at.octets.filter((octet) => octet !== LF)),
    outcome: (_, at) => (at !== undefined && isFarewell(at) ? WHOLE : fails("protocol-error", "timeout")),
  },
  {
    name: "bytes that are not UTF-8, and terminal control characters",
    suits: hasLines,
    when: speaks,
    inject: (at, _next, { multiline }) =>
      sayInstead(insertInLines(at.octets, " \udcff\udce9\u001b]0;x\u0007\u009b2J", multiline !== undefined)),
    outcome: (_, at) => (at?.said.is === "reply" && at.said.exact ? wholeOr("protocol-error") : WHOLE),
  },
];

/** Returns the faults of replies that the protocol declares. */
export function createReplyFaults({ invalidReplies = [] }: HostileProtocol): readonly Fault[] {
  return invalidReplies.map(createInvalidReply);
}

function createInvalidReply(text: string): Fault {
  return {
    name: `an invalid reply: ${JSON.stringify(text)}`,
    when: isReply,
    inject: () => sayInstead(text),
    outcome: () => fails("protocol-error", "truncated"),
  };
}

const silence: FaultInjector = async (turn) => {
  await turn.silence();
  return "over";
};

/** Sends a share of the bytes, then closes or resets all connections. */
function leave(how: "close" | "reset", share: number): FaultInjector {
  return async (turn) => {
    if (share > 0)
      await turn.say(turn.octets.subarray(0, Math.max(1, Math.floor(turn.octets.length * share))));
    turn.leave(how);
  };
}

/** Sends other bytes instead, and continues with the next step. */
function sayInstead(text: Uint8Array | string): FaultInjector {
  return async (turn) => {
    await turn.say(text);
    return "said";
  };
}

function endless(at: ExchangePoint | undefined): Outcome {
  return at !== undefined && isFarewell(at) ? WHOLE : fails("too-large", "protocol-error", "desync");
}

function textOfReply({ said }: ExchangePoint): string {
  return "text" in said ? said.text : "";
}

/** Inserts text at the end of the first line, and of the last line if it has text for people, not the end of a block. */
function insertInLines(octets: Uint8Array, text: string, inLastLine: boolean): Uint8Array {
  const lineFeed = octets.indexOf(LF);
  const first = withoutEnd(lineFeed < 0 ? octets : octets.subarray(0, lineFeed)).length;
  const last = inLastLine ? withoutEnd(octets).length : first;
  const more = octetsOf(text);
  return joinBytes([
    ...[octets.subarray(0, first), more],
    ...(last > first ? [octets.subarray(first, last), more] : []),
    octets.subarray(Math.max(first, last)),
  ]);
}

function withoutEnd(octets: Uint8Array): Uint8Array {
  let end = octets.length;
  while (end > 0 && (octets[end - 1] === CR || octets[end - 1] === LF)) end--;
  return octets.subarray(0, end);
}
