import {
  checkHostport,
  defineScheme,
  normalizeGeneric,
  portOf,
  type Scheme,
  type Url,
} from "../src/index.ts";

/** Two schemes of the common internet syntax (RFC 1738 §3.1), for rows that need one: no more than that syntax. */
interface InternetParts {
  readonly effectivePort: number;
}

interface InternetInit {
  readonly host: string;
  readonly path?: string;
}

function internetScheme<const Name extends string>(
  name: Name,
  defaultPort: number,
): Scheme<Name, InternetParts, InternetInit, Record<never, never>> {
  return defineScheme({
    name,
    defaultPort,
    cite: ["RFC 1738 §3.1"],
    hierarchical: true,
    parse: (url, report): InternetParts => {
      checkHostport(url, report, { userinfo: true, cite: "RFC 1738 §5" });
      return { effectivePort: portOf(url.port) ?? defaultPort };
    },
    format: ({ host, path = "/" }: InternetInit) => `${name}://${host}${path}`,
    // With a host, an empty path and "/" name the same thing.
    normalize: (url) => normalizeGeneric(withPath(url), { hierarchical: true, defaultPort }),
    examples: [],
  });
}

function withPath(url: Url): Url {
  const path = url.path === "" ? "/" : url.path;
  const { scheme, parts, authority, userinfo, user, password, host, port, urlPath, query, fragment } = url;
  const { offsets, href } = url;
  return {
    ...{ scheme, parts, authority, userinfo, user, password, host, port, path, urlPath, query, fragment },
    ...{ offsets, href, toString: () => href, toJSON: () => href },
  };
}

export const http: ReturnType<typeof internetScheme<"http">> = internetScheme("http", 80);
export const ftp: ReturnType<typeof internetScheme<"ftp">> = internetScheme("ftp", 21);
