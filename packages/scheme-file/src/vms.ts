import type { PathErrorFactory, PathSyntax } from "./system.ts";

/**
 * "NODE::DEVICE:[DIR.DIR]NAME.TYPE;VERSION": the device is the first segment, the node the host (RFC 8089, appendix
 * D.4). Names of the original Files-11: letters, digits, "$", "-" and "_", which have no case.
 */
export const vms: PathSyntax = {
  cite: "RFC 8089, appendix D.4",

  joinSegments([device = "", ...names], fault) {
    if (!DEVICE.test(device)) throw fault("bad-path", "the first segment must be the name of a device");
    const name = names.pop();
    if (name === undefined) return `${device}:`.toUpperCase();
    if (!names.every(isDirectory) || !NAME.test(name)) throw invalidNameError(fault);
    return `${device}:[${names.join(".") || ROOT_DIRECTORY}]${name}`.toUpperCase();
  },

  parseAbsolutePath(path, fault) {
    const [, access, node, device = "", directories, name = ""] = PATH.exec(path) ?? [];
    if (access !== undefined)
      throw fault("userinfo-not-allowed", "a node with a password is not allowed in a URL");
    if (!DEVICE.test(device) || (directories === undefined && name !== "")) {
      const hint = "use DEVICE:[DIRECTORY]NAME";
      throw fault("bad-path", "the path is not absolute: missing device or directory", hint);
    }
    const host = node?.toLowerCase();
    if (directories === undefined) return { host, segments: [device.toLowerCase()] };
    const names = directories === ROOT_DIRECTORY ? [] : directories.split(".");
    if (!names.every(isDirectory) || !NAME.test(name)) throw invalidNameError(fault);
    return { host, segments: [device, ...names, name].map((each) => each.toLowerCase()) };
  },
};

/** The root directory of a device. */
const ROOT_DIRECTORY = "000000";

/** [ node [ access ] "::" ] device ":" [ "[" directories "]" ] name */
const PATH: RegExp = /^(?:[\w$-]*("[^"]*")::)?(?:([\w$-]+)::)?(?:([^:[\]]+):)?(?:\[([^[\]]*)\])?([^:[\]]*)$/;
/** "\w" is ASCII letters, digits, and "_". */
const DEVICE: RegExp = /^[\w$][\w$-]{0,254}$/;
const NAME: RegExp = /^[\w$-]{0,39}(?:\.[\w$-]{0,39})?(?:;[0-9]{1,5})?$/;

/** "-" means the parent directory, and an empty name any depth. */
function isDirectory(name: string): boolean {
  return /^[\w$-]{1,39}$/.test(name) && !/^-+$/.test(name);
}

function invalidNameError(fault: PathErrorFactory): Error {
  return fault(
    "bad-path",
    "invalid name: expected up to 39 letters, digits, hyphens, dollar signs, or underscores",
  );
}
