/** The magic number of a frame, and those of skippable frames without their last four bits (RFC 8878 §3.1.1, §3.1.2). */
const MAGIC = 0xfd2fb528;
const SKIPPABLE_MAGIC = 0x184d2a5;

/** The sizes of the fields of a frame header, by their flags (RFC 8878 §3.1.1.1.1). */
const DICTIONARY_BYTES = [0, 1, 2, 4] as const;
const CONTENT_SIZE_BYTES = [0, 2, 4, 8] as const;

/**
 * Finds the ends of the frames in zstd content (RFC 8878 §3.1), without decoding it. `node:zlib` drops what follows the end
 * of a frame in the same chunk, and that of Node.js 22 takes a truncated frame for complete.
 */
export class ZstdFrames {
  /** The bytes of the current header. */
  #header: number[] = [];
  /** The length of this header. */
  #headerBytes = 4;
  /** Reads the complete header. */
  #read: (header: readonly number[]) => void = this.#readMagic;
  /** Bytes before the next header, or before the end of the frame. */
  #skipped = 0;
  #isLast = false;
  #hasChecksum = false;

  /** Whether the content can end here: between frames, or if it is invalid, which the decoder reports. */
  get isComplete(): boolean {
    return (
      this.#skipped === Number.POSITIVE_INFINITY ||
      (this.#read === this.#readMagic && this.#header.length === 0)
    );
  }

  /** Takes bytes up to the end of a frame. Returns where it ends, or the length of the chunk if it does not end there. */
  take(octets: Uint8Array, start: number): number {
    for (let at = start; at < octets.length; ) {
      if (this.#skipped > 0) {
        const count = Math.min(this.#skipped, octets.length - at);
        this.#skipped -= count;
        at += count;
      } else {
        this.#header.push(octets[at]!);
        at += 1;
        if (this.#header.length === this.#headerBytes) this.#read(this.#header.splice(0));
      }
      if (this.#isLast && this.#skipped === 0) {
        this.#isLast = false;
        this.#expect(4, this.#readMagic);
        return at;
      }
    }
    return octets.length;
  }

  #expect(headerBytes: number, read: (header: readonly number[]) => void): void {
    this.#headerBytes = headerBytes;
    this.#read = read;
  }

  #readMagic(header: readonly number[]): void {
    const magic = littleEndian(header);
    if (magic === MAGIC) this.#expect(1, this.#readDescriptor);
    else if (Math.floor(magic / 16) === SKIPPABLE_MAGIC) this.#expect(4, this.#readSkippable);
    else this.#skipped = Number.POSITIVE_INFINITY;
  }

  #readSkippable(header: readonly number[]): void {
    this.#skipped = littleEndian(header);
    this.#isLast = true;
  }

  #readDescriptor([flags = 0]: readonly number[]): void {
    const isSingleSegment = (flags & 0x20) !== 0;
    const size = CONTENT_SIZE_BYTES[(flags >> 6) as 0 | 1 | 2 | 3];
    // A single segment has no window descriptor, and always a content size.
    this.#skipped = DICTIONARY_BYTES[(flags & 3) as 0 | 1 | 2 | 3] + (isSingleSegment ? size || 1 : size + 1);
    this.#hasChecksum = (flags & 4) !== 0;
    this.#expect(3, this.#readBlock);
  }

  /** RFC 8878 §3.1.1.2 */
  #readBlock(header: readonly number[]): void {
    const fields = littleEndian(header);
    const type = (fields >> 1) & 3;
    if (type === 3) {
      this.#skipped = Number.POSITIVE_INFINITY;
      return;
    }
    // An RLE block has one byte, which is repeated.
    this.#skipped = type === 1 ? 1 : fields >> 3;
    if ((fields & 1) === 0) return;
    this.#isLast = true;
    if (this.#hasChecksum) this.#skipped += 4;
  }
}

function littleEndian(octets: readonly number[]): number {
  return octets.reduceRight((number, octet) => number * 256 + octet, 0);
}
