import type { Io } from "../../io.ts";
import { type PutOptions, upload } from "./put.ts";

/** Appends a local file or standard input to a URL. */
export async function append(text: string, options: PutOptions, io: Io): Promise<void> {
  await upload("append", text, options, io);
}
