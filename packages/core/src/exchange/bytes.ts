/**
 * Copies bytes, from `start` to before `end`, into a plain array with a buffer of its own.
 *
 * Use it wherever bytes of another owner are kept, or given to an API that takes the buffer over (a byte stream,
 * `postMessage`). `bytes.slice()` is not enough: a Node `Buffer` is a `Uint8Array` whose `slice` gives a view, and the
 * memory below it is usually a pool that all Buffers of the process share.
 */
export function copyBytes(bytes: Uint8Array, start?: number, end?: number): Uint8Array<ArrayBuffer> {
  const range = bytes.subarray(start, end);
  const copy = new Uint8Array(range.length);
  copy.set(range);
  return copy;
}
