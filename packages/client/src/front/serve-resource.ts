import { isAccessError, type OperationName, type Operations, type Registry } from "@anyurl/core";

/** A resource that is a directory, a document, or one that only its server knows. `R` is what both become. */
export interface ServedResource<R = Response> {
  /** Does its scheme have the operation? */
  can(operation: "get" | "list"): boolean;
  /** Is its URL the one of a directory? */
  readonly isDirectory: boolean;
  list(): Promise<R>;
  get(): Promise<R>;
}

/** Serves the entries of a directory, or a document. */
export async function serveResource<R = Response>(resource: ServedResource<R>): Promise<R> {
  const canList = resource.can("list");
  const canGet = resource.can("get");
  if (canList && (resource.isDirectory || !canGet)) {
    try {
      return await resource.list();
    } catch (error) {
      // A scheme or a server can have the content of a directory, but not its entries.
      if (!canGet || !hasCode(error, "unsupported")) throw error;
    }
  }
  try {
    return await resource.get();
  } catch (error) {
    if (canList && hasCode(error, "is-a-directory")) return resource.list();
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

/** Writes the entries of a directory in one format. */
export interface ListingWriter<E> {
  readonly head: string;
  entry(entry: E, index: number): string | Promise<string>;
  foot(): string;
  /** Writes the end of incomplete entries, or throws the error. Absent: the error ends the text. */
  failed?(error: unknown): string;
}

/** Entries whose first one has arrived: an error before it is known. */
export interface StartedEntries<E> {
  readonly first: IteratorResult<E, void>;
  readonly rest: AsyncGenerator<E, void, void>;
}

/** Requests the first entry. Rejects with its error. */
export async function startEntries<E>(rest: AsyncGenerator<E, void, void>): Promise<StartedEntries<E>> {
  return { first: await rest.next(), rest };
}

/** Yields a listing: its head, each entry when it arrives, and its foot. Returning early closes the entries. */
export async function* writeListing<E>(
  { first, rest }: StartedEntries<E>,
  writer: ListingWriter<E>,
): AsyncGenerator<string, void, void> {
  try {
    yield writer.head;
    let index = 0;
    for (let next = first; next.done !== true; next = await rest.next())
      yield await writer.entry(next.value, index++);
    yield writer.foot();
  } catch (error) {
    if (writer.failed === undefined) throw error;
    yield writer.failed(error);
  } finally {
    await rest.return();
  }
}
