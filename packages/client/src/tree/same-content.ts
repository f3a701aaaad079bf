/** Compares two bodies, whatever the lengths of their chunks. Stops reading at the first difference. */
export async function isSameContent(
  one: AsyncIterable<Uint8Array>,
  other: AsyncIterable<Uint8Array>,
): Promise<boolean> {
  const [left, right] = [one[Symbol.asyncIterator](), other[Symbol.asyncIterator]()];
  let [a, b]: [Uint8Array, Uint8Array] = [EMPTY, EMPTY];
  try {
    for (;;) {
      a = await fill(left, a);
      b = await fill(right, b);
      const length = Math.min(a.length, b.length);
      if (length === 0) return a.length === b.length;
      for (let i = 0; i < length; i++) if (a[i] !== b[i]) return false;
      a = a.subarray(length);
      b = b.subarray(length);
    }
  } finally {
    await Promise.all([left.return?.(), right.return?.()]);
  }
}

const EMPTY: Uint8Array = new Uint8Array();

/** Returns the rest of a chunk, or the next chunk; an empty one at the end. */
async function fill(chunks: AsyncIterator<Uint8Array>, rest: Uint8Array): Promise<Uint8Array> {
  let chunk = rest;
  while (chunk.length === 0) {
    const next = await chunks.next();
    if (next.done === true) return EMPTY;
    chunk = next.value.slice();
  }
  return chunk;
}
