import { textOf } from "anyurl";
import { LocalError } from "../../errors.ts";
import type { Io } from "../../io.ts";

/** Maximum size of the input, in bytes. */
const MAX_TEXT = 64 * 1024 * 1024;

/**
 * Reads the text of a file, or of standard input as "-". Bytes that are not UTF-8 are kept as lone surrogates.
 *
 * @throws {LocalError} too-large; system errors.
 */
export async function readInputText(file: string, { signal }: Pick<Io, "signal">): Promise<string> {
  const { ByteCollector } = await import("@anyurl/core/exchange");
  const { openSource } = await import("../write/source.ts");
  await using source = await openSource(file);
  const text = new ByteCollector();
  for await (const octets of source.octets) {
    signal.throwIfAborted();
    if (text.length + octets.length > MAX_TEXT)
      throw new LocalError("too-large", `the text exceeds the limit of ${MAX_TEXT} bytes`);
    text.add(octets);
  }
  return textOf(text.take()).replace(/^\ufeff/, "");
}
