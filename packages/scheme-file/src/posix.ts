import type { PathSyntax } from "./system.ts";

/**
 * "/a/b": names of any octets but NUL and "/" (RFC 8089, appendix D.1). Text that keeps its octets; "~" is a plain
 * character.
 */
export const posix: PathSyntax = {
  cite: "RFC 8089, appendix D.1",

  pathOf(segments, fault) {
    for (const segment of segments) {
      if (segment.includes("\0")) throw fault("control-octet", "no name of a file holds NUL");
      if (segment.includes("/"))
        throw fault("separator-in-segment", 'a name holds a "/", which parts names on this system');
    }
    return `/${segments.join("/")}`;
  },

  placeOf(path, fault) {
    if (path.includes("\0")) throw fault("control-octet", "no path holds NUL");
    if (!path.startsWith("/"))
      throw fault("bad-path", "the path is not absolute", "resolve it against a directory first");
    // More than two are one, and what exactly two mean is each system's own affair (POSIX.1, 4.13 Pathname Resolution).
    const slashes = path.search(/[^/]|$/);
    if (slashes === 2)
      throw fault("bad-path", "what two slashes in front mean is the system's own affair", 'write one "/"');
    return { segments: path.slice(slashes).split("/") };
  },
};
