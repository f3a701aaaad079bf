import type { CodeText } from "./code.ts";

/** The codes of opening a URL. */
export const ACCESS_CODES = {
  "port-blocked": { exit: 4, status: 403 },
  "host-blocked": { exit: 4, status: 403 },
  "scheme-blocked": { exit: 4, status: 403 },
  "path-blocked": { exit: 4, status: 403 },
  "bad-option": { exit: 4, status: 400 },
  "bad-argument": { exit: 4, status: 400 },
  "scheme-not-installed": { exit: 4, status: 501 },
  "plugin-fault": { exit: 1, status: 500 },
  "no-such-host": { exit: 7, status: 502 },
  "connect-failed": { exit: 7, status: 502, retryable: true },
  timeout: { exit: 7, status: 504 },
  aborted: { exit: 4, status: 499 },
  "tls-required": { exit: 4, status: 403 },
  "tls-failed": { exit: 7, status: 502 },
  "host-key-unknown": { exit: 7, status: 502 },
  "host-key-changed": { exit: 7, status: 502 },
  "proxy-refused": { exit: 7, status: 502 },
  "proxy-auth-required": { exit: 6, status: 502 },
  "auth-required": { exit: 6, status: 401 },
  "auth-failed": { exit: 6, status: 401 },
  "not-found": { exit: 5, status: 404 },
  "permission-denied": { exit: 6, status: 403 },
  "not-a-directory": { exit: 5, status: 404 },
  "is-a-directory": { exit: 5, status: 409 },
  "already-exists": { exit: 5, status: 409 },
  "not-empty": { exit: 5, status: 409 },
  "no-space": { exit: 8, status: 507 },
  "temporarily-unavailable": { exit: 8, status: 503, retryable: true },
  unsupported: { exit: 4, status: 501 },
  "protocol-error": { exit: 8, status: 502 },
  truncated: { exit: 8, status: 502 },
  changed: { exit: 8, status: 502 },
  "too-large": { exit: 8, status: 413 },
  "bounce-refused": { exit: 8, status: 502 },
  "too-many-redirects": { exit: 8, status: 502 },
  "redirect-refused": { exit: 8, status: 502 },
  "not-modified": { exit: 5, status: 304 },
  "input-required": { exit: 4, status: 400 },
  busy: { exit: 7, status: 503, retryable: true },
  desync: { exit: 8, status: 502 },
} as const;

