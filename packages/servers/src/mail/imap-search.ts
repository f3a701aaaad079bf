/** What a search looks at. */
export interface Searched {
  readonly uid: number;
  /** With one character for each byte. */
  readonly text: string;
  readonly fields: ReadonlyMap<string, string>;
}

type Matches = (message: Searched) => boolean;

/** Parses a search program without parentheses; `undefined`: it has a key that is not known. */
export function parseSearch(words: readonly string[]): Matches | undefined {
  const rest = [...words];
  if (rest[0]?.toUpperCase() === "CHARSET") rest.splice(0, 2);
  const keys: Matches[] = [];
  while (rest.length > 0) {
    const key = parseKey(rest);
    if (key === undefined) return undefined;
    keys.push(key);
  }
  return keys.length === 0 ? undefined : (message) => keys.every((matches) => matches(message));
}

function parseKey(rest: string[]): Matches | undefined {
  const take = () => rest.shift()?.toLowerCase();
  const key = take() ?? "";
  if (key === "all" || key === "unseen") return () => true;
  if (key === "seen" || key === "flagged") return () => false;
  if (key === "not") {
    const inner = parseKey(rest);
    return inner && ((message) => !inner(message));
  }
  if (key === "or") {
    const [a, b] = [parseKey(rest), parseKey(rest)];
    return a && b && ((message) => a(message) || b(message));
  }
  if (key === "header") {
    const [name, value] = [take(), take()];
    if (name === undefined || value === undefined) return undefined;
    return ({ fields }) => fields.get(name)?.toLowerCase().includes(value) === true;
  }
  const value = ["text", "subject", "from", "to", "uid"].includes(key) ? take() : undefined;
  if (value === undefined) return undefined;
  if (key === "uid") return ({ uid }) => String(uid) === value;
  if (key === "text") return ({ text }) => text.toLowerCase().includes(value);
  return ({ fields }) => fields.get(key)?.toLowerCase().includes(value) === true;
}
