import type { CodeText } from "./code.ts";

/** The codes of the generic syntax. */
export const SYNTAX_CODES = {
  "no-scheme": { exit: 4, status: 400 },
  "bad-scheme": { exit: 4, status: 400 },
  "upper-case-scheme": { exit: 4, status: 400 },
  "experimental-scheme": { exit: 4, status: 400 },
  "dotted-scheme": { exit: 4, status: 400 },
  "illegal-character": { exit: 4, status: 400 },
  "unsafe-character": { exit: 4, status: 400 },
  "bad-escape": { exit: 4, status: 400 },
  "bad-userinfo": { exit: 4, status: 400 },
  "userinfo-not-allowed": { exit: 4, status: 400 },
  "password-without-user": { exit: 4, status: 400 },
  "missing-authority": { exit: 4, status: 400 },
  "authority-not-allowed": { exit: 4, status: 400 },
  "missing-host": { exit: 4, status: 400 },
  "bad-host": { exit: 4, status: 400 },
  "bad-ip-literal": { exit: 4, status: 400 },
  "zone-id-not-allowed": { exit: 4, status: 400 },
  "bad-port": { exit: 4, status: 400 },
  "bad-path": { exit: 4, status: 400 },
  "path-not-allowed": { exit: 4, status: 400 },
  "bad-query": { exit: 4, status: 400 },
  "query-not-allowed": { exit: 4, status: 400 },
  "fragment-not-allowed": { exit: 4, status: 400 },
  "too-long": { exit: 4, status: 414 },
  "unknown-scheme": { exit: 4, status: 501 },
  "unknown-field": { exit: 4, status: 400 },
  "control-octet": { exit: 4, status: 400 },
  "separator-in-segment": { exit: 4, status: 400 },
  "ambiguous-authority": { exit: 4, status: 400 },
  "deprecated-password": { exit: 4, status: 400 },
  "cut-short": { exit: 4, status: 400 },
  "unterminated-wrapper": { exit: 4, status: 400 },
  "guessed-scheme": { exit: 4, status: 400 },
  "ambiguous-text": { exit: 4, status: 400 },
  "confusable-host": { exit: 4, status: 400 },
  "bad-template": { exit: 4, status: 400 },
} as const;

