/**
 * Returns a value in a form for comparison: without keys whose value is `undefined` or `null`, and with the same
 * prototype for all objects.
 */
export function toComparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => toComparable(item) ?? null);
  if (typeof value !== "object" || value === null) return value ?? undefined;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  const entries: [string, unknown][] = [];
  for (const [key, each] of Object.entries(value)) {
    const item = toComparable(each);
    if (item !== undefined) entries.push([key, item]);
  }
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
