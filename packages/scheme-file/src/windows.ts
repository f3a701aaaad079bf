import { hostProblem, isDeviceName } from "@anyurl/core";
import { isDrive } from "./syntax.ts";
import type { AbsolutePath, PathErrorFactory, PathSyntax } from "./system.ts";

/** "C:\a\b" and "\\server\share\a" (RFC 8089, appendix D.2 and E.3). */
export const windows: PathSyntax = {
  cite: "RFC 8089, appendix D.2",

  joinSegments([drive = "", ...names], fault) {
    if (!isDrive(drive))
      throw fault("bad-path", "an absolute path on Windows must begin with a drive", "use file:///C:/…");
    return `${drive}\\${checkName(names, fault).join("\\")}`;
  },

  parseAbsolutePath(path, fault) {
    // "\\?\" disables path processing: "/" is not a separator, and "." and ".." are names.
    const verbatim = path.startsWith("\\\\?\\");
    const whole = verbatim ? path.slice("\\\\?\\".length) : path.replaceAll("/", "\\");
    const unc = verbatim ? /^UNC\\/i.exec(whole) : /^\\\\(?![.?](?:\\|$))/.exec(whole);
    if (unc !== null) return parseUncPath(whole.slice(unc[0].length).split("\\"), verbatim, fault);
    if (/^[A-Za-z]:\\/.test(whole)) {
      const [drive = "", ...names] = whole.split("\\");
      return { segments: [drive, ...checkParsedName(names, verbatim, fault)] };
    }
    if (verbatim || whole.startsWith("\\\\"))
      throw fault("unsupported", "a path of a device or volume has no URL");
    throw fault("bad-path", "the path is not absolute", "use an absolute path with a drive");
  },
};

/**
 * "\\server\share\a".
 *
 * @param server an IPv6 address is one in brackets.
 */
export function formatUncPath(server: string, segments: readonly string[], fault: PathErrorFactory): string {
  checkServer(server, fault);
  const [share = "", ...names] = segments;
  if (share === "") throw fault("bad-path", "missing share after the server", "use file://SERVER/SHARE/…");
  return `\\\\${[server, ...checkName([share, ...names], fault)].join("\\")}`;
}

function parseUncPath(
  [server = "", ...names]: readonly string[],
  verbatim: boolean,
  fault: PathErrorFactory,
): AbsolutePath {
  checkServer(server, fault);
  // In a URL "localhost" is this machine, and the share would be a local name (RFC 8089 §2).
  if (/^localhost$/i.test(server))
    throw fault("unsupported", 'a share of "localhost" has no URL', "use the path on its drive");
  if (!names[0]) throw fault("bad-path", "missing share after the server", "write \\\\SERVER\\SHARE\\…");
  return { host: server, segments: checkParsedName(names, verbatim, fault) };
}

function checkServer(server: string, fault: PathErrorFactory): void {
  if (server.startsWith("["))
    throw fault("unsupported", "a UNC path cannot have an IPv6 address as its server");
  const problem = hostProblem(server);
  if (server === "" || server.includes("%") || problem !== undefined)
    throw fault("bad-host", problem?.message ?? "missing server in a UNC path");
}

/** Checks a name of a parsed path: dot segments are allowed, as in a URL, unless they are names. */
function checkParsedName(
  names: readonly string[],
  verbatim: boolean,
  fault: PathErrorFactory,
): readonly string[] {
  checkName(verbatim ? names : names.filter((name) => name !== "." && name !== ".."), fault);
  return names;
}

/** Rejects a name that Windows would change, or open as a device. */
function checkName(names: readonly string[], fault: PathErrorFactory): readonly string[] {
  for (const name of names) {
    if (name.includes("\0")) throw fault("control-octet", "a file name cannot contain NUL");
    if (/[/\\:]/.test(name))
      throw fault(
        "separator-in-segment",
        'a name contains "/", "\\", or ":", which are separators on Windows',
      );
    if (/[\x01-\x1f*?"<>|]/.test(name))
      throw fault(
        "bad-path",
        'a name contains a control character or one of *?"<>|, which Windows does not allow',
      );
    // A lone surrogate stands for a byte that is not UTF-8, but Windows names are UTF-16.
    if (/\p{Surrogate}/u.test(name)) throw fault("bad-path", "a name contains a byte that is not UTF-8");
    if (/[. ]$/.test(name))
      throw fault("unsafe-name", "a name ends with a dot or space, which Windows removes");
    if (isDeviceName(name)) throw fault("unsafe-name", "the name is reserved for a device on Windows");
  }
  return names;
}
