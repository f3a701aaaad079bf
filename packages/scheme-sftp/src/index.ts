import { defineScheme, type Scheme } from "@anyurl/core";
import { describe } from "./describe.ts";
import { sftpOptions } from "./options.ts";
import { sftpSyntax } from "./parser.ts";
import { plan } from "./plan.ts";
import {
  check,
  DEFAULT_PORT,
  format,
  isDirectoryPath,
  normalize,
  parse,
  type SftpInit,
  type SftpName,
  type SftpParts,
} from "./syntax.ts";

export type { AcceptHostKey, SftpOptions } from "./options.ts";
export type { SftpInit, SftpName, SftpParam, SftpParts, SftpUrl, Typecode } from "./syntax.ts";

/** `sftp:`, files over SSH (draft-ietf-secsh-scp-sftp-ssh-uri-04). */
export const sftp: Scheme<SftpName, SftpParts, SftpInit, typeof import("./access.ts"), typeof sftpOptions> =
  defineScheme({
    name: sftpSyntax.names,
    defaultPort: DEFAULT_PORT,
    cite: ["draft-ietf-secsh-scp-sftp-ssh-uri-04", "draft-ietf-secsh-filexfer-02", "RFC 4253"],
    hierarchical: true,
    check,
    parse,
    format,
    fields: [
      ...(["user", "password", "host", "port", "params"] as const),
      ...(["home", "segments", "typecode", "fragment"] as const),
    ],
    normalize,
    describe,
    plan,
    isDirectory: ({ parts }) => isDirectoryPath(parts),
    examples: [
      { url: "sftp://alice@h.example/srv/pub/readme.txt", title: "a file, by its absolute path" },
      { url: "sftp://alice@h.example/~/notes.txt", title: "a file in the home directory" },
      { url: "sftp://alice@h.example/srv/pub/", title: "a directory" },
    ],
    makesLinks: true,
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
    options: sftpOptions,
    // Loaded on first use, so that parsing a URL does not load the access code.
    access: () => import("./access.ts"),
  });
