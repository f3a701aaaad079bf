/** `/_/s/TOKEN/ftp://…`: relative references keep the token, and so are signed as well. */
const PREFIX = "/_/s/";

export interface SignedPath {
  readonly token: string;
  /** The path without the token, with its query. */
  readonly path: string;
}

export function withToken(token: string, path: string): string {
  return `${PREFIX}${token}${path}`;
}

/** `/_/named/gopher://…`: the link comes from a server, not from a user. Relative references keep the mark. */
const NAMED = "/_/named";

export function withNamed(path: string): string {
  return NAMED + path;
}

/** Removes the mark of {@link withNamed}. Returns `undefined` if there is no mark. @param path with its query. */
export function splitNamed(path: string): string | undefined {
  return path.startsWith(`${NAMED}/`) ? path.slice(NAMED.length) : undefined;
}

/** Splits a signed path. Returns `undefined` if it has no token. @param path with its query. */
export function splitToken(path: string): SignedPath | undefined {
  if (!path.startsWith(PREFIX)) return undefined;
  const end = path.indexOf("/", PREFIX.length);
  if (end < 0) return undefined;
  return { token: path.slice(PREFIX.length, end), path: path.slice(end) };
}
