/**
 * Checks numeric options, after defaults were filled in.
 *
 * @param range the condition of `holds` in words: "from 0 to Infinity".
 * @throws {RangeError} an option is not a number, or out of range.
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
