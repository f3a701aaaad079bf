import type { CallOptions } from "@anyurl/client";
import type { Random } from "../fuzz/random.ts";
import type { SoakClient } from "./client.ts";

/** A target of an operation, with the expected result. */
export type Target = Reading | Listing | Attributed | Job;

interface Asked {
  /** With `does`, this is the row of the report: "ftp", "ftp active". */
  readonly scheme: string;
  readonly url: string;
  readonly options?: CallOptions["options"];
  /**
   * Whether the protocol marks the end of its response, so that a truncated one is always detected. "may be marked" is
   * for Gopher texts and menus: some servers omit the mark, and then the client must not report them as complete.
   */
  readonly end: "marked" | "unmarked" | "may be marked";
}

export interface Reading extends Asked {
  readonly does: "get";
  readonly octets: Uint8Array;
  /** A Gopher text: without its last line, its lines may have an additional dot. */
  readonly isGopherText?: true;
}

export interface Listing extends Asked {
  readonly does: "list" | "search" | "walk";
  /** The words of a search. */
  readonly words?: string;
  readonly entries: readonly string[];
  /** The entries of a directory may be in any order. */
  readonly anyOrder?: true;
}

export interface Attributed extends Asked {
  readonly does: "stat";
  readonly attributes: string;
}

/** An operation that changes something, or needs several calls. */
export interface Job extends Asked {
  readonly does:
    | "put"
    | "append"
    | "remove"
    | "rename"
    | "makeDirectory"
    | "copy"
    | "copyTree"
    | "send"
    | "open";
  /** The bytes that the call may have to receive. Default: few. */
  readonly size?: number;
  /** Prepares the call over an undisturbed network. */
  readonly prepare: (task: Task) => Promise<Prepared>;
}

export interface Task {
  /** A unique name for this operation: letters, digits, and "-". */
  readonly name: string;
  readonly random: Random;
}

export interface Prepared {
  /** Makes the call. @throws {Wrong} if its result is wrong. */
  readonly run: (
    client: SoakClient,
    options: CallOptions,
    deeds: () => Done,
  ) => Promise<"right" | "beginning" | "left">;
  /**
   * Returns what is wrong with the state after the call. Called at once after a success. After a failure it is called
   * when all operations are finished, because the server may still be working.
   */
  readonly left: (how: "done" | "failed") => Promise<string | undefined>;
}

/** The faults of the call's connections so far. */
export interface Done {
  /** A connection ended early, but looked complete. */
  readonly cut: boolean;
}

/** A wrong result that a job itself finds. */
export class Wrong extends Error {}

/** One or more servers, and their targets. */
export interface Place extends AsyncDisposable {
  readonly name: string;
  readonly targets: readonly Target[];
  /** Returns the number of open sockets and listeners, without the servers' main listeners. */
  readonly live: () => number;
  /** Returns unexpected files and messages at the end. */
  readonly leftovers?: () => Promise<readonly string[]>;
}
