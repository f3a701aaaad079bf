import { fstatSync, fsync } from "node:fs";
import { promisify } from "node:util";

const flush: (fd: number) => Promise<void> = promisify(fsync);

interface Flushing {
  readonly running: Promise<void>;
  /** The flush after it, for all who have changed the directory since it began. */
  next: Promise<void> | undefined;
}

/** By device and inode. */
const flushing = new Map<string, Flushing>();

/**
 * Flushes a directory to the disk. Files that are written into it at the same time share a flush: one that begins after
 * their renames.
 *
 * @param fd it stays open until the promise is settled.
 */
export function flushDirectory(fd: number): Promise<void> {
  const { dev, ino } = fstatSync(fd);
  const key = `${dev}:${ino}`;
  const current = flushing.get(key);
  const start = () => begin(key, fd);
  if (current === undefined) return start();
  current.next ??= current.running.then(start, start);
  return current.next;
}

function begin(key: string, fd: number): Promise<void> {
  const running = flush(fd);
  const own: Flushing = { running, next: undefined };
  flushing.set(key, own);
  return running.finally(() => {
    if (own.next === undefined) flushing.delete(key);
  });
}
