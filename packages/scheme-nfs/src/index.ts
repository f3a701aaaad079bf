import { defineScheme, type Scheme } from "@anyurl/core";
import { describe } from "./describe.ts";
import { nfsOptions } from "./options.ts";
import { nfsSyntax } from "./parser.ts";
import { plan } from "./plan.ts";
import {
  check,
  DEFAULT_PORT,
  format,
  isDirectoryPath,
  type NfsInit,
  type NfsName,
  type NfsParts,
  normalize,
  parse,
} from "./syntax.ts";

export type { NfsOptions } from "./options.ts";
export type { NfsInit, NfsName, NfsParts, NfsUrl } from "./syntax.ts";

/** `nfs:` (RFC 2224), with WebNFS, MOUNT, and version 3 of NFS. */
export const nfs: Scheme<NfsName, NfsParts, NfsInit, typeof import("./access.ts"), typeof nfsOptions> =
  defineScheme({
    name: nfsSyntax.names,
    defaultPort: DEFAULT_PORT,
    // The portmapper and the usual port of MOUNT, for servers without WebNFS.
    ports: { usual: [111, 20_048] },
    cite: ["RFC 2224", "RFC 2054", "RFC 1813", "RFC 5531", "RFC 4506"],
    hierarchical: true,
    check,
    parse,
    format,
    fields: ["host", "port", "absolute", "segments", "fragment"],
    normalize,
    describe,
    plan,
    isDirectory: ({ parts }) => isDirectoryPath(parts),
    examples: [
      { url: "nfs://nfs.example/", title: "the public directory of a server" },
      { url: "nfs://nfs.example/pub/readme.txt", title: "a file, from the public directory" },
      { url: "nfs://nfs.example//export/pub/readme.txt", title: "a file, from the root of the server" },
      { url: "nfs://nfs.example/pub/", title: "a directory" },
    ],
    presentation: {
      view: {
        columns: [
          { field: "name", title: "Name" },
          { field: "kind", title: "Kind" },
          { field: "size", title: "Size" },
          { field: "modified", title: "Modified" },
          { field: "attributes.mode", title: "Mode" },
        ],
      },
    },
    options: nfsOptions,
    // Loaded on first use, so that parsing a URL does not load the access code.
    access: () => import("./access.ts"),
  });
