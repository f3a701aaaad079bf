import type { ProblemCode } from "@anyurl/core";
/** An operating system, by the form of its paths. */
export type System = "posix" | "windows" | "vms";

/** The parts of an absolute path. */
export interface AbsolutePath {
  /** The machine in the path: the server of a UNC path, the node of a VMS path. */
  readonly host?: string | undefined;
  /** As in a file URL: the last segment is "" for a directory. */
  readonly segments: readonly string[];
}

/** Creates the error for a path or a name that a system does not allow; the caller throws it. */
export type PathErrorFactory = (code: ProblemCode, message: string, hint?: string) => Error;

/** The path rules of a system. */
export interface PathSyntax {
  /** The standard that has the rules. */
  readonly cite: string;
  /** Formats segments without dot segments as an absolute path. Throws the error of `fault`. */
  joinSegments(segments: readonly string[], fault: PathErrorFactory): string;
  /** The inverse of pathOf. Throws the error of `fault`. */
  parseAbsolutePath(path: string, fault: PathErrorFactory): AbsolutePath;
}
