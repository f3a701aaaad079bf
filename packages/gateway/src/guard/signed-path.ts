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

/** @param path with its query. */
export function splitToken(path: string): SignedPath | undefined {
  if (!path.startsWith(PREFIX)) return undefined;
  const end = path.indexOf("/", PREFIX.length);
  if (end < 0) return undefined;
  return { token: path.slice(PREFIX.length, end), path: path.slice(end) };
}
