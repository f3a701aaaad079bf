import type { PathSyntax } from "./system.ts";

/**
 * "/a/b": names of any bytes except NUL and "/" (RFC 8089, appendix D.1). The text keeps its bytes; "~" is an ordinary
 * character.
 */
export const posix: PathSyntax = {
  cite: "RFC 8089, appendix D.1",

  joinSegments(segments, fault) {
    for (const segment of segments) {
      if (segment.includes("\0")) throw fault("control-octet", "a file name cannot contain NUL");
      if (segment.includes("/"))
        throw fault("separator-in-segment", 'a name contains "/", which separates names on this system');
    }
    return `/${segments.join("/")}`;
  },

  parseAbsolutePath(path, fault) {
    if (path.includes("\0")) throw fault("control-octet", "a path cannot contain NUL");
    if (!path.startsWith("/")) throw fault("bad-path", "the path is not absolute", "use an absolute path");
    // Three or more slashes are one; exactly two are implementation-defined (POSIX.1, 4.13 Pathname Resolution).
    const slashes = path.search(/[^/]|$/);
    if (slashes === 2)
      throw fault("bad-path", "the meaning of two leading slashes depends on the system", 'use one "/"');
    return { segments: path.slice(slashes).split("/") };
  },
};
