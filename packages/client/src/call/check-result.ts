import type { Attributes, Entity, Entry, ResponseMessage, Session } from "@anyurl/core";

/*
 * Checks of the results of a scheme's operations. Each throws a TypeError, which the caller sees as plugin-fault.
 */

export function checkEntity(entity: Entity): Entity {
  const { body } = fields(entity, "get") as Partial<Entity>;
  if (!isGenerator(body)) throw new TypeError("invalid result of get: expected an async generator as body");
  return entity;
}

export function checkEntries<T>(entries: T, operation: string): T {
  if (!isGenerator(entries))
    throw new TypeError(`invalid result of ${operation}: expected an async generator`);
  return entries;
}

function isGenerator(given: unknown): boolean {
  const { next, return: end } = (given ?? {}) as Partial<AsyncGenerator>;
  return typeof next === "function" && typeof end === "function";
}

export function checkResponse(response: ResponseMessage): ResponseMessage {
  const { status, fields: named = [] } = fields(response, "request") as Partial<ResponseMessage>;
  if (!Number.isInteger(status)) throw new TypeError("invalid result of request: missing status");
  if (!Array.isArray(named)) throw new TypeError("invalid result of request: expected pairs as fields");
  checkEntity(response);
  return response;
}

export function checkAttributes(attributes: Attributes): Attributes {
  const { kind } = fields(attributes, "stat") as Partial<Attributes>;
  if (typeof kind !== "string") throw new TypeError("invalid result of stat: missing kind");
  return attributes;
}

export function checkEntry(entry: Entry): Entry {
  const { name, kind, url, realUrl } = fields(entry, "list") as Partial<Entry>;
  const isText = [url, realUrl].every((each) => typeof each === "string" || each === undefined);
  if (typeof name !== "string" || typeof kind !== "string" || !isText)
    throw new TypeError("invalid entry: expected strings as name, kind, and URLs");
  return entry;
}

export function checkSession(session: Session): Session {
  const { readable, write } = fields(session, "open") as Partial<Session>;
  const isReadable = typeof readable?.[Symbol.asyncIterator] === "function";
  if (!isReadable || typeof write !== "function" || typeof session[Symbol.asyncDispose] !== "function")
    throw new TypeError("invalid result of open: expected a session");
  return session;
}

/**
 * Checks a chunk of a body. A subclass of `Uint8Array` (a Node `Buffer`) becomes a plain view of the same bytes, whose
 * `slice` is a copy for everyone who reads it.
 */
export function checkBytes(chunk: Uint8Array): Uint8Array {
  // Check the tag, because the array may come from another realm.
  if ((chunk as Partial<Uint8Array> | undefined)?.[Symbol.toStringTag] !== "Uint8Array")
    throw new TypeError("invalid chunk of a body: expected a Uint8Array");
  if (chunk.constructor === Uint8Array) return chunk;
  return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.length);
}

function fields(given: unknown, what: string): object {
  if (typeof given !== "object" || given === null)
    throw new TypeError(`invalid result of ${what}: expected an object`);
  return given;
}
