/** An operating system, by the form of its paths. */
export type System = "posix" | "windows" | "vms";

/** Where an absolute path leads. */
export interface Place {
  /** The machine that the path itself names: the server of a UNC path, the node of a VMS path. */
  readonly host?: string | undefined;
  /** As in a file URL: the last one is "" for a directory. */
  readonly segments: readonly string[];
}

/** Makes the error for a path or a name that a system has not; the caller throws it. */
export type Fault = (code: string, message: string, hint?: string) => Error;

/** How a system writes paths. */
export interface PathSyntax {
  /** The rule, for whoever asks. */
  readonly cite: string;
  /** The absolute path of segments without dot segments. Throws what `fault` makes. */
  pathOf(segments: readonly string[], fault: Fault): string;
  /** The inverse of pathOf. Throws what `fault` makes. */
  placeOf(path: string, fault: Fault): Place;
}
