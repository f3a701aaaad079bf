import type { Input } from "./target.ts";

/**
 * Returns a shorter input for which `holds` is still true. Removes parts of the texts, long ones first, and finally
 * replaces characters with plain letters. Assumes that `holds(input)` is true.
 *
 * @param tries the maximum number of calls of `holds`.
 */
export async function shrink(
  input: Input,
  holds: (input: Input) => Promise<boolean>,
  tries: number,
): Promise<Input> {
  let now = input;
  let left = tries;
  const better = async (next: Input): Promise<boolean> => {
    if (left-- <= 0 || !(await holds(next))) return false;
    now = next;
    return true;
  };
  for (let i = 0; i < input.length; i++) {
    const text = (): string => now[i]!;
    const put = (made: string): Promise<boolean> => better(now.map((each, k) => (k === i ? made : each)));
    for (let size = text().length; size >= 1; size = Math.floor(size / 2)) {
      for (let at = 0; at < text().length && left > 0; ) {
        if (!(await put(text().slice(0, at) + text().slice(at + size)))) at += size;
      }
    }
    for (let at = 0; at < text().length && left > 0; at++) {
      if (/[b-zB-Z]/.test(text()[at]!)) await put(`${text().slice(0, at)}a${text().slice(at + 1)}`);
    }
  }
  return now;
}
