import type { Registry, Scheme, Url } from "@anyurl/core";
import type fc from "fast-check";
import type { ExamContext } from "../report/results.ts";
import type { LintOptions } from "./lint-scheme.ts";
import type { Vector } from "./vector.ts";

export type PartsOf<S> = S extends Scheme<any, infer Parts, any, any> ? Parts : never;

/** What the exam makes URLs of. */
export interface Arbitraries<S extends Scheme = Scheme> {
  /**
   * Decoded parts as parse gives them: each field with every text that it may hold, octets that are not UTF-8
   * included, and nothing that `format` has to refuse.
   */
  readonly parts: fc.Arbitrary<Partial<PartsOf<S>>>;
  /**
   * What `format` takes besides. Default: host and port for a scheme that has a default port, else nothing.
   * @see anyAuthority
   */
  readonly authority?: fc.Arbitrary<object>;
}

export interface ExamOptions extends LintOptions, ExamContext {
  /** Other schemes of the registry in which the exam is taken: whatever they do, nothing may change. */
  readonly beside?: readonly Scheme[];
  /** How many inputs each property is tried with. Default 1000. */
  readonly runs?: number;
  /** For a repeatable run. Default: another one each time. */
  readonly seed?: number;
  /**
   * The fields that `format` takes to write a URL again. Default: decoded user and password, host, port,
   * decoded fragment, and the parts.
   */
  readonly initOf?: (url: Url<string, any>) => object;
  /** Do these parts say the same? For a scheme whose normal form changes parts. Default: deep equality. */
  readonly sameParts?: (parts: any, normalParts: any) => boolean;
  /**
   * What a host is compared as. For a scheme in which several spellings, or none, stand for one host, as file's
   * "localhost". Default: the host itself.
   */
  readonly hostAs?: (host: string | undefined) => string | undefined;
  /**
   * What a line that would be sent is compared as, for a scheme that sends a part as it is written: its normal form is
   * then spelled in another way. Default: the line itself.
   */
  readonly sentAs?: (text: string) => string;
}

/** All that a question of the exam needs to know. */
export interface Exam {
  readonly scheme: Scheme;
  readonly registry: Registry;
  readonly vectors: readonly Vector[];
  readonly initOf: (url: Url) => object;
  readonly sameParts: (parts: unknown, normalParts: unknown) => boolean;
  readonly hostAs: (host: string | undefined) => string | undefined;
  readonly sentAs: (text: string) => string;
}
