import { defineScheme, type Scheme } from "@anyurl/core";
import { describe } from "./describe.ts";
import { fileOptions } from "./options.ts";
import { fileSyntax } from "./parser.ts";
import { plan } from "./plan.ts";
import {
  check,
  type FileInit,
  type FileName,
  type FileParts,
  format,
  normalize,
  parse,
  removeDotSegments,
} from "./syntax.ts";

export { normalizeOnWindows, parseDrive, resolveOnWindows } from "./drive.ts";
export { type LegacyOptions, updateLegacy } from "./legacy.ts";
export { isLocal, parseUnc, type Unc } from "./local.ts";
export type { FileOptions } from "./options.ts";
export { type FromPathOptions, fromPath, type System, type ToPathOptions, toPath } from "./path.ts";
export type { FileInit, FileName, FileParts, FileUrl } from "./syntax.ts";

/** `file:` (RFC 8089). */
export const file: Scheme<FileName, FileParts, FileInit, typeof import("./access.ts"), typeof fileOptions> =
  defineScheme({
    name: fileSyntax.names,
    protected: true,
    cite: ["RFC 8089", "RFC 3986", "RFC 1738 §3.10"],
    hierarchical: true,
    shorthands: [{ form: "path", name: "file" }],
    check,
    parse,
    format,
    fields: ["host", "segments", "fragment"],
    normalize,
    describe,
    plan,
    isDirectory: ({ parts }) => removeDotSegments(parts.segments).at(-1) === "",
    examples: [
      { url: "file:///etc/motd", title: "a file of this machine" },
      { url: "file:///srv/pub/", title: "a directory" },
      { url: "file:///C:/Users/alice/a%20b.txt", title: "a file on a Windows drive" },
      { url: "file://vms.example/disk$user/my/notes/note12345.txt", title: "a file on another machine" },
    ],
    selfContained: true,
    writesWhole: true,
    makesLinks: true,
    keepsParts: true,
    presentation: { served: false },
    options: fileOptions,
    // Loaded on first use, so that parsing a URL does not load the access code.
    access: () => import("./access.ts"),
  });
