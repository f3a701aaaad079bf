import type { ByteRange } from "anyurl";
import type { GlobOptions } from "../../glob.ts";
import type { OpenOptions, TreeOptions } from "../../opener.ts";
import type { OutputOptions } from "./output-file.ts";

export interface GetOptions extends OpenOptions, OutputOptions, GlobOptions, TreeOptions {
  readonly json?: boolean;
  readonly force?: boolean;
  readonly raw?: boolean;
  readonly range?: ByteRange;
  /** Go on with what an earlier run has left. */
  readonly resume?: boolean;
  /** What the file must be: "sha256-…". */
  readonly integrity?: string;
  /** Files at once. */
  readonly parallel?: number;
}
