import { describe, expect, it } from "vitest";
import {
  build,
  createRegistry,
  formatIPv6,
  normalizeGeneric,
  type ParseOptions,
  parse,
  parseHost,
  type Reference,
  tryParse,
  type UrlInit,
} from "../src/index.ts";
import { ftp, http } from "./schemes.ts";
import { vectorsOf } from "./vectors.ts";

interface Row {
  readonly rule: string;
  readonly url: string;
  readonly options?: ParseOptions;
}
interface Refused extends Row {
  readonly code: string;
  readonly start?: number;
  readonly end?: number;
  /** What rejects it: the grammar unless "scheme" is given. */
  readonly by?: "scheme";
}
interface Built {
  readonly rule: string;
  readonly init: UrlInit;
  readonly url?: string;
  readonly code?: string;
}
type Components = Readonly<Record<string, unknown>>;

const generic = vectorsOf<{
  readonly components: readonly (Row & {
    readonly expect: Components;
    readonly normal?: string;
    readonly warning?: string;
  })[];
  readonly refused: readonly Refused[];
  readonly pairs: readonly (Row & { readonly other: string; readonly equal: boolean })[];
  readonly build: readonly Built[];
}>("generic");

const urls = createRegistry(http, ftp);
const code = (expected: string) => expect.objectContaining({ code: expected });

/** Every component by its name, `null` for one that is absent; and what the host and the port come to. */
function componentsOf(url: Reference): Record<string, unknown> {
  const { scheme, authority, userinfo, user, password, host, port, path, urlPath, query, fragment } = url;
  const found = { scheme, authority, userinfo, user, password, host, port, path, urlPath, query, fragment };
  const given = Object.fromEntries(Object.entries(found).map(([name, value]) => [name, value ?? null]));
  const read = host === undefined ? undefined : parseHost(host);
  return {
    ...given,
    kind: read?.kind,
    ...(read?.kind === "ipv6" && { address: formatIPv6(read.octets), zone: read.zone }),
    ...(read?.kind === "ipvfuture" && { version: read.version }),
    effectivePort: (url as { parts?: { effectivePort?: number } }).parts?.effectivePort,
  };
}

describe("generic syntax, RFC 1738 and RFC 3986", () => {
  it.each(generic.components)("$url ($rule)", ({ url: text, expect: expected, normal, warning, options }) => {
    const url = urls.parse(text, options);
    expect(componentsOf(url)).toMatchObject(expected);
    expect(String(url)).toBe(text);
    if (normal !== undefined) {
      expect(urls.normalize(text)).toBe(normal);
      expect(urls.normalize(normal)).toBe(normal);
    }
    const { problems } = urls.tryParse(text, options);
    expect(problems.filter((each) => each.code !== "deprecated-password").map((each) => each.code)).toEqual(
      warning === undefined ? [] : [warning],
    );
  });

  it.each(generic.refused)(
    "$url is rejected: $code ($rule)",
    ({ url, code: expected, start, end, by, options }) => {
      const { ok, problems } = by === "scheme" ? urls.tryParse(url, options) : tryParse(url, options);
      expect(ok).toBe(false);
      expect(problems[0]).toMatchObject({
        code: expected,
        severity: "error",
        ...(start !== undefined && { start }),
        ...(end !== undefined && { end }),
      });
      expect(() => urls.parse(url, options)).toThrow(code(expected));
      // A URL that only a scheme rejects is still well-formed.
      if (by === "scheme") expect(String(parse(url, options))).toBe(url);
      else expect(() => parse(url, options)).toThrow(code(expected));
    },
  );

  it.each(generic.pairs)("$url, $other: equal is $equal ($rule)", ({ url, other, equal }) => {
    expect(urls.normalize(url) === urls.normalize(other)).toBe(equal);
  });

  it.each(generic.build)("build $init ($rule)", ({ init, url, code: expected }) => {
    if (expected !== undefined) expect(() => build(init)).toThrow(code(expected));
    else expect(build(init)).toBe(url);
  });

  it("is normalized by syntax only if no scheme is known (§6.2.2)", () => {
    const url = parse("HTTP://H.example:80/%7euser/../x");
    const normal = normalizeGeneric(url, { hierarchical: true, defaultPort: undefined });
    expect(normal).toBe("http://h.example:80/x");
  });
});
