import { readFileSync } from "node:fs";

/** A URL or reference, its expected result, and the source. README.md describes the kinds and their results. */
export interface Vector {
  readonly id: string;
  readonly kind: Kind;
  readonly input: string;
  readonly base?: string;
  readonly other?: string;
  readonly format?: "uri" | "uri-reference" | "iri" | "iri-reference";
  readonly expect: Expectation;
  /** The alternative that RFC 3986 allows for old documents (§5.2.2). */
  readonly nonStrict?: { readonly href: string };
  /** Present: the grammar of RFC 1738 §5 does not accept it. */
  readonly strict1738?: { readonly error: true };
  /** Components, percent-decoded. */
  readonly decoded?: Readonly<Record<string, string | null>>;
  /** The URI of an IRI that is not a URI itself. */
  readonly iri?: string;
  /** File names by system. */
  readonly os?: Readonly<Record<string, string>> | string;
  readonly why: string;
  readonly source: string;
}

type Kind =
  | "parse"
  | "reference"
  | "resolve"
  | "normalize"
  | "equivalent"
  | "extract"
  | "remove-dot-segments"
  | "relativize"
  | "from-path"
  | "valid"
  | "template";

interface Expectation extends Components {
  /** Not a URI by RFC 3986. */
  readonly error?: true;
  /** A URI with the components `generic` that violates the syntax of its scheme. */
  readonly schemeError?: true;
  readonly generic?: Components;
  /** The decoded parts of the scheme. */
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly href?: string;
  readonly ref?: string;
  readonly equivalent?: boolean;
  readonly urls?: readonly string[];
  readonly valid?: boolean;
}

/** Raw; `null` if missing. */
export interface Components {
  readonly scheme?: string | null;
  readonly userinfo?: string | null;
  readonly user?: string | null;
  readonly password?: string | null;
  readonly host?: string | null;
  readonly port?: string | null;
  readonly path?: string | null;
  readonly query?: string | null;
  readonly fragment?: string | null;
}

/** The vector files in this format. Those of web-platform-tests have other formats and separate tests. */
export const FILES = [
  "rfc1738-examples",
  "rfc3986-examples",
  "rfc3986-resolution",
  "primers",
  "json-schema-uri",
  "perl-uri-ftp",
  "perl-uri-gopher",
  "perl-uri-mailto",
  "perl-uri-news",
  "perl-uri-file",
  "perl-uri-other-schemes",
  "perl-uri-roytest",
  "linkify-it-links",
] as const;

/** Returns the contents of a file in `data/`. */
export function dataOf<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`data/${name}.json`, import.meta.url), "utf8")) as T;
}

/** Returns the vectors of a file, and checks their count. */
export function vectorsOf<T = Vector>(name: string): readonly T[] {
  const { count, vectors } = dataOf<{ readonly count: number; readonly vectors: readonly T[] }>(name);
  if (vectors.length !== count)
    throw new Error(`${name} has ${vectors.length} vectors, but its count is ${count}`);
  return vectors;
}
