import { AccessError } from "@anyurl/core";
import type { PartFile, PartUse } from "@anyurl/core/exchange";
import { continuePart, type PartDownload, withoutPassword } from "../body/continue-part.ts";
import type { GetResult } from "../body/get-result.ts";
import type { CallOptions } from "../call/call-options.ts";
import type { CopyResult } from "./copy.ts";

/** What is known of a source when its bytes have arrived. */
export type Checked = Pick<GetResult, "size" | "modified">;

/** A copy of one file by way of an incomplete file that outlives a failure. */
export interface PartCopy {
  readonly url: string;
  get(options: Pick<CallOptions, "range" | "metadata">): Promise<GetResult>;
  /** Called before the file is complete. If it throws, the bytes are discarded. */
  readonly confirm: ((response: Checked) => Promise<void>) | undefined;
  /** The modification time of the copy. */
  readonly modified: Date | undefined;
}

/** Copies a file with a `put` that gets the incomplete file. */
export async function copyWithPart(
  { url, get, confirm, modified }: PartCopy,
  put: (part: PartUse, source: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<CopyResult> {
  let result: CopyResult | undefined;
  /** An error of the source: the caller sees it unchanged. */
  let failure: { readonly error: unknown } | undefined;
  const ofSource = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      failure = { error };
      throw error;
    }
  };
  const end = async (retrieved: PartDownload) => {
    const complete = await retrieved.complete;
    if (complete === false)
      throw new AccessError("truncated", "the transfer ended early", { retryable: true });
    await confirm?.(retrieved);
    return complete;
  };
  const use = async (part: PartFile) => {
    const { retrieved } = await continuePart(
      part,
      (range) => ofSource(get({ ...(range !== undefined && { range }), metadata: "version" })),
      true,
    );
    const chunks = retrieved.chunks();
    try {
      for (;;) {
        const next = await ofSource(chunks.next());
        if (next.done === true) break;
        await part.write(next.value);
      }
    } finally {
      await chunks.return();
    }
    const complete = await ofSource(end(retrieved));
    await part.complete(modified);
    result = { octets: part.length, complete };
  };
  async function* whole(): AsyncGenerator<Uint8Array, void, void> {
    const retrieved = await get({});
    let octets = 0;
    for await (const chunk of retrieved.chunks()) {
      octets += chunk.length;
      yield chunk;
    }
    result = { octets, complete: await end(retrieved) };
  }
  try {
    await put({ url: withoutPassword(url), use }, whole());
  } catch (error) {
    throw failure === undefined ? error : failure.error;
  }
  return result!;
}

/**
 * Removes an incomplete file with a `put` that gets it, if it belongs to a tree.
 *
 * @param root the URL of the tree.
 */
export async function removePart(
  root: string,
  put: (part: PartUse, source: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<void> {
  const own = withoutPassword(root);
  const use = async (part: PartFile) => {
    if (part.facts.url.startsWith(own)) await part.truncate(0);
  };
  await put({ use }, refuse());
}

/** The target must stay if the incomplete file cannot be opened. */
async function* refuse(): AsyncGenerator<Uint8Array, void, void> {
  throw new AccessError("unsupported", "the incomplete file cannot be opened");
}
