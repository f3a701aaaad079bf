/**
 * Checks options that are numbers. Those that are not given have their defaults by now.
 *
 * @param range what `holds` asks for, in words: "from 0 to Infinity".
 * @throws {RangeError} one of them is no number, or out of the range.
 */
export function checkNumbers(
  whose: string,
  options: Readonly<Record<string, unknown>>,
  holds: (value: number) => boolean,
  range: string,
): void {
  for (const [name, value] of Object.entries(options)) {
    if (typeof value !== "number" || !holds(value))
      throw new RangeError(`invalid option ${whose}.${name}: expected a number ${range}`);
  }
}
