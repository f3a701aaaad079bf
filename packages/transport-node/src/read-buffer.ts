/** Maximum bytes of one read from the kernel. */
const READ_SIZE = 128 * 1024;
/** Maximum number of buffers that wait for reuse. */
const MAX_SPARE = 16;

const spare: Uint8Array[] = [];

/** Returns a buffer to read into. Large buffers need fewer reads, and a reused one costs nothing. */
export function readBuffer(): Uint8Array {
  return spare.pop() ?? new Uint8Array(READ_SIZE);
}

/** Makes a buffer available for reuse. The caller must not read it any more. */
export function releaseBuffer(buffer: Uint8Array): void {
  if (spare.length < MAX_SPARE) spare.push(buffer);
}
