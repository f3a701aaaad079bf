import { type ByName, isAccessError, type LiteralScheme, type Scheme, type Session } from "@anyurl/core";
import type { Call } from "./call.ts";

/** The type of a session: that of the URL's scheme, if it is known at compile time. */
export type SessionOf<S, T> = [ByName<S, LiteralScheme<T>>] extends [never]
  ? Session
  : ByName<S, LiteralScheme<T>> extends Scheme<any, any, any, infer Access>
    ? Access extends { open(...given: any): Promise<infer Own extends Session> }
      ? Own
      : Session
    : Session;

/**
 * Wraps a scheme's session for the caller, with its additional members. Its errors say where they happened. The
 * call ends with the session: when the server closes it, when it fails, or when it is disposed of.
 */
export function wrapSession(session: Session, setup: Call<"open">): Session {
  const readable = { [Symbol.asyncIterator]: () => iterateReceived(session, setup) };
  const dispose = async () => {
    try {
      await session[Symbol.asyncDispose]();
    } finally {
      setup.end();
    }
  };
  const { screen } = session;
  return wrapMembers(session, setup, {
    readable,
    [Symbol.asyncDispose]: dispose,
    ...(screen !== undefined && { screen: wrapMembers(screen, setup) }),
  });
}

/** Wraps the methods of an object, so that their errors say where they happened. `own` replaces members. */
function wrapMembers<T extends object>(target: T, setup: Call<"open">, own: Partial<T> = {}): T {
  // Members are read from the object on each access, because some change.
  return new Proxy(Object.create(null), {
    has: (_, name) => name in target,
    get: (_, name) => {
      if (Object.hasOwn(own, name)) return Reflect.get(own, name);
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === "function"
        ? (...given: unknown[]) => callWithReportedErrors(() => Reflect.apply(member, target, given), setup)
        : member;
    },
  }) as T;
}

/** Iterates the data from the server. After one loop ends early, another one can continue. */
function iterateReceived(session: Session, setup: Call<"open">): AsyncIterator<Uint8Array, void> {
  const source = session.readable[Symbol.asyncIterator]();
  return {
    next: async () => {
      try {
        const { done, value } = await source.next();
        if (done !== true) return { done: false, value };
        setup.end();
        return { done: true, value: undefined };
      } catch (error) {
        const callerError = setup.toCallerError(error);
        setup.end();
        throw callerError;
      }
    },
  };
}

/** Returns the result of a member, also of a promise. @throws its error, as the caller sees it. */
function callWithReportedErrors(call: () => unknown, setup: Call<"open">): unknown {
  try {
    const given = call();
    if (!(given instanceof Promise)) return given;
    return given.catch((error: unknown) => {
      throw shown(error, setup);
    });
  } catch (error) {
    throw shown(error, setup);
  }
}

/** Wrong arguments are a plain TypeError or RangeError. */
function shown(error: unknown, setup: Call<"open">): unknown {
  const isMisuse = error instanceof TypeError || error instanceof RangeError;
  return isMisuse && !isAccessError(error) ? error : setup.toCallerError(error);
}
