/** The passwords of a server without the option `accounts`, by user. */
export const DEFAULT_PASSWORDS: Readonly<Record<string, string>> = { alice: "s3cr:t@/%" };

/** Returns the value of a key that a client sent, which can be the name of a property of all objects. */
export function lookUp<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
