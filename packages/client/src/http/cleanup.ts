/**
 * A generator that is left for good when it is left before its first value: one that has not begun does not hear of it.
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
