import { AccessError, type Completeness, type Registry, type Scheme, type Source } from "@anyurl/core";
import type { GetResult } from "../body/get-result.ts";
import type { CallOptions } from "../call/call-options.ts";
import type { UrlOrEntry } from "../call/provenance.ts";

/** The result of a copy. */
export interface CopyResult {
  /** Number of bytes. */
  readonly octets: number;
  /** Is the copy complete? "unknown" if the protocol of the source cannot tell. */
  readonly complete: Completeness;
}

/**
 * Writes the body of one resource to another, at the pace of the slower one. An error of the source ends the write; the
 * state of the target then depends on its protocol.
 *
 * @param confirm called when the source has ended, before the last chunk is written. If it throws, the target is
 *   incomplete, and so has another size than the source.
 * @throws {AccessError} truncated: the source ended before it was complete.
 */
export async function copyBody(
  { body, complete }: GetResult,
  write: (source: Source) => Promise<void>,
  confirm?: () => Promise<void>,
): Promise<CopyResult> {
  let octets = 0;
  const reader = body.getReader();
  let left = true;
  async function* source(): AsyncGenerator<Uint8Array, void, void> {
    let held: Uint8Array | undefined;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        left = false;
        // If the write ended normally, the target would treat the incomplete data as complete.
        if ((await complete) === false) throw truncated();
        await confirm?.();
        if (held !== undefined) yield held;
        return;
      }
      octets += value.length;
      if (held !== undefined) yield held;
      if (confirm === undefined) yield value;
      else held = value;
    }
  }
  try {
    await write(source());
    const ending = left ? false : await complete;
    if (ending === false) throw truncated();
    return { octets, complete: ending };
  } finally {
    if (left) await reader.cancel().catch(() => {});
    reader.releaseLock();
  }
}

/**
 * Returns the options of a copy for a URL that the copy reads or writes. Scheme options are those of the source: they
 * also apply to other URLs of its scheme, and to no URL of another scheme.
 */
export function optionsForUrl(
  registry: Registry,
  source: UrlOrEntry,
  url: UrlOrEntry,
  { namedBy: _, ...options }: CallOptions,
): CallOptions {
  const scheme = findScheme(registry, url);
  if (scheme !== undefined && scheme === findScheme(registry, source)) return options;
  const { options: __, ...common } = options;
  return common;
}

function findScheme(registry: Registry, url: UrlOrEntry): Scheme | undefined {
  const text = typeof url === "string" ? url : "href" in url ? url.href : url.url;
  const name = text?.slice(0, text.indexOf(":"));
  return name === undefined ? undefined : registry.scheme(name);
}

function truncated(): AccessError {
  return new AccessError("truncated", "the copy ended before all of the source was read", {
    retryable: true,
  });
}