/** Their texts. */
export const SYNTAX_TEXTS: Readonly<Record<keyof typeof SYNTAX_CODES, CodeText>> = {
  "no-scheme": {
    title: "Invalid URL",
    means:
      "The text does not begin with a scheme and a colon: it is a relative reference, or not a URL (RFC 3986 §3.1, §4.2).",
    example: "`//h/` · `h/p` · `://h/`",
    fix: "Add the scheme. Use `parseReference` to parse a relative reference, and `resolve` to convert it to a URL.",
  },
  "bad-scheme": {
    title: "Invalid URL",
    means:
      "The scheme does not begin with a letter, contains a character other than letters, digits, `+`, `-`, and `.`, or has more than 64 characters. In a relative reference: its first segment has a colon (RFC 3986 §3.1, §4.2).",
    example: "`1http://h/` · `ht_tp://h/` · `scheme :x`",
    fix: "Correct the scheme. Write a relative path with a colon as `./a:b`.",
  },
  "upper-case-scheme": {
    title: "Invalid URL",
    means:
      "A warning of `checkSchemeName`: the name for a new scheme has upper-case letters. URLs are parsed in any case, but schemes are registered in lower case (RFC 7595 §3.8).",
    example: '`checkSchemeName("Foo")`',
    fix: "Write the name in lower case.",
  },
  "experimental-scheme": {
    title: "Invalid URL",
    means:
      "A warning of `checkSchemeName`: the name begins with `x-`. RFC 1738 §4 reserves such names for experiments. RFC 6648 §3 advises against them, because they outlive the experiment.",
    example: '`checkSchemeName("x-foo")`',
    fix: "Register a name provisionally, which is first come, first served (RFC 7595 §7), or begin it with your domain name in reverse: `com.example.foo`.",
  },
  "dotted-scheme": {
    title: "Invalid URL",
    means:
      "A warning of `checkSchemeName`: the name has a `.` and does not begin with a domain name in reverse (RFC 7595 §3.8).",
    example: '`checkSchemeName("v2.foo")`',
    fix: "Remove the `.`, or begin the name with your domain name in reverse: `com.example.foo`.",
  },
  "illegal-character": {
    title: "Invalid URL",
    means:
      'RFC 3986 §2 does not allow a character in its position: a space, a control character, a backslash, one of `" < > ^ { | }` or the grave accent, `[` or `]` outside an IP literal, a second `#`, or a character beyond ASCII. Builders: a lone surrogate that does not stand for a byte.',
    example: "`http://h.example/a b` · `http://h.example\\@evil.example/` · `http://h.example/é` · `x:a#b#c`",
    fix: "Percent-encode data: a space is `%20`, a backslash `%5C`, other characters are their UTF-8 bytes, each as `%XX`. Nothing is repaired silently: two programs with different repairs would see two URLs.",
  },
  "unsafe-character": {
    title: "Invalid URL",
    means:
      'Under `profile: "rfc1738"`, an unescaped `~`. RFC 1738 §2.2 calls it unsafe, because some gateways changed it; in RFC 3986 §2.3 it is unreserved.',
    example: '`http://h.example/~joe` under `profile: "rfc1738"`',
    fix: "Write it as `%7E`, which is the same character in both.",
  },
  "bad-escape": {
    title: "Invalid URL",
    means: "A `%` is not followed by two hexadecimal digits (RFC 3986 §2.1).",
    example: "`http://h.example/%` · `http://h.example/%4` · `http://h.example/%u0041`",
    fix: "Write `%25` for a percent sign that is data.",
  },
  "bad-userinfo": {
    title: "Invalid URL",
    means:
      "The authority has two `@`, and programs disagree on its host (RFC 3986 §3.2.1). When opening: the password is `***`, so the URL was copied from output with a hidden password.",
    example: "`ftp://a@b@c/`",
    fix: "Write `%40` for an `@` that is data. Insert the real password, or remove it and enter it when asked.",
  },
  "userinfo-not-allowed": {
    title: "Invalid URL",
    means:
      "URLs of this scheme cannot have a user or password. For `http:` and `https:`, this is a warning when parsing and an error when opening: such a URL probably disguises its host (RFC 9110 §4.2.4).",
    example: "`gopher://user@h.example/` · `http://good.example@evil.example/`",
    fix: "Remove everything up to the `@`.",
  },
  "password-without-user": {
    title: "Invalid URL",
    means: 'A builder got a password without a user (RFC 1738 §3.1). An empty user is `""`, not `undefined`.',
    example: '`build({ scheme: "ftp", host: "h", password: "p" })`',
    fix: "Add a user, which may be empty.",
  },
  "missing-authority": {
    title: "Invalid URL",
    means: "URLs of this scheme require `//` and a host (RFC 1738 §5).",
    example: "`http:x` · `ftp:/x`",
    fix: "Write `ftp://HOST/…`. The host is never guessed from the path.",
  },
  "authority-not-allowed": {
    title: "Invalid URL",
    means: "URLs of this scheme cannot have `//` and a host.",
    example: "`mailto://h.example/`",
    fix: "Remove the `//` and the host.",
  },
  "missing-host": {
    title: "Invalid URL",
    means: "The `//` is not followed by a host. Builders: a user, password, or port without a host.",
    example: "`http:///x` · `ftp://user@/`",
    fix: "Add a host, for example `localhost`.",
  },
  "bad-host": {
    title: "Invalid URL",
    means:
      "The host is not a valid name or address: its last label is a number or `0x…`, but it is not an IPv4 address (RFC 3986 §7.4); a label is empty, longer than 63 characters, begins or ends with a hyphen, or contains a character other than letters, digits, `-`, and `_`, also if escaped (except letters beyond ASCII in percent-encoded UTF-8); the escapes are not UTF-8; or the name has more than 253 characters (RFC 1034 §3.1, RFC 1123 §2.1). Or there is an extra colon. For an IRI: a name beyond ASCII without `toAscii`, or a name without A-labels. When opening: the host is percent-encoded UTF-8 and the client has no `idna`, or the host has no A-labels. For a file URL: a drive letter in place of the host (RFC 8089, appendix E.2).",
    example: "`http://127.1/` · `http://0x7f000001/` · `http://a%2Fb/` · `http://::1/`",
    fix: "Write an IPv4 address as four decimal numbers without leading zeros, an IPv6 address in brackets, and an international name as A-labels (`xn--…`), or set the client option `idna` from `@anyurl/idna`. Write a drive as `file:///C:/…`.",
  },
  "bad-ip-literal": {
    title: "Invalid URL",
    means:
      "The text in `[…]` is neither an IPv6 address nor an IPvFuture, the bracket is not closed, or it is followed by anything other than `:port` (RFC 3986 §3.2.2).",
    example: "`http://[::g]/` · `http://[::1/` · `http://[::1]x/`",
    fix: "Correct the address.",
  },
  "zone-id-not-allowed": {
    title: "Invalid URL",
    means: "The IPv6 address has a zone identifier, which is valid on one machine only (RFC 9844).",
    example: "`http://[fe80::1%25eth0]/`",
    fix: "Remove the zone, or parse with `{ zoneId: true }`, which allows it for addresses in `fe80::/10`.",
  },
  "bad-port": {
    title: "Invalid URL",
    means:
      "The port contains other characters than digits, or is greater than 65535, for any scheme (RFC 3986 §3.2.3, RFC 6335 §6): 65561 must not become 25.",
    example: "`http://h.example:65561/` · `http://h.example:8o/`",
    fix: "Use a number from 0 to 65535, or remove the port.",
  },
  "bad-path": {
    title: "Invalid URL",
    means:
      "A builder got an invalid path: with a host it must begin with `/`, and it cannot contain an unescaped `?` or `#` (RFC 3986 §3.3). When parsing with RFC 1738: the host is not followed by the `/` that the scheme requires (§5). For a file URL: the path does not begin with `/` (RFC 8089 §2). For a path of a system: it is not absolute, or not valid on that system.",
    example:
      '`build({ scheme: "x", host: "h", path: "a" })` · `prospero://h.example` under `profile: "rfc1738"` · `file:a/b` · `fromPath("C:x", { system: "windows" })`',
    fix: "Use `segments`, which are escaped for you. End the URL with `/`. Write `file:///PATH`, and make a relative path absolute first.",
  },
  "path-not-allowed": {
    title: "Invalid URL",
    means:
      "URLs of this scheme cannot have a path: a telnet URL is an interactive service, not a data object (RFC 4248 §2).",
    example: "`telnet://h.example/x`",
    fix: "Remove everything after the host.",
  },
  "bad-query": {
    title: "Invalid URL",
    means:
      "The query cannot be formatted: its only pair has an empty name and no value. The text of this pair is empty, and an empty query has no pairs.",
    example: '`formatQuery([["", undefined]])` · `readQuery("").append("", undefined)`',
    fix: 'Use `""` as the value, or remove the pair.',
  },
  "query-not-allowed": {
    title: "Invalid URL",
    means:
      "URLs of this scheme cannot have a query, or not in this form: a wais URL cannot have both a document and a search.",
    example: "`telnet://h.example/?x` · `wais://h.example/db/TEXT/id?words`",
    fix: "Write `%3F` for a `?` that is data.",
  },
  "fragment-not-allowed": {
    title: "Invalid URL",
    means:
      "A fragment is not allowed here: it belongs to the reference and is not sent (RFC 3986 §3.5). In RFC 1738 §2.2 URLs have no fragments. When opening: an operation that changes something needs a URL without a fragment.",
    example:
      '`http://h.example/x#y` under `profile: "rfc1738"`; your own scheme that accepts only URLs without fragments · removing `ftp://h.example/a#1.txt`',
    fix: "Remove the `#` and everything after it, or write `%23` for a `#` that is data.",
  },
  "too-long": {
    title: "URL too long",
    means:
      "The text has more characters than `maxUrlLength` (65 536). When opening: a command or a path would exceed `maxCommand` or `maxSegments`; nothing was sent.",
    example: "A URL of a megabyte",
    fix: "Increase the limit in the message, if you trust the text.",
  },
  "unknown-scheme": {
    title: "Scheme not supported",
    means:
      "`format` was called for a scheme that is not in the registry. When opening: no installed scheme can open such URLs, and anyurl does not have one. Parsing such a URL is not an error.",
    example: "Opening `x-foo://h.example/`",
    fix: "Add the scheme to the registry. When opening: find a plugin with the search in the hint, for example `npm search keywords:anyurl-scheme x-foo`.",
  },
  "unknown-field": {
    title: "Invalid URL",
    means:
      "`format` got a field that the scheme does not have, so the result would be another URL than intended.",
    example: '`format("news", { group: "comp.lang.c" })` · `anyurl build ftp hots=h.example`',
    fix: "Use the field name in the hint.",
  },
  "control-octet": {
    title: "Invalid URL",
    means:
      "Warning: an escape stands for NUL, CR, or LF, which would end a command early and begin another one (RFC 1738 §6). The URL can be parsed and compared. Opening it, or building it for a protocol that cannot carry the byte, is an error.",
    example: "`ftp://user%0D%0ADELE@h.example/`",
    fix: "Remove the byte. No option allows it: only attackers need it.",
  },
  "separator-in-segment": {
    title: "Invalid URL",
    means:
      "A decoded segment contains the separator of its system or protocol: `/`, and on Windows also `\\` and `:`. It is never treated as a separator.",
    example: "`file:///a%2Fb` opened on a system that does not allow `/` in names",
    fix: "Use separate segments.",
  },
  "ambiguous-authority": {
    title: "Invalid URL",
    means:
      "Warning: in RFC 3986 the host ends at the `?`; in RFC 1738, which allows `?` in a user name, the host is after the `@`. Opening is an error, because two programs would connect to two hosts.",
    example: "`ftp://u?x@h.example/`",
    fix: "Write `/?` for a query, and `%3F` in a user name. The client option `allowAmbiguous` follows RFC 3986.",
  },
  "deprecated-password": {
    title: "Invalid URL",
    means:
      "Warning: the URL contains a password, which is visible to everyone who sees the URL (RFC 3986 §3.2.1).",
    example: "`ftp://user:pw@h.example/`",
    fix: "Remove it, and enter it when asked.",
  },
  "cut-short": {
    title: "Invalid URL",
    means:
      "A warning of `extract`: the URL ends before a character that URLs cannot contain, a second `#`, an incomplete escape, or a text that its scheme does not allow, and may be incomplete; or before a control character that reverses the text, after which it may be displayed with more text (RFC 3986 §2, appendix C).",
    example: "`http://h.example/café` · `http://h.example/20%off` in a text, without delimiters",
    fix: "Enclose the URL in `<` and `>`, and percent-encode non-ASCII characters; or use the option `iri` to find IRIs. Show the URL before you open it.",
  },
  "unterminated-wrapper": {
    title: "Invalid URL",
    means:
      "A warning of `extract`: a `<` or `<URL:` before the URL has no matching `>`, or only one after an empty line, more than `maxLines` lines, or lines of another quoting depth. The URL was found as one without delimiters (RFC 3986 appendix C).",
    example: "`<URL:http://h.example/x and no more`",
    fix: "Add the `>`.",
  },
  "guessed-scheme": {
    title: "Invalid URL",
    means:
      "A warning of `extract` with the option `guess`: the text has no scheme, and one was added (RFC 3986 §4.5).",
    example: "`www.h.example/x`, parsed as `https://www.h.example/x`",
    fix: "Write the scheme, or remove the option.",
  },
  "ambiguous-text": {
    title: "Several meanings",
    means:
      "The lenient parser: the text has several readings, and they differ in the host or in the resource. `a.txt` is a file or a host; a text can have two URLs.",
    example: '`parseLenient("readme.md", …)` where local paths are allowed',
    fix: "Write the scheme, or write a local path as `./readme.md`. `suggestUrls` returns the readings.",
  },
  "confusable-host": {
    title: "Confusable host name",
    means:
      "The lenient parser: the host name beyond ASCII would not be displayed as it was typed, because it mixes scripts, has invisible characters or symbols, or looks like another name (UTS #39).",
    example: '`parseLenient("https://ex\\u0430mple.com/", …)`, with a Cyrillic letter',
    fix: "Check the host name. If it is the intended one, write it as A-labels (`xn--…`).",
  },
  "bad-template": {
    title: "Invalid URL",
    means:
      "The text is not a URI template, or a value does not fit its variable: a list with `:3`, or a value that is neither text, a number, a boolean, a list, nor an object (RFC 6570 §2, §2.3, §2.4.1).",
    example: "`https://h.example/{user name}`",
    fix: "Write expressions such as `{var}`, `{+path}`, `{/segments*}`, or `{?q,lang}`, with names of letters, digits, and underscores.",
  },
};
