import { resolveLimits } from "@anyurl/core";
import { DotReader, decodeEncodedWords, Inbox, joinBytes } from "@anyurl/core/exchange";
import { HeadCollector, readHead } from "../../../packages/protocol-nntp/src/exchange/head.ts";
import { readOverview, readOverviewFormat } from "../../../packages/protocol-nntp/src/exchange/overview.ts";
import { demand, type Target } from "../target.ts";
import { toLatin1, wholeTarget, wireTarget } from "./wire.ts";

/** Small, so that inputs exceed them. */
const limits = resolveLimits({ maxHead: 200, maxFields: 8, maxTextLine: 80, maxLine: 120 });
const MAX_LINES = 20;

/** The lines of an article up to the line ".", and its head. */
const articleTarget: Target = wireTarget(
  "nntp-article",
  [
    "Subject: =?utf-8?Q?a?=\r\nFrom: a@b\r\n c\r\n\r\nbody\r\n..dot\r\n.\r\nrest",
    ": a\r\n\tb\r\nx:\r\n.\r\n",
    "a: b\n\nc\n.\n.\r.\r\n\r\n.\r\n",
  ],
  (chunks) => {
    const reader = new DotReader({ maxLine: limits.maxTextLine });
    const head = new HeadCollector(limits);
    const content: Uint8Array[] = [];
    for (const chunk of chunks) {
      const views: Uint8Array[] = [];
      reader.read(chunk, views);
      // As an exchange does: the head is decided before the bytes of the body are used.
      for (const view of views) content.push(head.complete ? view : head.push(view));
    }
    const { fields } = readHead(head.take(), limits);
    return { ended: reader.ended, fields, body: joinBytes(content) };
  },
  ({ fields }: { readonly fields: readonly { readonly name: string; readonly body: string }[] }) => {
    demand(fields.length <= limits.maxFields, "maxFields bounds a head", fields.length);
    for (const { name, body } of fields) {
      demand(/^[!-9;-~]+$/.test(name), "a field name is that of RFC 5322 §3.6.8", name);
      demand(!body.includes("\n"), "a body is unfolded", body);
    }
  },
);

/** Lines of OVER, in a format from the first lines up to an empty one. */
const overviewTarget: Target = wireTarget(
  "nntp-overview",
  [
    "\n1\tSubject\tFrom\tDate\t<a@b>\t<c@d>\t12\t3\r\n",
    "From:\nMessage-ID:\n:bytes\nXref:full\n\n0007\ta\t<b@c>\t9\n",
    "Subject:\n\n99999999999999\ta\n",
  ],
  (chunks) => {
    const inbox = new Inbox();
    const lines: Uint8Array[] = [];
    for (const chunk of chunks) {
      inbox.push(chunk);
      // A line takes the same time wherever it stands: the first ones are enough.
      for (let line: Uint8Array | undefined; lines.length < MAX_LINES; lines.push(line)) {
        line = inbox.takeLine(limits.maxLine);
        if (line === undefined) break;
      }
    }
    const blank = lines.findIndex(({ length }) => length === 0);
    const format = readOverviewFormat(lines.slice(0, Math.max(0, blank)));
    return lines.slice(blank + 1).map((line) => readOverview(line, format) ?? null);
  },
  (found: readonly ({ readonly number: string } | null)[]) => {
    for (const each of found)
      demand(each === null || /^(?:0|[1-9][0-9]*)$/.test(each.number), "a number has no leading zeros", each);
  },
);

/** Encoded words of RFC 2047 in a field. */
const wordsTarget: Target = wholeTarget(
  "encoded-words",
  ["=?utf-8?Q?a_=C3=A9?= =?iso-8859-1*en?B?YQ==?= b", "=?x?Q?a?=", "a =?utf-8?q?=3?= =?UTF-16?B?/v8A?=\t"],
  (octets) => {
    const text = toLatin1(octets);
    const decoded = decodeEncodedWords(text);
    demand(text.includes("=?") || decoded === text, "a text without words stays unchanged", text);
    demand(decoded.length <= text.length, "decoding does not make a text longer", text, decoded);
    return decoded;
  },
);

export const nntpTargets: readonly Target[] = [articleTarget, overviewTarget, wordsTarget];
