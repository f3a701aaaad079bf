import type { TreeEntry } from "./walk.ts";

/** What a copy of a tree has found so far: each entry but the directories. */
export interface TreeTotal {
  readonly files: number;
  /** The sum of the sizes that are known. */
  readonly octets: number;
  /** The files whose sizes are not known. */
  readonly unsized: number;
  /** Has everything been listed? Otherwise there are at least these. */
  readonly isFinal: boolean;
}

/** Does an entry count as a file? Then a copy has one result for it. */
export function isCountedFile({ entry }: Pick<TreeEntry, "entry">): boolean {
  return entry.kind !== "directory" && entry.kind !== "information";
}

/**
 * Yields the entries of a walk, and reads on meanwhile, at most `most` entries. So the total is known before everything
 * is copied, and directories are listed while files are copied.
 *
 * @param onTotal called with each entry that was read, and at the end of the walk.
 */
export async function* walkAhead(
  walked: AsyncIterable<TreeEntry> | Iterable<TreeEntry>,
  most: number,
  onTotal: ((total: TreeTotal) => void) | undefined,
): AsyncGenerator<TreeEntry, void, void> {
  const entries = Symbol.asyncIterator in walked ? walked[Symbol.asyncIterator]() : walked[Symbol.iterator]();
  let waiting: TreeEntry[] = [];
  /** Those that were read and not yielded. */
  let ahead = 0;
  let isOver = false;
  let failure: { readonly error: unknown } | undefined;
  const [more, room] = [new Bell(), new Bell()];
  const count = createCount(onTotal);

  async function read(): Promise<void> {
    try {
      for (;;) {
        while (ahead >= most && !isOver) await room.wait();
        if (isOver) return;
        const next = await entries.next();
        if (next.done === true) return count.end();
        ahead++;
        waiting.push(next.value);
        count.add(next.value);
        more.ring();
      }
    } catch (error) {
      failure = { error };
    } finally {
      isOver = true;
      more.ring();
    }
  }

  const reading = read();
  try {
    for (;;) {
      const batch = waiting;
      waiting = [];
      for (const each of batch) {
        ahead--;
        room.ring();
        yield each;
      }
      if (waiting.length > 0) continue;
      if (isOver) break;
      await more.wait();
    }
    if (failure !== undefined) throw failure.error;
  } finally {
    isOver = true;
    room.ring();
    await entries.return?.();
    await reading;
  }
}

/** Wakes the one who waits. A ring before the wait counts, too. */
class Bell {
  #hasRung = false;
  #wake: (() => void) | undefined;

  ring(): void {
    this.#hasRung = true;
    this.#wake?.();
  }

  async wait(): Promise<void> {
    if (!this.#hasRung)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    this.#wake = undefined;
    this.#hasRung = false;
  }
}

interface Count {
  add(each: TreeEntry): void;
  end(): void;
}

function createCount(onTotal: ((total: TreeTotal) => void) | undefined): Count {
  let [files, octets, unsized] = [0, 0, 0];
  return {
    add(each) {
      if (onTotal === undefined || !isCountedFile(each)) return;
      files++;
      if (each.entry.size === undefined) unsized++;
      else octets += each.entry.size;
      onTotal({ files, octets, unsized, isFinal: false });
    },
    end: () => onTotal?.({ files, octets, unsized, isFinal: true }),
  };
}