/** Their texts. */
export const ACCESS_TEXTS: Readonly<Record<keyof typeof ACCESS_CODES, CodeText>> = {
  "port-blocked": {
    title: "Address or port not allowed",
    means:
      "The port belongs to another protocol, which the request could imitate (RFC 1738 §6). Nothing was sent.",
    example: "`gopher://h.example:25/`",
    fix: 'Allow it in the policy: `allowPorts: ["gopher:25"]`.',
  },
  "host-blocked": {
    title: "Address or port not allowed",
    means:
      "The policy blocks this address, or all addresses of this name. Every address is checked, after the lookup and for each further connection.",
    example: "An untrusted URL with the host `192.168.0.1`",
    fix: "Add the address to `allowAddresses` in the policy, or remove it from `denyAddresses`, which takes precedence.",
  },
  "scheme-blocked": {
    title: "Scheme not supported",
    means: "The policy does not allow URLs of this scheme.",
    example: "A `telnet:` URL if only `ftp` is allowed",
    fix: "Allow the scheme in the policy.",
  },
  "path-blocked": {
    title: "Path not allowed",
    means:
      "The policy blocks this local file: its path is not in a declared directory, the directory is not writable, the path contains a symbolic link, or the path changed during opening.",
    example: "`file:///etc/passwd` without a declared directory",
    fix: 'Declare the directory: `policy: { files: { roots: ["/srv/pub"] } }`, with `write` or `followLinks` if needed. If `retryable` is true, try again.',
  },
  "bad-option": {
    title: "Invalid option",
    means:
      "The scheme or the client does not have the option, or does not allow its value. Nothing was sent.",
    example: '`options: { ftp: { tls: "maybe" } }`',
    fix: "Use an option and a value that the message lists.",
  },
  "bad-argument": {
    title: "Invalid argument",
    means:
      "The program called a function with an argument of the wrong type, or with a body that was read before.",
    example: '`put("ftp://h.example/a", 5)`',
    fix: "Correct the call, as the hint says.",
  },
  "scheme-not-installed": {
    title: "Scheme not supported",
    means: "anyurl has a package for the scheme, but it is not installed or not in `schemes`.",
    example: "Opening a `gopher:` URL with a client that has only `ftp`",
    fix: "Install the package in the hint, and add it to `schemes`.",
  },
  "plugin-fault": {
    title: "Error in a plugin",
    means:
      "A scheme threw an unexpected error. It is a bug in the package of the scheme; see `cause`. In the result of `explain` it is a warning: the scheme does not describe its URL, or describes it incorrectly, and the generic syntax is used instead.",
    example: "A third-party `parse` that throws a `TypeError` · A plugin of a config file that does not load",
    fix: "Report it to the author of the package.",
  },
  "no-such-host": {
    title: "Host not found",
    means: "The host name does not exist. If the name server did not respond, the code is `connect-failed`.",
    example: "`ftp://no-such-host.invalid/`",
    fix: "Check the spelling of the host name.",
  },
  "connect-failed": {
    title: "Cannot connect to the server",
    means:
      "The connection failed: the name lookup failed, nothing listens at the port, or the network cannot reach it.",
    example: "`ftp://127.0.0.1:1/`",
    fix: "Check the host and the port. If `retryable` is true, try again later.",
  },
  timeout: {
    title: "The server did not respond in time",
    means:
      "A step exceeded its time limit: connecting, a reply, the next bytes, or the whole call. The message names the limit, and says if the call was still waiting for a free connection.",
    example: "A server that accepts a connection and sends nothing",
    fix: "Try again, or increase the limit.",
  },
  aborted: {
    title: "Aborted",
    means: "The call was aborted without another reason.",
    example: "`controller.abort()`",
    fix: "Nothing to fix.",
  },
  "tls-required": {
    title: "TLS required",
    means: "The server or the policy requires TLS, but the connection does not use it. No password was sent.",
    example: "A server that rejects logins without TLS",
    fix: "Use the scheme with TLS, for example `ftps:`.",
  },
  "tls-failed": {
    title: "No secure connection",
    means:
      "The TLS handshake failed: the certificate is not valid for the host, has expired, or is not signed by a trusted authority.",
    example: "A self-signed certificate",
    fix: "Install a valid certificate on the server.",
  },
  "host-key-unknown": {
    title: "Unknown host key",
    means:
      "The key of the server is not among the keys that you trust, so the server may be another one. No login was sent.",
    example: "`sftp://h.example/` with a server that is not in `knownHosts`",
    fix: "Ask the operator of the server for the fingerprint, compare it with the one in the message, and add the line of the hint to your known_hosts file.",
  },
  "host-key-changed": {
    title: "Changed host key",
    means:
      "The server has another key than the one that you trust, or a revoked one: the connection may be intercepted, or the server was reinstalled. No login was sent.",
    example: "`sftp://h.example/` after the server got a new key",
    fix: "Ask the operator of the server. If the new key is right, replace the old line of your known_hosts file.",
  },
  "proxy-refused": {
    title: "Blocked by the proxy",
    means: "The proxy did not connect to the host. `replyCode` has its status (HTTP) or reply (SOCKS).",
    example: '`403` to a CONNECT; a SOCKS reply of "not allowed by the rules"',
    fix: 'Ask the operator of the proxy, or exempt the host: `noProxy: ["h.example"]`. If `retryable` is true, try again later.',
  },
  "proxy-auth-required": {
    title: "The proxy requires a login",
    means: "The proxy requires a login, or rejected the login. Nothing was sent to the host.",
    example: "`407` to a CONNECT",
    fix: "Add the login to the URL of the proxy: `http://user:password@proxy.example:3128`.",
  },
  "auth-required": {
    title: "Login required",
    means: "The server requires a login, another login, or an account.",
    example: "`ftp://h.example/private` on a server without anonymous login",
    fix: "Add the user to the URL, and enter the password when asked.",
  },
  "auth-failed": {
    title: "Login required",
    means: "The server rejected the user or password.",
    example: "Reply 530 to `PASS` in FTP",
    fix: "Correct them. The same call will fail again.",
  },
  "not-found": {
    title: "Not found",
    means:
      "The resource does not exist on the server. Some servers also report this instead of denied access.",
    example: "Reply 550 in FTP",
    fix: "List the directory with `list`.",
  },
  "permission-denied": {
    title: "Permission denied",
    means: "The server denied access to this user, or to all connections.",
    example: "Reply 553 in FTP",
    fix: "Log in as a user with access.",
  },
  "not-a-directory": {
    title: "Not a directory",
    means: "The operation requires a directory, but the target is not one.",
    example: "`ftp://h.example/readme.txt/`",
    fix: "Remove the last `/`.",
  },
  "is-a-directory": {
    title: "This is a directory",
    means: "The operation requires a file, but the target is a directory.",
    example: "`ftp://h.example/pub` when `pub` is a directory",
    fix: "End the URL with `/`, and use `list`.",
  },
  "already-exists": {
    title: "Already exists",
    means: "The target already exists, and overwriting is not allowed.",
    example: "`makeDirectory` of an existing `ftp://ftp.example/in/new/`",
    fix: "Use another name, or allow overwriting.",
  },
  "not-empty": {
    title: "Directory not empty",
    means: "Only empty directories can be removed.",
    example: "`remove` of `ftp://ftp.example/in/old/`",
    fix: "Remove its contents first.",
  },
  "no-space": {
    title: "No space left",
    means: "The disk is full, or the user's quota is exceeded.",
    example: "FTP's `552`",
    fix: "Free some space. A `put` to a local file has not changed the old file.",
  },
  "temporarily-unavailable": {
    title: "Temporarily unavailable",
    means: "The server cannot do this now: it is shutting down, at its limit, or the file is busy.",
    example: "Reply 421 or 450 in FTP",
    fix: "Try again later: `retryable` is true. If the server sent a delay, `retryAfter` has it in milliseconds from that time.",
  },
  unsupported: {
    title: "Not supported",
    means:
      "The scheme, or this server, does not support the operation. For `resolve` and the functions of `@anyurl/core/edit`: the path is opaque, so it has no relative references and no segments.",
    example: "`put` to a `gopher:` URL",
    fix: "See the hint for supported operations.",
  },
  "protocol-error": {
    title: "Invalid reply from the server",
    means: "The server violated its protocol, or uses another one.",
    example: "A mail server on port 21",
    fix: "Check the host and the port; `reply` has the server's text.",
  },
  truncated: {
    title: "Incomplete transfer",
    means: "The transfer ended early. The received bytes are incomplete.",
    example: "A connection that is lost in the middle of a file",
    fix: "If `retryable` is true, try again.",
  },
  changed: {
    title: "Changed during the transfer",
    means:
      "The connection was lost during the body, and the resource has changed on the server. Parts of two versions were not combined.",
    example: "A file that is replaced while it is downloaded with `retry: { attempts: 3 }`",
    fix: "Download it from the beginning.",
  },
  "too-large": {
    title: "Too large",
    means:
      "The server exceeded a limit: a line, a reply, a listing, or a body in memory. The message or the hint names the limit.",
    example: "A line without an end",
    fix: "Read the body as a stream, or increase the limit.",
  },
  "bounce-refused": {
    title: "Invalid reply from the server",
    means: "The server named a data port of another service, to make the client connect to it (RFC 2577).",
    example: "Reply `227` with port 25 in FTP",
    fix: "Nothing to fix in the client: the server is broken or malicious.",
  },
  "too-many-redirects": {
    title: "Too many redirects",
    means: "The servers exceeded the limit `maxRedirects`, or redirected in a loop.",
    example: "`http://h.example/a` redirects to `/b`, and `/b` to `/a`",
    fix: "Increase the limit; a loop is an error of the server.",
  },
  "redirect-refused": {
    title: "Redirect not followed",
    means:
      "The server redirected to a URL that is never followed: from HTTP, a scheme other than http and https, or http after https; from any scheme, a local file or a URL with a login.",
    example: "`Location: file:///etc/passwd`",
    fix: 'Use `redirect: "manual"` to see the URL, and open it yourself if you trust it.',
  },
  "not-modified": {
    title: "Not modified",
    means:
      "The resource has not changed since the version in the options `ifNoneMatch` or `ifModifiedSince`.",
    example: "Status `304` in HTTP",
    fix: "Use your copy.",
  },
  "input-required": {
    title: "Input required",
    means: "The server asks a question before it sends the resource; `reply` has the question.",
    example: "Status `10` of Gemini",
    fix: "Search the URL for the answer: `search(url, answer)`, or `anyurl search URL ANSWER`.",
  },
  busy: {
    title: "Too many connections",
    means:
      "The connection is in use. Or no connection is free: `connections.perServer` or `connections.total` connections are open, and none has transferred a byte for `queueTimeout`; or more than `connections.waiting` calls wait for one. The message names the server and the limit, and says how many connections have a response whose body has not been read.",
    example:
      "A second command during a transfer; a seventh `get()` from a server while the bodies of six responses, of more than 64 KiB each, have not been read",
    fix: "Wait for the first operation, or use another connection. Read, cancel, or dispose of the body of every response, or increase the option that the message names.",
  },
  desync: {
    title: "Invalid reply from the server",
    means:
      "The server sent a reply without a request. A later reply could be matched with the wrong request, so the connection is closed.",
    example: "Two replies to one command",
    fix: "Try again on a new connection.",
  },
};
