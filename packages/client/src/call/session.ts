import { type ByName, isAccessError, type LiteralScheme, type Scheme, type Session } from "@anyurl/core";
import type { CallSetup } from "./call-setup.ts";

/** What opening gives: the session of the URL's own scheme, where that is known at compile time. */
export type SessionOf<S, T> = [ByName<S, LiteralScheme<T>>] extends [never]
  ? Session
  : ByName<S, LiteralScheme<T>> extends Scheme<any, any, any, infer Access>
    ? Access extends { open(...given: any): Promise<infer Own extends Session> }
      ? Own
      : Session
    : Session;

/**
 * A scheme's session for its caller, with all that it has besides the members of every session. Its errors
 * say where they happened, and the call ends with it: when the server has closed, when it fails, when it is
 * disposed of.
 */
export function wrapSession(session: Session, opening: CallSetup<"open">): Session {
  const readable = { [Symbol.asyncIterator]: () => octetsOf(session, opening) };
  const dispose = async () => {
    try {
      await session[Symbol.asyncDispose]();
    } finally {
      opening.end();
    }
  };
  // Members of its own are read from it each time they are asked for: some change.
  return new Proxy(Object.create(null), {
    has: (_, name) => name in session,
    get: (_, name) => {
      if (name === "readable") return readable;
      if (name === Symbol.asyncDispose) return dispose;
      const member: unknown = Reflect.get(session, name, session);
      return typeof member === "function"
        ? (...given: unknown[]) => toldOf(() => Reflect.apply(member, session, given), opening)
        : member;
    },
  }) as Session;
}

/** One loop over what the server says. It may be left, and another one go on. */
function octetsOf(session: Session, opening: CallSetup<"open">): AsyncIterator<Uint8Array, void> {
  const source = session.readable[Symbol.asyncIterator]();
  return {
    next: async () => {
      try {
        const { done, value } = await source.next();
        if (done !== true) return { done: false, value };
        opening.end();
        return { done: true, value: undefined };
      } catch (error) {
        const told = opening.told(error);
        opening.end();
        throw told;
      }
    },
  };
}

/** What it gives, now or later. @throws what it throws, as the caller is to see it. */
function toldOf(call: () => unknown, opening: CallSetup<"open">): unknown {
  try {
    const given = call();
    if (!(given instanceof Promise)) return given;
    return given.catch((error: unknown) => {
      throw shown(error, opening);
    });
  } catch (error) {
    throw shown(error, opening);
  }
}

/** A misuse is a plain TypeError or RangeError. */
function shown(error: unknown, opening: CallSetup<"open">): unknown {
  const isMisuse = error instanceof TypeError || error instanceof RangeError;
  return isMisuse && !isAccessError(error) ? error : opening.told(error);
}
