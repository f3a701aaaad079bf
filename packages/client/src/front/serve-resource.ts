import { isAccessError, type OperationName, type Operations, type Registry } from "@anyurl/core";

/** A resource that is a directory, a document, or one that only its server knows. */
export interface ServedResource {
  /** The operations of its scheme. */
  readonly can: ReadonlySet<OperationName>;
  /** Is its URL the one of a directory? */
  readonly isDirectory: boolean;
  list(): Promise<Response>;
  get(): Promise<Response>;
}

/** Serves the entries of a directory, or a document. */
export async function serveResource({ can, isDirectory, list, get }: ServedResource): Promise<Response> {
  if (can.has("list") && (isDirectory || !can.has("get"))) {
    try {
      return await list();
    } catch (error) {
      // A scheme or a server can have the content of a directory, but not its entries.
      if (!can.has("get") || !hasCode(error, "unsupported")) throw error;
    }
  }
  try {
    return await get();
  } catch (error) {
    if (can.has("list") && hasCode(error, "is-a-directory")) return list();
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return isAccessError(error) && error.code === code;
}

/**
 * Returns the operations that the access module of a scheme exports. None if the scheme is unknown, or if its module
 * fails to load: then each call reports why.
 */
export async function loadOperationNames(
  registry: Registry,
  scheme: string,
): Promise<ReadonlySet<OperationName>> {
  try {
    const module: Partial<Operations> = (await registry.scheme(scheme)?.access?.()) ?? {};
    const names = Object.keys(module) as OperationName[];
    return new Set(names.filter((name) => typeof module[name] === "function"));
  } catch {
    return new Set();
  }
}
