import type { Registry, Scheme, Url } from "@anyurl/core";
import type fc from "fast-check";
import type { ExamContext } from "../report/results.ts";
import type { LintOptions } from "./lint-scheme.ts";
import type { Vector } from "./vector.ts";

export type PartsOf<S> = S extends Scheme<any, infer Parts, any, any> ? Parts : never;

/** Generators of the fields that the tests build URLs from. */
export interface Arbitraries<S extends Scheme = Scheme> {
  /**
   * Decoded parts as parse returns them: each field with any allowed text, including bytes that are not UTF-8, but
   * nothing that `format` must reject.
   */
  readonly parts: fc.Arbitrary<Partial<PartsOf<S>>>;
  /**
   * Other fields of `format`. Default: host and port if the scheme has a default port, otherwise none.
   * @see anyAuthority
   */
  readonly authority?: fc.Arbitrary<object>;
}

export interface ExamOptions extends LintOptions, ExamContext {
  /** Other schemes in the same registry. They must not affect the results. */
  readonly beside?: readonly Scheme[];
  /** Number of inputs for each law. Default: `numRuns` of `fc.configureGlobal`, or 1000. */
  readonly runs?: number;
  /** Seed for a repeatable run. Default: random. */
  readonly seed?: number;
  /**
   * Returns the fields from which `format` rebuilds a URL. Default: decoded user and password, host, port, decoded
   * fragment, and the parts.
   */
  readonly initOf?: (url: Url<string, any>) => object;
  /** Returns whether parts are equivalent, for a scheme whose normal form changes parts. Default: deep equality. */
  readonly sameParts?: (parts: any, normalParts: any) => boolean;
  /**
   * Returns a host in a form for comparison, for a scheme in which several spellings, or no host, are equivalent, such
   * as file's "localhost". Default: the host itself.
   */
  readonly hostAs?: (host: string | undefined) => string | undefined;
  /**
   * Returns a planned line in a form for comparison, for a scheme that sends a part without decoding it, so that the
   * normal form is sent with another spelling. Default: the line itself.
   */
  readonly sentAs?: (text: string) => string;
}

/** The data that all syntax tests share. */
export interface Exam {
  readonly scheme: Scheme;
  readonly registry: Registry;
  readonly vectors: readonly Vector[];
  readonly initOf: (url: Url) => object;
  readonly sameParts: (parts: unknown, normalParts: unknown) => boolean;
  readonly hostAs: (host: string | undefined) => string | undefined;
  readonly sentAs: (text: string) => string;
}
