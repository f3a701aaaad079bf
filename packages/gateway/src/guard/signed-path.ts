/** `/_/s/TOKEN/ftp://…`: relative references keep the token, and so are signed as well. */
const TOKEN_PREFIX = "/_/s/";

export interface SignedPath {
  readonly token: string;
  /** The path without the token, with its query. */
  readonly path: string;
}

export function withToken(token: string, path: string): string {
  return `${TOKEN_PREFIX}${token}${path}`;
}

/** `/_/named/gopher://…`: the link comes from a server, not from a user. Relative references keep the mark. */
const NAMED_PREFIX = "/_/named";

export function withNamed(path: string): string {
  return NAMED_PREFIX + path;
}

/** Removes the mark of {@link withNamed}. Returns `undefined` if there is no mark. @param path with its query. */
export function splitNamed(path: string): string | undefined {
  return path.startsWith(`${NAMED_PREFIX}/`) ? path.slice(NAMED_PREFIX.length) : undefined;
}

/** Splits a signed path. Returns `undefined` if it has no token. @param path with its query. */
export function splitToken(path: string): SignedPath | undefined {
  if (!path.startsWith(TOKEN_PREFIX)) return undefined;
  const end = path.indexOf("/", TOKEN_PREFIX.length);
  if (end < 0) return undefined;
  return { token: path.slice(TOKEN_PREFIX.length, end), path: path.slice(end) };
}
