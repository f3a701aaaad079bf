/** Octets that one read takes from the kernel. */
const READ_SIZE = 128 * 1024;
/** Buffers that wait for the next connection, at most. */
const MAX_SPARE = 16;

const spare: Uint8Array[] = [];

/** A buffer to read into: larger ones mean fewer reads, and those that are used again cost nothing. */
export function readBuffer(): Uint8Array {
  return spare.pop() ?? new Uint8Array(READ_SIZE);
}

/** Nobody looks at it any more. */
export function releaseBuffer(buffer: Uint8Array): void {
  if (spare.length < MAX_SPARE) spare.push(buffer);
}
