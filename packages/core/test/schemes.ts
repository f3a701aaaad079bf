import {
  checkHostport,
  defineScheme,
  normalizeGeneric,
  parsePort,
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
      return { effectivePort: parsePort(url.port) ?? defaultPort };
    },
    format: ({ host, path = "/" }: InternetInit) => `${name}://${host}${path}`,
    // With a host, an empty path and "/" name the same thing.
    normalize: (url, profile) =>
      normalizeGeneric(withPath(url), { hierarchical: profile === "rfc3986", defaultPort }),
    examples: [],
  });
}

function withPath(url: Url): Url {
  return url.path === "" ? url.with({ path: "/" }) : url;
}

export const http: ReturnType<typeof internetScheme<"http">> = internetScheme("http", 80);
export const ftp: ReturnType<typeof internetScheme<"ftp">> = internetScheme("ftp", 21);
