import type { Io } from "../io.ts";
import { type PutOptions, store } from "./put.ts";

/** Writes a file of this machine, or standard input, behind what a URL names. */
export async function append(text: string, options: PutOptions, io: Io): Promise<void> {
  await store("append", text, options, io);
}
