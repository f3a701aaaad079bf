/** Reads a sequence to its end. */
export async function collect<T>(sequence: AsyncIterable<T>): Promise<readonly T[]> {
  const items: T[] = [];
  for await (const item of sequence) items.push(item);
  return items;
}
