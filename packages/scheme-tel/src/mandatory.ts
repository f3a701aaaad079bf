import type { Subscriber } from "./subscriber.ts";

/**
 * Returns why numbers must not be dialed: a parameter that begins with "m-" is mandatory, and no program is known to support
 * it (RFC 3966 §5.4). `undefined` without one.
 */
export function findMandatory(subscribers: readonly Subscriber[]): string | undefined {
  const names = subscribers.flatMap(({ parameters }) => parameters.map(({ name }) => name));
  const found = names.find((name) => name.startsWith("m-"));
  return found === undefined ? undefined : `the parameter ${found} is mandatory and unknown (RFC 3966 §5.4)`;
}
