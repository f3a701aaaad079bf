import type { Profile } from "@anyurl/core";

/**
 * One row of a scheme's vectors: a URL and what the rule says of it, as JSON. What a row does not name is not
 * asked; `null` asks for absence.
 */
export interface Vector {
  /** The rule that the row shows, as "RFC 4266 §2.1". */
  readonly rule: string;
  /** The text to read. Absent in a row that only builds. */
  readonly url?: string | undefined;
  readonly note?: string | undefined;
  /** By which rules the row is read. Default "rfc3986"; a row that holds by both is two rows. */
  readonly profile?: Profile | undefined;

  /** Raw components, as written. */
  readonly user?: string | null | undefined;
  readonly password?: string | null | undefined;
  readonly host?: string | null | undefined;
  /** A string: the digits as written. A number: the port in effect, the scheme's default counted. */
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
  /** URLs with another normal form. */
  readonly differs?: readonly string[] | undefined;

  /** Lines that opening the URL would send on its first connection, in the notation of transcripts. */
  readonly wire?: readonly string[] | undefined;
  /** The operation that `wire` and `access` are about. Default: the plan's own. */
  readonly operation?: string | undefined;
  /** The code with which opening the URL is refused before anything is dialled. */
  readonly access?: string | undefined;

  /** The code of the problem for which the text is refused, and where that problem starts. */
  readonly code?: string | undefined;
  readonly start?: number | undefined;
  /** The code of a warning that the text is read with. */
  readonly warning?: string | undefined;

  /**
   * What `format` takes. It writes `url`, or its normal form; with `code` and without `url` it refuses. The
   * scheme's first name is meant unless "scheme" says another.
   */
  readonly build?: object | undefined;
}
