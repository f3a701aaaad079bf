import { describe, expect, it } from "vitest";
import { DotReader, type DotReaderOptions } from "../../src/exchange/index.ts";
import { octetsOf, textOf } from "../../src/index.ts";

/** All texts of these characters with at most `length` of them. */
function* textsOf(characters: string, length: number): Generator<string> {
  yield "";
  if (length === 0) return;
  for (const first of characters) for (const rest of textsOf(characters, length - 1)) yield first + rest;
}

/** The rule, on a whole text: the content, and the number of characters up to the end of the block. */
function readWhole(text: string, keepsSingleDots: boolean): { content: string; size: number } {
  let [content, at] = ["", 0];
  while (!text.startsWith(".\r\n", at)) {
    const end = text.indexOf("\r\n", at) + 2;
    const hasDot = keepsSingleDots ? text.startsWith("..", at) : text[at] === ".";
    content += text.slice(hasDot ? at + 1 : at, end);
    at = end;
  }
  return { content, size: at + 3 };
}

function read(chunks: readonly string[], options: DotReaderOptions): { content: string; size: number } {
  const reader = new DotReader(options);
  const pieces: Uint8Array[] = [];
  const size = chunks.reduce((sum, chunk) => sum + reader.read(octetsOf(chunk), pieces), 0);
  expect(reader.ended).toBe(true);
  return { content: pieces.map((piece) => textOf(piece)).join(""), size };
}

describe("a multi-line data block (RFC 3977 §3.1.1)", () => {
  it.each([false, true])(
    "loses the dots that the server added, however it is cut, and nothing after its end (single dots are kept: %s)",
    (keepsSingleDots) => {
      for (const text of textsOf("\r\n.a", 5)) {
        const block = `${text}\r\n.\r\nnext`;
        const whole = readWhole(block, keepsSingleDots);
        for (let first = 0; first <= block.length; first++) {
          for (const second of new Set([first, first + 1, block.length])) {
            const chunks = [block.slice(0, first), block.slice(first, second), block.slice(second)];
            if (JSON.stringify(read(chunks, { keepsSingleDots })) !== JSON.stringify(whole))
              expect({ chunks, ...read(chunks, { keepsSingleDots }) }).toEqual({ chunks, ...whole });
          }
        }
      }
    },
  );

  it("has lines of at most maxLine bytes, without their end", () => {
    expect(read(["abcde\r\nabcde\r\n.\r\n"], { maxLine: 5 }).content).toBe("abcde\r\nabcde\r\n");
    for (const chunks of [["abcdef\r\n.\r\n"], ["a\r\nabcde", "f"], ["abcdef"]]) {
      expect(() => read(chunks, { maxLine: 5 })).toThrow(expect.objectContaining({ code: "too-large" }));
    }
  });
});
