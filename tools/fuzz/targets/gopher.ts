import { type Entry, resolveLimits } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import { MenuLineSplitter } from "../../../packages/scheme-gopher/src/menu/lines.ts";
import { readMenu } from "../../../packages/scheme-gopher/src/menu/read-menu.ts";
import { readForm } from "../../../packages/scheme-gopher/src/plus/ask.ts";
import { AttributeReader } from "../../../packages/scheme-gopher/src/plus/attributes.ts";
import { readReplyStart } from "../../../packages/scheme-gopher/src/plus/data-head.ts";
import { readViews } from "../../../packages/scheme-gopher/src/plus/views.ts";
import { TextEntityReader } from "../../../packages/scheme-gopher/src/text-entity.ts";
import { demand, type Target } from "../target.ts";
import { receive, wholeTarget, wireTarget } from "./wire.ts";

/** Small, so that inputs exceed them. */
const limits = resolveLimits({
  maxEntryLine: 80,
  maxEntries: 10,
  maxListing: 600,
  maxReply: 200,
  maxHeld: 100,
});

const MENUS = [
  // More lines than maxEntries, and a line longer than maxEntryLine.
  `${"0a\t\th\t70\r\n".repeat(11)}`,
  `1${"a".repeat(90)}\r\n`,
  "1About\t/about\tgopher.example\t70\r\n0Text\t/t\th\t70\t+\r\n+Mirror\t/t\tm\t70\r\n.\r\n",
  "iHello\tfake\t(NULL)\t0\r\nhWeb\tURL:http://a/\th\t70\r\n8Tn\tuser\th\t23\r\n3Error\t\terror.host\t1\r\n",
  "plain\n1a\tb\tc\n9bin\t/\0\xff\th\t99999\r\r\n7Find\t/s\t::1\t70\t?\r\n..dot\r\n.\r\nrest",
];

/** A menu as a whole: its entries. */
const menuTarget: Target = wholeTarget("gopher-menu", MENUS, (octets) => {
  const entries: readonly Entry[] = readMenu(octets, limits);
  // One more tells how many lines were skipped.
  demand(entries.length <= limits.maxEntries + 1, "maxEntries bounds a menu", entries.length);
  return entries.map(({ name, kind, url }) => ({ name, kind, url }));
});

/** The lines of a menu, and the text with its Lastline, as they arrive. */
const linesTarget: Target = wireTarget("gopher-lines", MENUS, (chunks) => {
  const text = new TextEntityReader(limits.maxHeld);
  const splitter = new MenuLineSplitter(limits);
  const lines: string[] = [];
  const take = (octets: Uint8Array): void => {
    const batch = splitter.push(octets);
    lines.push(...batch.lines);
    demand(lines.length <= limits.maxEntries, "maxEntries bounds a menu", lines.length);
    if (batch.failure !== undefined) throw batch.failure;
  };
  for (const chunk of chunks) take(text.push(chunk));
  const { octets, complete } = text.end();
  take(octets);
  const last = splitter.end();
  if (last.failure !== undefined) throw last.failure;
  lines.push(...last.lines);
  return { lines, complete, skipped: splitter.skipped };
});

/** The head of a Gopher+ reply. */
const headTarget: Target = wireTarget(
  "gopher-plus-head",
  [
    "+-1\r\ntext\r\n.\r\n",
    "--2\r\n1 Admin\r\n",
    "+18\r\nabc",
    "+\r\na",
    "+99999999999999999\r\n",
    "+-",
    "-1\n",
  ],
  (chunks) => {
    const { result, rest } = receive(readReplyStart(), chunks);
    return { head: result.head, octets: joinBytes([result.first ?? new Uint8Array(0), rest]) };
  },
);

/** Attributes of items: blocks, and the forms and views in them. */
const attributesTarget: Target = wholeTarget(
  "gopher-attributes",
  [
    "+INFO: 0a\t/a\th\t70\t+\r\n+ADMIN:\r\n Admin: a <a@b>\r\n Mod-Date: a <19940101120000>\r\n+VIEWS:\r\n text/plain De_DE: <10k>\r\n+ASK:\r\n Ask: a\tb\r\n Choose: a\tb\tc\r\n Select: a:1\r\n",
    "+INFO 1b\t\t\t\r\n+INFO: \r\n+X\r\nno space\r\n+VIEWS\r\n Text: <.5K>\r\n : \r\n",
  ],
  (octets) => {
    const reader = new AttributeReader(limits);
    const splitter = new MenuLineSplitter(limits);
    const { lines, failure } = splitter.push(octets);
    if (failure !== undefined) throw failure;
    const items = [...lines.map((line) => reader.push(line)), reader.end()].filter(
      (item) => item !== undefined,
    );
    return items.flatMap(({ blocks }) =>
      blocks.map((block) => {
        const views = readViews(block.lines);
        for (const { size } of views)
          demand(size === undefined || (Number.isSafeInteger(size) && size >= 0), "a size is a count", size);
        return { name: block.name, views, form: readForm(block.lines) };
      }),
    );
  },
);

export const gopherTargets: readonly Target[] = [menuTarget, linesTarget, headTarget, attributesTarget];
