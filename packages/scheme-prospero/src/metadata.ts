import type { Attribute } from "./reply.ts";

/** The metadata in the attributes of an object. */
export interface ObjectMetadata {
  /** Bytes. */
  readonly size: number | undefined;
  readonly modified: Date | undefined;
  /**
   * All other attributes except access methods and contents, by name: values joined by spaces, one line per occurrence.
   */
  readonly others: Readonly<Record<string, string>>;
}

export function toMetadata(attributes: readonly Attribute[]): ObjectMetadata {
  const others = new Map<string, string>();
  let size: number | undefined;
  let modified: Date | undefined;
  for (const { name, values } of replacementsFirst(attributes)) {
    const text = values.join(" ");
    if (name === "ACCESS-METHOD" || name === "CONTENTS") continue;
    const [hasSize, hasModified] = [size !== undefined, modified !== undefined];
    if (name === "SIZE") size ??= parseSize(text);
    if (name === "LAST-MODIFIED") modified ??= parseTime(text);
    // Do not repeat what `size` and `modified` already have.
    if (hasSize !== (size !== undefined) || hasModified !== (modified !== undefined)) continue;
    const before = others.get(name);
    others.set(name, before === undefined ? text : `${before}\n${text}`);
  }
  return { size, modified, others: Object.fromEntries(others) };
}

/** Puts REPLACEMENT attributes first; they override those of the object. */
function replacementsFirst(attributes: readonly Attribute[]): readonly Attribute[] {
  const overruling = attributes.filter(({ appliesTo }) => appliesTo === "REPLACEMENT");
  const overruled = new Set(overruling.map(({ name }) => name));
  return [
    ...overruling,
    ...attributes.filter(({ appliesTo, name }) => appliesTo !== "REPLACEMENT" && !overruled.has(name)),
  ];
}

/** Parses `187 bytes`. */
function parseSize(text: string): number | undefined {
  const digits = /^([0-9]{1,15}) bytes$/.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Parses `19991231235959Z`; `undefined` if the date does not exist. */
function parseTime(text: string): Date | undefined {
  const fields = /^([0-9]{4})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})([0-9]{2})Z$/.exec(text);
  if (fields === null) return undefined;
  const [year, month, day, hour, minute, second] = fields.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const time = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const same = time.getUTCMonth() === month - 1 && time.getUTCDate() === day && time.getUTCHours() === hour;
  return same && minute < 60 && second < 60 && time.getUTCFullYear() === year ? time : undefined;
}
