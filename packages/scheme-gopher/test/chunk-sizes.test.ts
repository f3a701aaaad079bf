import { DEFAULT_LIMITS, isAccessError, octetsOf } from "@anyurl/core";
import { concat, type Exchange } from "@anyurl/core/exchange";
import fc from "fast-check";
import { expect, it } from "vitest";
import { retrieveAttributes, retrieveItem, retrieveMenu } from "../src/exchange.ts";
import type { GopherParts } from "../src/index.ts";
import { gopherOptions } from "../src/options.ts";
import { toAttributesRequest } from "../src/stat.ts";

const OPTIONS = {
  ...gopherOptions.defaults,
  limits: { ...DEFAULT_LIMITS, maxReply: 200, maxEntryLine: 60, maxEntries: 8, maxListing: 300 },
};
const STRICT = { ...OPTIONS, quirks: new Set([] as const) };

/** Runs an exchange with a peer that sends these chunks; returns the bytes, items, and the end. */
function outcome(exchange: Exchange<any, unknown>, pieces: readonly Uint8Array[]) {
  const replies = pieces.map((piece) => piece.slice());
  let lent: Uint8Array | undefined;
  let octets: Uint8Array = new Uint8Array(0);
  const items: unknown[] = [];
  try {
    let next = exchange.next();
    while (next.done !== true) {
      const step = next.value;
      if (step.do === "emit") {
        const { event } = step;
        if (event instanceof Uint8Array) octets = concat(octets, event);
        else items.push(...("items" in event ? event.items : [event]));
      }
      if (step.do !== "receive") {
        next = exchange.next();
        continue;
      }
      // Overwrite the loaned buffer.
      lent?.fill(0x23);
      const reply = replies.shift();
      lent = step.onLoan === true ? reply : undefined;
      next = exchange.next(reply);
    }
    return { octets, items, result: next.value };
  } catch (error) {
    // Every failure must have a code, whatever the server sends.
    if (!isAccessError(error)) throw error;
    return { octets, items, result: [error.code, error.message, error.reply, error.hint] };
  }
}

const word = fc.constantFrom(
  ..."+ - +-1 --1 +-2 --2 +3 +18 -5 +-3 +99999999999999999 1 2 3".split(" "),
  ..."+INFO: +ADMIN +VIEWS: +ABSTRACT: 0A 3gone h .. . .x Admin: <10k> h.example error.host 70 (NULL) URL:".split(
    " ",
  ),
  ...["\t", "\t", "\r\n", "\r\n", "\r\n", "\n", "\r", " ", "\0", "\udcff", "\u00e9", "x".repeat(70)],
);
const reply = fc.array(word, { maxLength: 30 }).map((words) => octetsOf(words.join("")));
const places = fc.array(fc.nat(500), { maxLength: 12 });

const parts = (gopherPlus: string | undefined, gophertype = "1"): GopherParts => ({
  gophertype,
  selector: "x",
  search: gopherPlus === undefined ? undefined : "",
  gopherPlus,
});

it.each<[string, () => Exchange<any, unknown>]>([
  ["a text", () => retrieveItem(parts(undefined, "0"), OPTIONS)],
  ["octets", () => retrieveItem(parts(undefined, "9"), OPTIONS)],
  ["a text over Gopher+", () => retrieveItem(parts("+", "0"), OPTIONS)],
  ["a binary file over Gopher+", () => retrieveItem(parts("+", "9"), OPTIONS)],
  ["a menu", () => retrieveMenu(parts(undefined), OPTIONS)],
  ["a menu without quirks", () => retrieveMenu(parts(undefined), STRICT)],
  ["a menu over Gopher+", () => retrieveMenu(parts("+"), OPTIONS)],
  ["the attributes of a menu", () => retrieveMenu(parts("$"), OPTIONS)],
  ["the attributes of an item", () => retrieveAttributes(toAttributesRequest(parts(undefined)), OPTIONS)],
])("%s: the result does not depend on the chunk sizes", (_, exchange) => {
  fc.assert(
    fc.property(reply, places, (octets, at) => {
      const cuts = [
        0,
        ...at.map((place) => place % (octets.length + 1)).sort((a, b) => a - b),
        octets.length,
      ];
      const pieces = cuts.slice(1).map((end, i) => octets.slice(cuts[i], end));
      const whole = outcome(exchange(), octets.length === 0 ? [] : [octets]);
      expect(outcome(exchange(), pieces)).toEqual(whole);
      expect(
        outcome(
          exchange(),
          Array.from(octets, (octet) => Uint8Array.of(octet)),
        ),
      ).toEqual(whole);
    }),
    { numRuns: 300 },
  );
});
