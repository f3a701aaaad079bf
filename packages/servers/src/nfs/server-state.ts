import type { NfsExport } from "./export.ts";

/** The settings of a server, and its files. */
export interface NfsServerState {
  readonly files: NfsExport;
  /** The directory of the public file handle; `undefined` if the server does not know that. */
  readonly publicPath: readonly string[] | undefined;
  readonly writable: boolean;
  readonly readDirPlus: boolean;
  /** Answer to WRITE as if the data were only in memory. */
  readonly unstable: boolean;
  readonly needsUser: boolean;
  /** Maximum bytes of one READ, WRITE, or READDIR. */
  readonly transferSize: number;
  readonly maxMessage: number;
  /** writeverf3: another one after each start. */
  readonly verifier: bigint;
}
