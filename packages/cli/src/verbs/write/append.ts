import type { Io } from "../../io.ts";
import { type PutOptions, store } from "./put.ts";

/** Appends a local file or standard input to a URL. */
export async function append(text: string, options: PutOptions, io: Io): Promise<void> {
  await store("append", text, options, io);
}
