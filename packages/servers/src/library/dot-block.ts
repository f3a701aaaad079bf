import { octetsOf } from "@anyurl/core";

const DOT = 0x2e;
const LF = 0x0a;

/**
 * Formats lines as a block that ends with the line "." (RFC 3977 §3.1.1, and TextFile of RFC 1436): a dot that begins a line
 * is doubled, and the last line gets an end.
 */
export function* formatDotBlock(lines: Iterable<Uint8Array>): Generator<Uint8Array> {
  let last = LF;
  for (const chunk of lines) {
    yield doubleDots(chunk, last);
    last = chunk.at(-1) ?? last;
  }
  yield octetsOf(last === LF ? ".\r\n" : "\r\n.\r\n");
}

function doubleDots(chunk: Uint8Array, before: number): Uint8Array {
  const begins = (at: number): boolean => (at === 0 ? before : chunk[at - 1]) === LF;
  const dots: number[] = [];
  for (let at = chunk.indexOf(DOT); at >= 0; at = chunk.indexOf(DOT, at + 1)) if (begins(at)) dots.push(at);
  if (dots.length === 0) return chunk;
  const result = new Uint8Array(chunk.length + dots.length);
  let from = 0;
  dots.forEach((at, more) => {
    result.set(chunk.subarray(from, at), from + more);
    result[at + more] = DOT;
    from = at;
  });
  result.set(chunk.subarray(from), from + dots.length);
  return result;
}
