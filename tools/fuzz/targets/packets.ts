import { octetsOf, resolveLimits } from "@anyurl/core";
import {
  formatInitResponse,
  formatMessage,
  formatSearchResponse,
  type Message,
  MessageInbox,
  readInit,
  readInitResponse,
  readSearch,
  readSearchResponse,
  readSource,
} from "../../../packages/protocol-wais/src/index.ts";
import { parsePacket } from "../../../packages/scheme-prospero/src/ardp-packet.ts";
import { PacketReassembler } from "../../../packages/scheme-prospero/src/packet-reassembler.ts";
import { quoteToken, splitLines, splitTokens } from "../../../packages/scheme-prospero/src/quoting.ts";
import { parseReply } from "../../../packages/scheme-prospero/src/reply.ts";
import { demand, outcome, type Target } from "../target.ts";
import { toLatin1, toOctets, wholeTarget, wireTarget } from "./wire.ts";

/** Small, so that inputs exceed them. */
const limits = resolveLimits({
  ...{ maxMessage: 300, maxEntries: 6, maxEntryLine: 100, maxDatagrams: 20, maxDatagramOctets: 200 },
});

const waisMessage = (body: Uint8Array): string => toLatin1(formatMessage(body));

/** Messages of a WAIS server, and the responses in them. */
const waisTarget: Target = wireTarget(
  "wais-messages",
  [
    waisMessage(
      formatSearchResponse({
        status: 1,
        seedWordsUsed: "tide",
        records: [
          { is: "text", documentId: "\x01\x02id", octets: toOctets("text") },
          { is: "diagnostic", code: "D1", text: "no", surrogate: false },
        ],
      }),
    ),
    waisMessage(
      formatInitResponse({
        ...{ accepted: true, facilities: [], preferredMessageSize: 100, maximumRecordSize: 100 },
      }),
    ),
    "0000000003z2wais        0abc0000000001z2wais      h 0",
    "9999999999z2wais        0",
  ],
  (chunks) => {
    const inbox = new MessageInbox(limits.maxMessage);
    const messages: Message[] = [];
    for (const chunk of chunks) {
      inbox.push(chunk);
      for (let message = inbox.take(); message !== undefined; message = inbox.take()) messages.push(message);
    }
    return {
      isEmpty: inbox.empty,
      messages,
      bodies: messages.map(({ body }) => [
        outcome(() => readSearchResponse(body, limits.maxEntries)),
        outcome(() => readInitResponse(body)),
        outcome(() => readInit(body)),
        outcome(() => readSearch(body)),
      ]),
    };
  },
  ({ messages }: { readonly messages: readonly Message[] }) => {
    for (const { body } of messages)
      demand(body.length <= limits.maxMessage, "maxMessage bounds a message", body.length);
  },
);

/** Descriptions of WAIS databases. */
const sourceTarget: Target = wholeTarget(
  "wais-source",
  [
    '(:source :version 3 :ip-name "h" :tcp-port 210 :database-name "a.src" :cost 0.00 :cost-unit :free :keyword-list (a "b c") :description "a \\"b\\"")',
    '(:source :database-name "a" :ip-address "127.0.0.1" :tcp-port 99999 :x ((((((a))))))',
  ],
  (octets) => {
    const source = readSource(toLatin1(octets));
    demand(source.databaseName !== "", "a source has a database");
    demand((source.tcpPort ?? 0) <= 65_535, "a port has 16 bits", source.tcpPort);
    return source;
  },
);

/** Datagrams of a Prospero server: the first byte of each is its length. */
const packetsTarget: Target = wholeTarget(
  "prospero-packets",
  [
    "\x0c\x07\0\x01\0\x02\0\x01hello\x0a\x07\0\x01\0\x02\0\x02abc",
    // More bytes than maxDatagramOctets.
    `\xf7\x07\0\x01\0\x01\0\x01${"a".repeat(240)}`,
    "\x0f\x0d\0\x01\0\x01\0\x01\0\0\0\0\0\x03\x01",
    "\x16\x13\0\x01\0\0\0\0\0\0\0\0\0\x04\x7f\0\0\x01\x05\xf5abc",
  ],
  (octets) => {
    const reassembler = new PacketReassembler(limits);
    const kinds: string[] = [];
    for (let at = 0; at < octets.length; at += 1 + octets[at]!) {
      const packet = parsePacket(octets.slice(at + 1, at + 1 + octets[at]!));
      if (packet === undefined || packet === "foreign") kinds.push(packet ?? "contradicts itself");
      else kinds.push(`${packet.option?.kind} ${packet.number > 0 && reassembler.add(packet)}`);
    }
    const text = reassembler.complete ? reassembler.text() : undefined;
    demand((text?.length ?? 0) <= limits.maxDatagramOctets, "maxDatagramOctets bounds a reply", text?.length);
    return { kinds, text };
  },
);

/** Replies of a Prospero server. */
const replyTarget: Target = wholeTarget(
  "prospero-reply",
  [
    "VERSION 1\nLINK L DIRECTORY name INTERNET-D h(1525) ASCII /dir 0 0\nATTRIBUTE LINK CACHED ACCESS-METHOD SEQUENCE AFTP '' h ASCII /f BINARY\n",
    "UNRESOLVED a/b\nFORWARDED INTERNET-D h ASCII 'a b''c' 0\n",
    "WARNING MESSAGE text\nFAILURE NOT-FOUND FILE a\n",
    "LINK L EXTERNAL 'a\nb' X h Y z\nERROR bad\r\n",
    `${"LINK L FILE n INTERNET-D h ASCII f 0\n".repeat(7)}`,
  ],
  (octets) => {
    for (const line of splitLines(octets)) {
      const tokens = splitTokens(line);
      const again = splitTokens(octetsOf(tokens.map(quoteToken).join(" ")));
      demand(JSON.stringify(again) === JSON.stringify(tokens), "quoted tokens read the same", tokens, again);
    }
    const reply = parseReply(octets, limits);
    demand(reply.links.length <= limits.maxEntries, "maxEntries bounds a reply", reply.links.length);
    return reply;
  },
);

export const packetTargets: readonly Target[] = [waisTarget, sourceTarget, packetsTarget, replyTarget];
