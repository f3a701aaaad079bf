/** What a failed download has kept for the next run. */
export interface Kept {
  readonly file: string;
  readonly url: string;
  /** The command. A `get` can have several URLs; the operands of a `cp` are the source and the target. */
  readonly verb: "get" | "cp";
  /** In bytes. */
  readonly size: number;
  readonly total?: number;
  /** An option that the next run needs. */
  readonly add?: string;
}

const KEPT = new WeakMap<object, Kept>();

/** Remembers what was kept, for the report of the error. */
export function rememberKept(error: unknown, kept: Kept): void {
  if (typeof error === "object" && error !== null) KEPT.set(error, kept);
}

export function findKept(error: unknown): Kept | undefined {
  return typeof error === "object" && error !== null ? KEPT.get(error) : undefined;
}
