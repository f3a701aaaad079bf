import {
  AccessError,
  asciiLowerCase,
  type Entry,
  type HostOptions,
  parseLogin,
  type Registry,
  type Url,
} from "@anyurl/core";
import type { Remote } from "@anyurl/core/exchange";
import { lookedUpName } from "./looked-up.ts";

/** Scheme, host, and port of a URL, to which a login belongs (RFC 6454 §4, for every scheme). */
export interface Origin {
  readonly scheme: string;
  readonly host: string;
  readonly port: number;
}

/** Who named a URL. A URL without provenance was chosen by a person. */
export interface Provenance {
  /** The server that named it; `undefined` without a server, for example for a local directory. */
  readonly sentBy: Remote | undefined;
  /** The origin of the URL that referred to it. */
  readonly origin: Origin;
  /** The login of that URL, as written. It is used only for the same user of the same origin. */
  readonly login: Pick<Url, "user" | "password">;
}

/** What an operation opens: a URL that a person chose, or an entry that a server named. */
export type UrlOrEntry = string | URL | Url | Entry;

export const NO_LOGIN: Provenance["login"] = { user: undefined, password: undefined };

/** For an entry that no client made, or a copy of an entry: its server counts as outside, without a login. */
const UNKNOWN: Provenance = {
  sentBy: { address: "", port: 0 },
  origin: { scheme: "", host: "", port: 0 },
  login: NO_LOGIN,
};

/** Kept outside of the values, so that it is not printed, copied, or serialized with them. */
const PROVENANCES = new WeakMap<object, Provenance>();

/** Remembers who named the URL of an entry. */
export function setProvenance(entry: Entry, provenance: Provenance): void {
  PROVENANCES.set(entry, provenance);
}

/** A response. It has the provenance of the URLs in its body by itself, because most programs never ask for it. */
export abstract class Referrer {
  readonly #call: { readonly found: Provenance };

  constructor(call: { readonly found: Provenance }) {
    this.#call = call;
  }

  static getProvenance(value: object): Provenance | undefined {
    return #call in value ? value.#call.found : undefined;
  }
}

function getProvenance(value: object): Provenance {
  return Referrer.getProvenance(value) ?? PROVENANCES.get(value) ?? UNKNOWN;
}

/** Returns a copy of an entry with another URL, which counts as named by the same server. */
export function entryWithUrl(entry: Entry, url: string): Entry {
  const changed: Entry = { ...entry, url };
  setProvenance(changed, getProvenance(entry));
  return changed;
}

export interface NamedUrl {
  readonly text: string;
  /** `undefined`: a person chose it. */
  readonly provenance: Provenance | undefined;
}

/**
 * The URL to open, and who named it.
 *
 * @param namedBy the response or entry in which a URL given as text was found, or "server".
 * @throws {AccessError} unsupported: the entry has no URL.
 */
export function namedUrl(target: UrlOrEntry, namedBy: object | "server" | undefined): NamedUrl {
  const provenance = namedBy === undefined ? undefined : getProvenance(Object(namedBy));
  if (typeof target === "string") return { text: target, provenance };
  if (typeof target !== "object" || target === null) throw targetError(target);
  if ("href" in target) return { text: target.href, provenance };
  const { name, url, unsafe } = target;
  if (url === undefined) {
    throw new AccessError("unsupported", `the entry "${name}" has no URL`, {
      hint: unsafe ?? "skip entries without a url",
    });
  }
  return { text: url, provenance: getProvenance(target) };
}

function targetError(target: unknown): AccessError {
  return new AccessError("bad-argument", `invalid URL: ${target === null ? "null" : typeof target}`, {
    hint: "give a string, a URL, or an entry of a listing",
  });
}

/** The settings to parse and look up a URL. */
export interface Reading {
  readonly registry: Registry;
  readonly idna: HostOptions | undefined;
}

export function getOrigin(url: Url, { registry, idna }: Reading): Origin {
  const { scheme } = url;
  const { hostname, port } = parseLogin(url, registry.scheme(scheme)?.defaultPort(scheme) ?? 0);
  return { scheme, host: asciiLowerCase(lookedUpName(hostname, idna)), port };
}

export function isSameOrigin(one: Origin, other: Origin): boolean {
  return one.scheme === other.scheme && one.host === other.host && one.port === other.port;
}

/**
 * Returns a URL that a server named with the password of the URL that referred to it, if the user and the origin are
 * the same.
 *
 * @throws {AccessError} redirect-refused: a URL of the user's own, such as a local file, or a login of another origin.
 */
export function withProvenance(url: Url, provenance: Provenance, reading: Reading): Url {
  const { origin, login } = provenance;
  if (isPrivate(url, reading) && !isLocal(url, provenance))
    throw refused(url.scheme === "file" ? "it is a local file" : `${url.scheme} URLs are the user's own`);
  if (url.userinfo === undefined) return url;
  const isOwn = url.user === login.user && isSameOrigin(getOrigin(url, reading), origin);
  if (!isOwn || url.password !== undefined) throw refused("it has a login");
  return login.password === undefined ? url : url.with({ password: login.password });
}

/** Does the URL name something of the user, such as a local file? No server may lead there. */
function isPrivate({ scheme }: Url, { registry }: Reading): boolean {
  return scheme === "file" || registry.scheme(scheme)?.presentation?.served === false;
}

/** Does a local directory of the same scheme contain the URL? Then opening it may access files. */
export function isLocal({ scheme }: Url, { sentBy, origin }: Provenance): boolean {
  return sentBy === undefined && origin.scheme === scheme;
}

/** @param reason why the URL is blocked, such as "it has a login". */
export function refused(reason: string): AccessError {
  return new AccessError("redirect-refused", `blocked a URL from the server: ${reason}; nothing was sent`, {
    hint: "open that URL directly if you trust it",
  });
}
