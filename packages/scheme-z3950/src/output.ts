import { octetsOf } from "@anyurl/core";

/** Text that is read in chunks, in the order in which it was added, until it ends. */
export class Output implements AsyncIterable<Uint8Array> {
  readonly #chunks: Uint8Array[] = [];
  #end: { readonly error: unknown } | undefined;
  #wake: () => void = () => undefined;

  add(text: string): void {
    this.#chunks.push(octetsOf(text));
    this.#wake();
  }

  /** @param error is thrown to the reader, after the last chunk. */
  end(error?: unknown): void {
    this.#end ??= { error };
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, void> {
    for (;;) {
      const chunk = this.#chunks.shift();
      if (chunk !== undefined) yield chunk;
      else if (this.#end !== undefined) {
        if (this.#end.error !== undefined) throw this.#end.error;
        return;
      } else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }
}
