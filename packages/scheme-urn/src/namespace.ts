/** A namespace of URNs: what its names mean, and when two are equivalent. */
export interface UrnNamespace {
  /** The namespace identifier, in lower case: "isbn". */
  readonly nid: string;
  /** The rule that defines its names. */
  readonly cite: string;
  /**
   * Reads a name, an NSS as written, and returns its fields. `undefined`: it is not valid. Absent: any NSS is valid, and
   * has no fields.
   */
  readonly parse?: (nss: string) => object | undefined;
  /** What a valid name is, for errors: "ten or thirteen digits". Absent: a name that `parse` rejects is valid as well. */
  readonly expected?: string;
  /** Returns what is doubtful about a valid name, for a warning; `undefined` if nothing is. */
  readonly warn?: (nss: string) => UrnWarning | undefined;
  /**
   * Returns the spelling of a valid name that all equivalent ones share (RFC 8141 §3.1). The NSS has the hexadecimal
   * digits of its escapes in upper case. Absent: only equal names are equivalent.
   */
  readonly identify?: (nss: string) => string;
}

export interface UrnWarning {
  readonly code: "bad-check-digit" | `x-${string}`;
  readonly message: string;
  readonly hint: string;
}
