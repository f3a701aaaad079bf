import type { Reference } from "@anyurl/core";
import type { Components } from "./vector.ts";

/** Returns the components of a reference in the format of the vectors: `null` for a missing one. */
export function componentsOf(reference: Reference): Components {
  const { scheme, userinfo, user, password, host, port, path, query, fragment } = reference;
  return {
    scheme: scheme ?? null,
    userinfo: userinfo ?? null,
    user: user ?? null,
    password: password ?? null,
    // A host is compared case-insensitively (RFC 3986 §3.2.2).
    host: host?.toLowerCase() ?? null,
    port: port ?? null,
    path,
    query: query ?? null,
    fragment: fragment ?? null,
  };
}

/** Returns only the components that a vector has. */
export function expectedOf(expect: Components): Components {
  const named = NAMES.filter((name) => name in expect).map((name) => {
    const value = expect[name] ?? null;
    return [name, name === "host" ? (value?.toLowerCase() ?? null) : value] as const;
  });
  return Object.fromEntries(named);
}

const NAMES = [
  ...(["scheme", "userinfo", "user", "password", "host", "port", "path", "query", "fragment"] as const),
];
