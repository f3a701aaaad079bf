import type { Profile } from "@anyurl/core";

/**
 * One row of a scheme's vectors, as JSON: a URL and the expected results. An absent key is not checked; `null` requires
 * that the component is absent.
 */
export interface Vector {
  /** The rule that the row tests, such as "RFC 4266 §2.1". */
  readonly rule: string;
  /** The text to parse. Absent in a row that only builds. */
  readonly url?: string | undefined;
  readonly note?: string | undefined;
  /** The profile to parse with. Default: "rfc3986". To test both profiles, write two rows. */
  readonly profile?: Profile | undefined;

  /** Raw components, as written. */
  readonly user?: string | null | undefined;
  readonly password?: string | null | undefined;
  readonly host?: string | null | undefined;
  /** A string: the digits as written. A number: the effective port, which may be the default port. */
  readonly port?: string | number | null | undefined;
  readonly path?: string | undefined;
  readonly query?: string | null | undefined;
  readonly fragment?: string | null | undefined;

  /** All of the scheme's parts, decoded. A part that is `null` here, or left out, is absent. */
  readonly parts?: object | null | undefined;
  /** The normal form. */
  readonly normal?: string | undefined;
  /** URLs with the same normal form. */
  readonly equal?: readonly string[] | undefined;
  /** URLs that are equivalent (`compare`), but have another normal form. */
  readonly equivalent?: readonly string[] | undefined;
  /** URLs that are not equivalent. */
  readonly differs?: readonly string[] | undefined;

  /** The lines that opening the URL sends on its first connection, in the notation of transcripts. */
  readonly wire?: readonly string[] | undefined;
  /** The operation for `wire` and `access`. Default: the default of the plan. */
  readonly operation?: string | undefined;
  /** The error code if opening the URL fails before it connects. */
  readonly access?: string | undefined;

  /** The code and the start of the error that parse reports. */
  readonly code?: string | undefined;
  readonly start?: number | undefined;
  /** The code of a warning that parse reports. */
  readonly warning?: string | undefined;

  /**
   * The fields for `format`, which must return `url` or its normal form. With `code` and without `url`, it must fail with
   * that code. The key "scheme" selects the scheme name; default: the first name.
   */
  readonly build?: object | undefined;
}
