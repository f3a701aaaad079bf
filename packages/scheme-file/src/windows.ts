import { hostProblem, isDeviceName } from "@anyurl/core";
import { isDrive } from "./syntax.ts";
import type { Fault, PathSyntax, Place } from "./system.ts";

/** "C:\a\b" and "\\server\share\a" (RFC 8089, appendix D.2 and E.3). */
export const windows: PathSyntax = {
  cite: "RFC 8089, appendix D.2",

  pathOf([drive = "", ...names], fault) {
    if (!isDrive(drive))
      throw fault("bad-path", "an absolute path of this system begins with a drive", "write file:///C:/…");
    return `${drive}\\${checked(names, fault).join("\\")}`;
  },

  placeOf(path, fault) {
    // "\\?\" turns off what the system does to paths: "/" parts nothing, and "." and ".." are names.
    const verbatim = path.startsWith("\\\\?\\");
    const whole = verbatim ? path.slice("\\\\?\\".length) : path.replaceAll("/", "\\");
    const unc = verbatim ? /^UNC\\/i.exec(whole) : /^\\\\(?![.?](?:\\|$))/.exec(whole);
    if (unc !== null) return placeOnServer(whole.slice(unc[0].length).split("\\"), verbatim, fault);
    if (/^[A-Za-z]:\\/.test(whole)) {
      const [drive = "", ...names] = whole.split("\\");
      return { segments: [drive, ...checkedIn(names, verbatim, fault)] };
    }
    if (verbatim || whole.startsWith("\\\\"))
      throw fault("unsupported", "the path of a device or a volume has no URL");
    throw fault("bad-path", "the path is not absolute", "resolve it against a directory of a drive first");
  },
};

/**
 * "\\server\share\a".
 *
 * @param server an IPv6 address is one in brackets.
 */
export function uncPath(server: string, segments: readonly string[], fault: Fault): string {
  checkServer(server, fault);
  const [share = "", ...names] = segments;
  if (share === "")
    throw fault("bad-path", "behind the server there is a share", "write file://SERVER/SHARE/…");
  return `\\\\${[server, ...checked([share, ...names], fault)].join("\\")}`;
}

function placeOnServer([server = "", ...names]: readonly string[], verbatim: boolean, fault: Fault): Place {
  checkServer(server, fault);
  // In a URL it is this machine, and the share would be one of its own names (RFC 8089 §2).
  if (/^localhost$/i.test(server))
    throw fault("unsupported", 'a share of "localhost" has no URL', "write the path on its drive");
  if (!names[0]) throw fault("bad-path", "behind the server there is a share", "write \\\\SERVER\\SHARE\\…");
  return { host: server, segments: checkedIn(names, verbatim, fault) };
}

function checkServer(server: string, fault: Fault): void {
  if (server.startsWith("["))
    throw fault("unsupported", "no path of this system has an IPv6 address for its server");
  const problem = hostProblem(server);
  if (server === "" || server.includes("%") || problem !== undefined)
    throw fault("bad-host", problem?.message ?? "a path by the Universal Naming Convention names its server");
}

/** Of a path that is read: dot segments are as good as in a URL, unless they are names. */
function checkedIn(names: readonly string[], verbatim: boolean, fault: Fault): readonly string[] {
  checked(verbatim ? names : names.filter((name) => name !== "." && name !== ".."), fault);
  return names;
}

/** Any name that this system would take for another one, or for something that is no file, is refused. */
function checked(names: readonly string[], fault: Fault): readonly string[] {
  for (const name of names) {
    if (name.includes("\0")) throw fault("control-octet", "no name of a file holds NUL");
    if (/[/\\:]/.test(name))
      throw fault("separator-in-segment", 'a name holds "/", "\\" or ":", which part names on this system');
    if (/[\x01-\x1f*?"<>|]/.test(name))
      throw fault("bad-path", 'no name holds a control or one of *?"<>| on this system');
    // A lone surrogate stands for an octet that is no UTF-8, and names are UTF-16 here.
    if (/\p{Surrogate}/u.test(name)) throw fault("bad-path", "a name has an octet that is not UTF-8");
    if (/[. ]$/.test(name))
      throw fault("unsafe-name", "a name ends with a dot or a blank, which goes away unseen");
    if (isDeviceName(name)) throw fault("unsafe-name", "the name of a device is taken, in every directory");
  }
  return names;
}
