/** Creates an iterable that several loops may read in turn. `over` is called at the end. */
export function createResumableIterable<T>(
  source: AsyncGenerator<T, void, void>,
  over: () => void,
): AsyncIterable<T> {
  const next = async (): Promise<IteratorResult<T, void>> => {
    try {
      const result = await source.next();
      if (result.done === true) over();
      return result;
    } catch (error) {
      over();
      throw error;
    }
  };
  return { [Symbol.asyncIterator]: () => ({ next }) };
}
