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
