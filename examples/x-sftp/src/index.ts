import { AccessError, defineScheme, type Plan, parseLogin, type Scheme } from "@anyurl/core";
import { sftpOptions } from "./options.ts";
import { DEFAULT_PORT, pathOf, type SftpInit, type SftpParts, type SftpUrl, syntax } from "./syntax.ts";

export type { SftpInit, SftpParts, SftpUrl } from "./syntax.ts";

const OPERATIONS = new Set(["get", "list", "stat", "put", "remove", "rename", "makeDirectory"]);

/** What is sent is encrypted, so a plan has only the connection. */
function plan(url: SftpUrl, operation = "get"): Plan {
  if (!OPERATIONS.has(operation)) throw new AccessError("unsupported", `sftp has no plan for "${operation}"`);
  pathOf(url);
  const { hostname: host, port } = parseLogin(url, DEFAULT_PORT);
  return { operation, steps: [{ do: "connect", on: "control", host, port, cite: "RFC 4253 §4" }] };
}

/** `sftp:`, files over SSH, by the library ssh2 on a connection of the client. */
export const sftp: Scheme<"sftp", SftpParts, SftpInit, typeof import("./access.ts"), typeof sftpOptions> =
  defineScheme({
    name: "sftp",
    defaultPort: DEFAULT_PORT,
    cite: ["draft-ietf-secsh-scp-sftp-ssh-uri-04"],
    ...syntax,
    plan,
    isDirectory: ({ path }) => path.endsWith("/"),
    examples: [
      { url: "sftp://alice@h.example/pub/a.txt", title: "a file" },
      { url: "sftp://alice@h.example/pub/", title: "the entries of a directory" },
    ],
    options: sftpOptions,
    access: () => import("./access.ts"),
  });
