import type { Entry } from "@anyurl/core";
import { type Facts, isSameByFacts, precision } from "./same-file.ts";

/** How files are compared, from the weakest way to the strongest. */
const COMPARISONS = ["size", "time", "content"] as const;

export type Comparison = (typeof COMPARISONS)[number];

/** A version of a file. */
export interface FileVersion {
  readonly size: number;
  /** The modification time in milliseconds since the epoch, as the listing told it. */
  readonly modified: number;
}

/** What a sync has found out about one file. */
export interface JournalRecord {
  readonly from: FileVersion;
  /** The copy of that version. Absent: it was made after the target was listed. */
  readonly to?: FileVersion;
  /** How the two were compared. A copy counts as "time": it was not read again. */
  readonly by: Comparison;
}

/**
 * Remembers the results of a sync for the next one, under the paths of the target. It may forget any of them: they only
 * save questions.
 */
export interface SyncJournal {
  get(path: readonly string[]): JournalRecord | undefined;
  set(path: readonly string[], record: JournalRecord): void;
}

/** Uses and fills the journal of one sync. */
export class JournalKeeper {
  readonly #journal: SyncJournal;
  readonly #compare: Comparison;
  readonly #now: () => number;

  constructor(journal: SyncJournal, compare: Comparison, now: () => number) {
    this.#journal = journal;
    this.#compare = compare;
    this.#now = now;
  }

  /** Are the two files the same? `undefined` if the journal does not tell. */
  isSame(path: readonly string[], from: Entry, to: Entry): boolean | undefined {
    const record = this.#journal.get(path);
    if (record === undefined) return undefined;
    // An older file took the place of the copied one. Without a journal it looks as if the target were newer.
    if (this.#compare === "time" && isOlder(from, record.from)) return false;
    if (COMPARISONS.indexOf(record.by) < COMPARISONS.indexOf(this.#compare)) return undefined;
    if (!isVersion(from, record.from)) return undefined;
    const isKnown = record.to === undefined ? isCopy(from, to) : isVersion(to, record.to);
    return isKnown ? true : undefined;
  }

  /** Remembers that two listed files were the same. */
  compared(path: readonly string[], from: Entry, to: Entry): void {
    const [one, other] = [this.#versionOf(from), this.#versionOf(to)];
    if (one === undefined || other === undefined) return;
    const before = this.#journal.get(path);
    // What was compared in a stronger way is not compared again.
    const isKnown = before?.to !== undefined && isVersion(from, before.from) && isVersion(to, before.to);
    if (isKnown && COMPARISONS.indexOf(before.by) >= COMPARISONS.indexOf(this.#compare)) return;
    this.#journal.set(path, { from: one, to: other, by: this.#compare });
  }

  /** Remembers that a file was copied. */
  copied(path: readonly string[], from: Entry): void {
    const version = this.#versionOf(from);
    if (version !== undefined) this.#journal.set(path, { from: version, by: "time" });
  }

  /**
   * Returns the version of a file, if every later change gives it another time: its time lies further back than the
   * unit of its date.
   */
  #versionOf(entry: Entry): FileVersion | undefined {
    const { size, modified, modifiedZone } = entry;
    // The listing can describe a link itself instead of the file.
    if (size === undefined || modified === undefined || entry.kind !== "file" || entry.isLink === true)
      return undefined;
    const margin = precision(entry) + CLOCK_STEP_MS + (modifiedZone === "unknown" ? DAY_MS : 0);
    return this.#now() - modified.getTime() > margin ? { size, modified: modified.getTime() } : undefined;
  }
}

/** The longest time for which file systems give the same time to two changes. */
const CLOCK_STEP_MS = 1_000;
const DAY_MS = 86_400_000;

/** Can it be the copy that was made? A target that is older was replaced, for example by a backup. */
function isCopy(from: Entry, to: Entry): boolean {
  return from.size === to.size && isSameByFacts(from, to, "time") !== false;
}

/** A coarse date can look older than an exact one of the same version. */
function isOlder(entry: Entry, { modified }: FileVersion): boolean {
  return entry.modified !== undefined && precision(entry) <= 1_000 && entry.modified.getTime() < modified;
}

function isVersion({ size, modified }: Facts, version: FileVersion): boolean {
  return size === version.size && modified?.getTime() === version.modified;
}
