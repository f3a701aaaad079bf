/** `/_/s/TOKEN/ftp/…`: relative references stay behind the token, and so are signed as well. */
const PREFIX = "/_/s/";

export interface SignedPath {
  readonly token: string;
  /** The path without the token, with its query. */
  readonly path: string;
}

export function withToken(token: string, path: string): string {
  return `${PREFIX}${token}${path}`;
}

/** `/_/named/gopher://…`: a server named the URL, and no person. Relative references stay behind it. */
const NAMED = "/_/named";

export function withNamed(path: string): string {
  return NAMED + path;
}

/** The path without the mark of {@link withNamed}; `undefined` if it has none. @param path with its query. */
export function splitNamed(path: string): string | undefined {
  return path.startsWith(`${NAMED}/`) ? path.slice(NAMED.length) : undefined;
}

/** @param path with its query. */
export function splitToken(path: string): SignedPath | undefined {
  if (!path.startsWith(PREFIX)) return undefined;
  const end = path.indexOf("/", PREFIX.length);
  if (end < 0) return undefined;
  return { token: path.slice(PREFIX.length, end), path: path.slice(end) };
}
