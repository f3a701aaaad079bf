import type { CallOptions } from "@anyurl/client";
import type { Random } from "../fuzz/random.ts";
import type { SoakClient } from "./client.ts";

/** Something that can be asked for, and how one knows that what came of it is right. */
export type Target = Reading | Listing | Attributed | Job;

interface Asked {
  /** With `does`, the row of the report: "ftp", "ftp active". */
  readonly scheme: string;
  readonly url: string;
  readonly options?: CallOptions["options"];
  /**
   * Does the protocol show where its answer ends? Then one that was cut is never taken for a whole one. Of Gopher texts and
   * menus it does, and yet some servers leave the mark out: then nobody claims to know.
   */
  readonly end: "marked" | "unmarked" | "may be marked";
}

export interface Reading extends Asked {
  readonly does: "get";
  readonly octets: Uint8Array;
  /** A Gopher text: its lines may have a dot more, as long as its end has not been seen. */
  readonly isGopherText?: true;
}

export interface Listing extends Asked {
  readonly does: "list" | "search" | "walk";
  /** Of a search. */
  readonly words?: string;
  readonly entries: readonly string[];
  /** A directory's entries come in any order. */
  readonly anyOrder?: true;
}

export interface Attributed extends Asked {
  readonly does: "stat";
  readonly attributes: string;
}

/** What changes something, or is more than one call. */
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
  /** Octets that the call may have to receive. Default: few. */
  readonly size?: number;
  /** Makes ready what the call needs, over a network where nothing happens. */
  readonly prepare: (task: Task) => Promise<Prepared>;
}

export interface Task {
  /** Of this operation alone: letters, digits and "-". */
  readonly name: string;
  readonly random: Random;
}

export interface Prepared {
  /** The call. @throws {Wrong} what came is wrong. */
  readonly run: (
    client: SoakClient,
    options: CallOptions,
    deeds: () => Done,
  ) => Promise<"right" | "beginning" | "left">;
  /**
   * What is wrong with what the call has left behind. Asked at once after one that has come to its end, and when
   * all has come to rest after one that has failed: a server may be at it yet.
   */
  readonly left: (how: "done" | "failed") => Promise<string | undefined>;
}

/** What has been done to the connections of a call so far. */
export interface Done {
  /** One was ended early, and looked like a whole one. */
  readonly cut: boolean;
}

/** What must not be, found by a job itself. */
export class Wrong extends Error {}

/** One or more servers, and all that there is to be asked for. */
export interface Place extends AsyncDisposable {
  readonly name: string;
  readonly targets: readonly Target[];
  /** Sockets and listeners that are open, those that wait for connections not counted. */
  readonly live: () => number;
  /** What is there at the end that nobody has wanted. */
  readonly leftovers?: () => Promise<readonly string[]>;
}
