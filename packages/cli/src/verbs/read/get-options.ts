import type { ByteRange } from "anyurl";
import type { GlobOptions } from "../../glob.ts";
import type { OpenOptions, TreeOptions } from "../../opener.ts";
import type { OutputOptions } from "./output-file.ts";

export interface GetOptions extends OpenOptions, OutputOptions, GlobOptions, TreeOptions {
  readonly json?: boolean;
  readonly force?: boolean;
  readonly raw?: boolean;
  readonly range?: ByteRange;
  /** Resume the download of an earlier run. */
  readonly resume?: boolean;
  /** The expected hash: "sha256-…". */
  readonly integrity?: string;
  /** Number of parallel downloads. */
  readonly parallel?: number;
}
