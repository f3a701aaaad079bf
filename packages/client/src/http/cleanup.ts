/**
 * Makes a generator call `left` even if it is left before its first value: a generator that has not begun does not run
 * its `finally` block.
 */
export function withCleanup<T>(
  generator: AsyncGenerator<T, void, void>,
  left: () => void,
): AsyncGenerator<T, void, void> {
  const end = generator.return.bind(generator);
  generator.return = (value) => {
    left();
    return end(value);
  };
  return generator;
}
