import { dirname, join, resolve } from "node:path";
import type { PartFile, PartRefusal } from "@anyurl/core/exchange";
import { toLocalError } from "../errors.ts";
import { checkTarget, fileExistsError } from "./part-file.ts";

/** What is in the place of an incomplete file. */
export type Refused = PartRefusal & { readonly path: string };

/**
 * Downloads to a file by way of `.NAME.anyurl-part`, which outlives a failure.
 *
 * @param url without a password. The incomplete file of another one is discarded. Absent: that of any is kept.
 * @returns why it cannot be used; then `use` was not called.
 * @throws {LocalError} file-exists; special-file; system errors.
 */
export async function withOwnPart(
  target: string,
  {
    force,
    signal,
    ...from
  }: { readonly url?: string; readonly force: boolean; readonly signal: AbortSignal },
  use: (part: PartFile) => Promise<void>,
): Promise<Refused | undefined> {
  await checkTarget(target, force);
  const { nodeTransport } = await import("@anyurl/transport-node");
  const { withPart } = nodeTransport().files!;
  const how = force ? "replace" : "create";
  let failure: { readonly error: unknown } | undefined;
  try {
    const refusal = await withPart!(resolve(target), { ...from, how }, signal, async (part) => {
      try {
        await use(withLocalErrors(part, target));
      } catch (error) {
        failure = { error };
        throw error;
      }
    });
    return refusal && { ...refusal, path: join(dirname(target), refusal.name) };
  } catch (error) {
    throw failure === undefined ? toTargetError(error, target) : failure.error;
  }
}

/** Converts the system errors of the file, and not others that `use` throws. */
function withLocalErrors(part: PartFile, target: string): PartFile {
  const local = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw toTargetError(error, target);
    }
  };
  return {
    get length() {
      return part.length;
    },
    get facts() {
      return part.facts;
    },
    get discarded() {
      return part.discarded;
    },
    read: (into, position) => local(part.read(into, position)),
    write: (octets, position) => local(part.write(octets, position)),
    truncate: (length) => local(part.truncate(length)),
    note: (facts) => local(part.note(facts)),
    complete: (modified) => local(part.complete(modified)),
  };
}

function toTargetError(error: unknown, target: string): unknown {
  const { code } = error as { readonly code?: unknown };
  return code === "EEXIST" ? fileExistsError(target) : toLocalError(error, target);
}
