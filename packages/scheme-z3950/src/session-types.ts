import type { Session } from "@anyurl/core";
import type { Query } from "./query.ts";
import type { Summary } from "./summary.ts";

/** A record of a session. */
export interface Z3950Record {
  /** The position in the result set, from 1. */
  readonly position: number;
  /** The database, if the server names it. */
  readonly database: string | undefined;
  /** The name of its record syntax, such as "usmarc", or its OID. */
  readonly recordSyntax: string;
  /** As sent; of a GRS-1 record its text. */
  readonly octets: Uint8Array;
  /** The title, the author and others, as far as the record says them. */
  readonly summary: Summary;
  /** The record as text for people. */
  readonly text: string;
}

/** A session with a server: searches, and the records that they find. Requests are sent one after the other. */
export interface Z3950Session extends Session {
  /** The name and the version of the server's program. */
  readonly server: string;
  /** The number of records that the last search has found. */
  readonly hits: number;
  /**
   * Searches the databases for records with all words, or by a query. Returns the number of records.
   *
   * @throws {AccessError} bad-argument: no words; the diagnostic of the server; truncated: the session has ended.
   */
  search(query: string | Query): Promise<number>;
  /**
   * Retrieves records of the last search.
   *
   * @param from position of the first one, from 1.
   * @param count how many; default 1.
   * @throws {AccessError} bad-argument: no such records; the diagnostic of a record.
   */
  present(from: number, count?: number): Promise<readonly Z3950Record[]>;
  /** Ends the session. */
  close(): Promise<void>;
  /** What the server answers to the lines that were written: text for people. */
  readonly readable: AsyncIterable<Uint8Array>;
  /** Sends lines: "find WORDS", "show N", "show N-M", "help", or "quit". */
  write(octets: Uint8Array): Promise<void>;
}
