import { defineScheme, type Scheme } from "@anyurl/core";
import { describe } from "./describe.ts";
import { ftpOptions } from "./options.ts";
import { ftpSyntax } from "./parser.ts";
import { plan } from "./plan.ts";
import {
  check,
  DEFAULT_PORT,
  type FtpInit,
  type FtpName,
  type FtpParts,
  format,
  normalize,
  parse,
} from "./syntax.ts";

export type { FtpOptions } from "./options.ts";
export type { FtpInit, FtpName, FtpParts, FtpUrl, Typecode } from "./syntax.ts";

/** `ftp:` (RFC 1738 §3.2) and `ftps:`, which has the same syntax. */
export const ftp: Scheme<FtpName, FtpParts, FtpInit, typeof import("./access.ts"), typeof ftpOptions> =
  defineScheme({
    name: ftpSyntax.names,
    defaultPort: DEFAULT_PORT,
    cite: ["RFC 1738 §3.2", "RFC 3986", "RFC 959", "RFC 2428", "RFC 3659"],
    hierarchical: true,
    selfContained: true,
    shorthands: [{ form: "host", name: "ftp", hosts: ["ftp."] }],
    check,
    parse,
    format,
    fields: ["user", "password", "host", "port", "cwds", "name", "typecode", "fragment"],
    normalize,
    describe,
    plan,
    isDirectory: ({ parts: { name, typecode } }) =>
      typecode === "d" || (typecode === undefined && name === ""),
    examples: [
      { url: "ftp://ftp.example/pub/readme.txt", title: "a file, unchanged" },
      { url: "ftp://ftp.example/pub/readme.txt;type=a", title: "a file, as text" },
      { url: "ftp://ftp.example/pub/", title: "the names in a directory" },
      { url: "ftp://ftp.example/pub;type=d", title: "the same, by its typecode" },
      {
        url: "ftp://alice@ftp.example/%2Fetc/motd",
        title: "/etc/motd below the root, not below the home directory of alice",
      },
    ],
    proxyOperations: ["get", "stat"],
    // Proxies choose the type by the end of the name if the URL has no typecode.
    proxyUrl: (url) =>
      url.parts.typecode === undefined && url.parts.name !== ""
        ? url.with({ path: `${url.path};type=i` })
        : url,
    presentation: {
      // SIZE and MDTM are commands of their own.
      statFirst: true,
      view: ({ parts: { name } }) => (name === "" ? {} : { title: name }),
    },
    options: ftpOptions,
    // Loaded on first use, so that parsing a URL does not load the access code.
    access: () => import("./access.ts"),
  });
