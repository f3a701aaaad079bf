import type { CodeText } from "./code.ts";

/** The codes of single schemes. */
export const SCHEME_CODES = {
  "host-not-local": { exit: 4, status: 403 },
  "unsafe-name": { exit: 4, status: 400 },
  "ambiguous-query": { exit: 4, status: 400 },
  "bad-ftp-type": { exit: 4, status: 400 },
  "bad-gopher-type": { exit: 4, status: 400 },
  "bad-selector": { exit: 4, status: 400 },
  "bad-wais-path": { exit: 4, status: 400 },
  "bad-document-id": { exit: 4, status: 400 },
  "bad-field": { exit: 4, status: 400 },
  "bad-base64": { exit: 4, status: 400 },
  "bad-media-type": { exit: 4, status: 400 },
  "bad-check-digit": { exit: 4, status: 400 },
  "bad-address": { exit: 4, status: 400 },
  "bad-header-field": { exit: 4, status: 400 },
  "unsafe-header": { exit: 4, status: 400 },
  "bad-group-name": { exit: 4, status: 400 },
  "bad-message-id": { exit: 4, status: 400 },
  "bad-article-number": { exit: 4, status: 400 },
  "unknown-gopher-type": { exit: 4, status: 400 },
} as const;

/** Their texts. */
export const SCHEME_TEXTS: Readonly<Record<keyof typeof SCHEME_CODES, CodeText>> = {
  "host-not-local": {
    title: "File on another machine",
    means:
      "The file is on another machine: the URL has a host other than `localhost`, or its path is a UNC path with a server (RFC 8089 §3, appendix E.3.2). No name is looked up, and such a file is never treated as local.",
    example: "`file://h.example/x` · `file:////server/share`",
    fix: "Add the name to `localNames` if it is this machine. For a Windows path on a server, set `unc`.",
  },
  "unsafe-name": {
    title: "Invalid URL",
    means:
      "Windows would treat the name as something else: a device (`CON`, `NUL`, `COM1`, with any text after the first dot), or the same name without a dot or space at its end.",
    example: "`file:///c:/aux.txt` for Windows",
    fix: "Use another name. Opening such a file may block, print, or open another file.",
  },
  "ambiguous-query": {
    title: "Invalid URL",
    means:
      "Warning: a `?` in a file URL. In RFC 1738 §5, and here, it is part of the file name; browsers end the name before it. In a news URL: it is parsed as part of a message-id, as in RFC 1738; other programs treat it as the start of a query (RFC 5538 §4).",
    example: "`file:///what?.txt` · `news:a?b@h.example`",
    fix: "Write it as `%3F`. To remove a query, use `url.with({ query: undefined })`.",
  },
  "bad-ftp-type": {
    title: "Invalid URL",
    means:
      "The text after `;type=` at the end of an ftp URL is not `a`, `i`, or `d` (RFC 1738 §3.2.2). Warning: a typecode with another name, such as `;tipo=a`, is part of the file name.",
    example: "`ftp://h.example/file;type=x` · `ftp://h.example/file;tipo=a`",
    fix: "Write `;type=i` for an unchanged file, or `%3B` for a semicolon in the name.",
  },
  "bad-gopher-type": {
    title: "Invalid URL",
    means: "The gophertype is not a printable ASCII character (RFC 4266 §2.1).",
    example: "`gopher://h.example/%09x`",
    fix: "Put the item type after the first `/`: `0` for a text, `1` for a menu, `7` for a search.",
  },
  "bad-selector": {
    title: "Invalid URL",
    means:
      "A builder got a selector or search with HT, LF, or CR, which separate the parts of a Gopher request (RFC 4266 §2.1).",
    example: '`format("gopher", { host: "h", selector: "a\\tb" })`',
    fix: "Remove them. Use `search` for search words.",
  },
  "bad-wais-path": {
    title: "Invalid URL",
    means:
      "The text after the host of a wais URL does not have one of the three forms: a database; a database, `?`, and words; or a database, a type, and a document-id, separated by `/` (RFC 1738 §3.9). A document-id can contain an unescaped `/` only in the form with fields, such as `70000/1=h.example;2=db;`, and never with RFC 1738.",
    example: "`wais://h.example/db/TEXT` · `wais://h.example/db/TEXT/a/b`",
    fix: "Write `%2F` for a slash that is data. For a search, put the words after a `?`.",
  },
  "bad-document-id": {
    title: "Invalid URL",
    means:
      "In a WAIS document-id in fields, the number of a field has more than 32 bits, or the length more than 53. Builders: a document-id without fields for that form, an unknown spelling, or a length that is not a number.",
    example: "`wais://h.example/db/TEXT/4294967296=x;`",
    fix: 'Use the document-id from the server, in the spelling `"octets"`.',
  },
  "bad-field": {
    title: "Invalid URL",
    means:
      "Of `format`, for every scheme: a field has another type than that of its scheme, such as a number for a text. In a URL: a field after the name of a Prospero object has no `=` between its name and its value; with RFC 1738 also a field with an unescaped `/` or a second `=` (§5). As a warning: a field has an empty name. In a data URL: there is no comma, a parameter has no name or no value, or `;base64` is not the last field (RFC 2397 §3). In a URN: the namespace, the name, or a component is missing or not valid (RFC 8141 §2), or it is not a name of its namespace. In a tel or sms URL: a number is not valid, a local number has no `phone-context`, or a parameter is empty or occurs twice (RFC 3966 §3). In a geo URL: a coordinate is not a decimal number or out of range, or a parameter is out of order (RFC 5870 §3.3).",
    example:
      '`format("ftp", { host: "h.example", user: 5 })` · `prospero://h.example/name;field` · `prospero://h.example/name;=3` · `data:text/html` · `urn:isbn:12345` · `tel:911` · `geo:91,0`',
    fix: "Pass fields of the types that the README of the scheme lists. Write `;name=value`, and `%3B` for a semicolon that is data. Write a comma before the content of a data URL. Write `urn:`, a namespace, `:`, and a name. Write a telephone number with `+` and its country code.",
  },
  "bad-base64": {
    title: "Invalid URL",
    means:
      "The content of a data URL is not base64: a character is not in the alphabet of RFC 4648 §4, a `=` is not at the end, or the length is wrong. White space in escapes is ignored, and the padding can be absent.",
    example: "`data:;base64,Q` · `data:;base64,QQ=` · `data:;base64,-_8`",
    fix: "Use `+` and `/` instead of `-` and `_`, and check that the URL is complete. Remove `;base64` if the content is text.",
  },
  "bad-media-type": {
    title: "Invalid URL",
    means:
      "Warning: the media type of a data URL has no subtype, so the content is read as `text/plain;charset=US-ASCII`, as in browsers. Or no header field can have one of its parameters (RFC 2045 §5.1).",
    example: "`data:foo,x` · `data:text/plain;a=%0A,x`",
    fix: "Write a type and a subtype, such as `text/html`.",
  },
  "bad-check-digit": {
    title: "Invalid URL",
    means:
      "Warning: the last digit of an ISBN does not match the others, so a digit is probably wrong. Some catalogs contain such books.",
    example: "`urn:isbn:978-0-486-27557-3`",
    fix: "Compare the number with the book. The hint has the check digit of these digits.",
  },
  "bad-address": {
    title: "Invalid URL",
    means:
      "A mailbox is not an addr-spec of RFC 5322: a local-part, `@`, and a domain, without a name, comments, or spaces (RFC 6068 §2). A comma in it must be quoted; the `@` separator must not be escaped. With RFC 1738: not an addr-spec of RFC 822. When planning a message: also a `cc` that is not a list of mailboxes, and a domain without A-labels. In an sms URL: a recipient is missing.",
    example: "`mailto:Joe%20%3Cjoe@h.example%3E` · `mailto:a%2Cb@h.example` · `mailto:a@b,,c@d`",
    fix: "Write only the address, with a quoted local-part if necessary: `mailto:%22a%2Cb%22@h.example`.",
  },
  "bad-header-field": {
    title: "Invalid URL",
    means:
      "A header field of a mailto URL is invalid: it has no `=`, its name is not printable ASCII, its value is not UTF-8, or a second `?` is in place of `&` (RFC 6068 §2). Warning: it is empty, or it repeats a field that a message can have only once.",
    example:
      "`mailto:a@h.example?subject` · `mailto:a@h.example?cc=b@h.example?body=x` · `mailto:a@h.example?x%0D%0ABcc=y`",
    fix: "Separate fields by `&`, and write each as `name=value` with percent-encoded UTF-8.",
  },
  "unsafe-header": {
    title: "Invalid URL",
    means:
      "Warning: this header field is not added to a message. Only the sender sets the author, the date, trace fields, and the encoding, and a URL must not attach files (RFC 6068 §3, §4). Also for `bcc`, which is added: not all recipients see who else gets the message.",
    example:
      "`mailto:a@h.example?from=b@h.example` · `mailto:a@h.example?attach=/etc/passwd` · `mailto:a@h.example?amp;body=x`",
    fix: "Remove it. Safe fields are `to`, `cc`, `subject`, `body`, `keywords`, `comments`, `in-reply-to`, and `references`.",
  },
  "bad-group-name": {
    title: "Invalid URL",
    means:
      "A newsgroup is not a valid newsgroup-name: nonempty components separated by dots, without spaces, control characters, and `! * , ? [ \\ ]`, in UTF-8 (RFC 5536 §3.1.4, RFC 3977 §4.1). `news:` URLs also allow a pattern with `*` and `?`, but not a `/`. With RFC 1738 §5: a letter, then letters, digits, `-`, `.`, `+`, `_`. Builders: more than one of group, pattern, and article.",
    example: "`news:a..b` · `news:a,b` · `nntp://h.example/` · `nntp://h.example/a.*`",
    fix: "Correct the name; escape characters other than letters, digits, `-`, `+`, `_`, and `.`.",
  },
  "bad-message-id": {
    title: "Invalid URL",
    means:
      "A message-id is not valid: atoms separated by dots, `@`, then the same or a literal in `[…]`, at most 248 bytes (RFC 5536 §3.1.3). With RFC 1738 §5: one `@`, text before it, and a host. Warning: a `#` has truncated a possible message-id.",
    example: "`news:%3Ca@h.example%3E` · `news:a..b@h.example` · `news:a#b@h.example`",
    fix: "Remove `<` and `>`, and escape `/ ? # [ ] %`.",
  },
  "bad-article-number": {
    title: "Invalid URL",
    means:
      "An article number contains other characters than digits or, except with RFC 1738, has more than 16 digits (RFC 5538 §3, RFC 3977 §6). Ranges and message-ids are not allowed. Warning: it is greater than 2147483647, which no current server supports.",
    example: "`nntp://h.example/a.b/1-5` · `nntp://h.example/a.b/`",
    fix: "Use one number, or remove the last `/` for the group itself. Use `news:` for a message-id.",
  },
  "unknown-gopher-type": {
    title: "Invalid URL",
    means:
      "Warning: the gophertype is not defined anywhere. Perhaps the type is missing, and the first letter of the path is in its place.",
    example: "`gopher://h.example/path`",
    fix: "Add the type: `gopher://h.example/0path`.",
  },
};
