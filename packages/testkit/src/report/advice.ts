/** The names of advice, one for each kind of failure. */
export type AdviceName =
  | "fit"
  | "refuse"
  | "components"
  | "parts"
  | "warn"
  | "place"
  | "coded"
  | "frozen"
  | "as-text"
  | "format-undoes-parse"
  | "format-refuses"
  | "injection"
  | "field-types"
  | "build"
  | "normal-stable"
  | "normal-parts"
  | "normal-login"
  | "normal-sends"
  | "normal-form"
  | "url-row"
  | "spans"
  | "secret-part"
  | "plan-parts"
  | "plan-lines"
  | "plan-refuses"
  | "fragment"
  | "presentation"
  | "password"
  | "replay"
  | "replay-faults"
  | "replay-secrets"
  | "hostile"
  | "hostile-end"
  | "hostile-bounds"
  | "hostile-entries"
  | "hostile-writes"
  | "hostile-source"
  | "hostile-dials"
  | "leaks"
  | "kit"
  | "operations"
  | "loads"
  | "options"
  | "plan-is-wire"
  | "body"
  | "request"
  | "chunk-of-body"
  | "chunk-of-source"
  | "chunk-size"
  | "range"
  | "names"
  | "entry-urls"
  | "stat"
  | "round-trip"
  | "failed-write"
  | "ends"
  | "abort"
  | "limits"
  | "error-code"
  | "error-kind"
  | "inward"
  | "session"
  | "beside";

/** Advice for the author of a scheme, by kind of failure. */
export const ADVICE: Readonly<Record<AdviceName, string>> = {
  // The scheme itself.
  fit: "correct the fields of defineScheme({ … }) named above: name, defaultPort, cite, examples",
  // Parsing.
  refuse:
    "make parse reject what the rule forbids: call report({ code, message, component, start, end, cite }) " +
    "there",
  components:
    "correct the row of the vectors: components are split by RFC 3986 before parse is called, so the " +
    "scheme cannot change them",
  parts:
    "in parse, split first and decode afterwards, each field once: decodeText(field) of @anyurl/core, on " +
    "the raw text",
  warn: 'report valid but unusual URLs from parse with severity: "warning"',
  place:
    "give each problem a code of docs/errors.md, or one that begins with x-, a rule in cite, and start and end inside the text: take them " +
    "from url.offsets",
  coded:
    "reject a text by report(…), and fields by a UrlSyntaxError (encodeText and formatAuthority throw " +
    "it); any other error is a bug of the scheme: see the stack above",
  frozen: "return plain data as parts: an object of strings, numbers and arrays, and do not change it later",
  "as-text":
    "use only the url that parse receives, and keep no state between calls (a RegExp with the flag g or y " +
    "keeps lastIndex): a URL depends on its text only",
  // Formatting.
  "format-undoes-parse":
    "escape in format what parse decodes, each field for its component: encodeText(field, SET) of " +
    "@anyurl/core also escapes bytes ≥ 0x80, and decodeText keeps bytes that are not UTF-8; " +
    "decodeURIComponent and TextDecoder lose them",
  "format-refuses":
    "accept in format every value that the arbitrary generates, so that parse can read the result: escape " +
    "each field for its component with encodeText; leave out of the arbitrary only what the rule forbids, " +
    "and reject that with a code",
  injection:
    "write user, password, host and port with formatAuthority, every other field with encodeText, and " +
    "reject what cannot be written: a field must not become another one",
  "field-types":
    "check each field in format before other code reads it, as encodeText and formatAuthority do: requireText(field, " +
    "name) and requireList(field, name) of @anyurl/core; JavaScript callers may pass anything, and a number must " +
    "not be written as text",
  build:
    "compare the two texts above, delimiter by delimiter: format must return the text of the row, or fail " +
    "with its code",
  // Normal forms.
  "normal-stable":
    "write the normal form from the decoded parts (encodeText) and add nothing to it: normalize must " +
    "return the same text for its own result",
  "normal-parts":
    "change only what the rule calls equivalent in a normal form; if parts change by the rule, set the " +
    "option sameParts",
  "normal-login":
    "write user, password, host, port and fragment of a normal form with normalizeAuthority; if several " +
    "hosts are equivalent by the rule, set the option hostAs",
  "normal-sends":
    "plan from url.parts, which are decoded, and not from url.path, because equivalent URLs must send the " +
    "same; if the text is sent without decoding, set the option sentAs",
  "normal-form": "compare the two texts above and correct normalize, or correct the row by its rule",
  // Showing.
  presentation:
    "correct the presentation of defineScheme({ … }): its view is a pure function that accepts every URL and " +
    "fits what the operations return",
  // Describing and planning.
  "url-row":
    "check each difference against the rule: correct the scheme if the table is right, otherwise replace the " +
    "row by the one above",
  spans:
    "return each part once from describe, in the order of the text, with start and end from url.offsets " +
    "and the decoded value of exactly that range (empty after a delimiter that nothing follows); use " +
    "describeAuthority for the authority",
  "secret-part":
    'return a password from describe as { value: "***", secret: true }, whatever its length, as ' +
    "describeAuthority does",
  "plan-parts": "use the names of described parts in the steps of plan, or no name",
  "plan-lines":
    "run the exchange of access through createPlan in plan, so that both send the same lines, and compare " +
    "with the row's wire",
  "plan-refuses":
    "reject NUL, CR and LF before anything is sent, in plan and in access: throw " +
    'AccessError("control-octet", …)',
  fragment:
    "send url.parts or url.urlPath, and never url.fragment: a fragment stays with the client (RFC 3986 " +
    "§3.5)",
  password:
    "remove the password from the text: name the field and not its value, show URLs by redact(), and mark " +
    "the secret bytes of a send step as `secret: [start, end]`",
  // Transcripts.
  replay:
    "read lines by readLine(inbox, …), and never treat one chunk as one reply: the client must send the " +
    "same however bytes are split; the line of the transcript is named above",
  "replay-faults":
    "let perform(exchange, connection, context) own everything that is opened, and catch in the exchange " +
    "only errors that it can recover from",
  "replay-secrets":
    "mark the bytes of a password in a send step as `secret: [start, end]`: they are then recorded as ***",
  // Hostile servers.
  hostile:
    "handle the fault named above at the point named above: the table in the README of @anyurl/testkit " +
    "has the required outcome",
  "hostile-end":
    "fail with an AccessError and the code that fits: truncated for a lost connection, protocol-error for " +
    "an invalid reply, desync for an unexpected reply; never report success",
  "hostile-bounds":
    "limit everything that the server sends by context.limits: readLine(inbox, { maxLine: limits.maxLine " +
    "}), new ListingLines(limits), maxReply; never use Infinity",
  "hostile-entries":
    "treat names in listings as hostile: make URLs of them by encodeText, set `unsafe` and no URL for " +
    "'.', '..', '/', NUL, CR, LF, and check sizes before you convert them to numbers",
  "hostile-writes":
    "report success only after the server has confirmed it: wait for the last reply, stop after a " +
    "rejection, and set retryable: false if the operation may have succeeded, also in the error of a lost " +
    "connection",
  "hostile-source":
    "request the next chunk of the source only after the step that sends the one before, and collect no more than " +
    "a limit: the source must wait while the server does not read",
  "hostile-dials":
    "connect only to the URL's server: use context.connect, and an open step for a data connection",
  leaks:
    "close everything that you open, in all cases: connections by perform(…), timers and listeners in a " +
    "finally, sources by return(); use only the sockets and bytes of the context",
  // Access.
  kit: "correct start of the kit, which is not code of the scheme: it must return a server that listens on this machine",
  operations:
    "export only functions with the names of operations from access (get, list, stat, search, put, " +
    "append, remove, rename, makeDirectory, send, open, request), and move helpers to other files",
  loads:
    "return a module from access: () => import('./access.ts'), without side effects or long waits while " +
    "it loads",
  options:
    "declare every option with defineOptions, with a type or a read function that returns undefined for a wrong value, and " +
    "read context.options only; the client rejects the rest",
  "plan-is-wire":
    "perform the same exchange in plan and in access: createPlan(exchange(url), …) in plan, " +
    "perform(exchange(url), …) in access; each sent line must be planned",
  request:
    "send the method, the fields, and the body of the message, and return every final response with its " +
    "status: request does not fail for a status such as 404",
  body: "pass on the server's bytes unchanged and completely, as Uint8Arrays, and do not decode text",
  "chunk-of-body":
    "do not reuse the memory of a chunk that get yields until the next one is requested, and do not read " +
    "ahead into it; the client copies what it keeps",
  "chunk-of-source":
    "send or copy a chunk of the source before you request the next one (copyBytes of " +
    "@anyurl/core/exchange; a Buffer's slice is not a copy), and do not write into it",
  "chunk-size":
    "pass on the bytes of one packet as one chunk: join its parts (joinBytes of @anyurl/core/exchange) " +
    "before you emit them, because each chunk costs the reader more than the copy",
  range:
    "set `start` if the body begins at the start of context.range, which is only a request; leave `start` " +
    "out otherwise, and the client cuts the body",
  names: "return exactly one entry for each name of the server, with its exact bytes: `textOf(octets)`",
  "entry-urls":
    "write an entry's URL by the scheme's own format, from decoded names, so that it can be parsed and " +
    "opened; if the server requires a login, which the URL of an entry does not have, set the option credentials of " +
    "the client in the kit",
  stat:
    "return from stat the kind and the size in bytes of what get returns, and leave out what the server " +
    "does not report",
  "round-trip":
    "send all bytes of the source in order and wait for the confirmation: get must return what was put, " +
    "append must add at the end, and a removed file must be not-found",
  "failed-write":
    "end a failed upload so that the server cannot take it for complete, pass on the error of the source, " +
    'and claim writesWhole in defineScheme, or target: "unchanged" in an error, only if the old target is ' +
    "intact",
  ends:
    "make every call end by itself or by its limits: no promise that never settles, and no loop without a " +
    "limit",
  abort:
    "wait only by context and by perform, which listen to context.signal: an abort must end the call at " +
    "once, with its reason",
  limits: "count bytes and entries as they arrive, by context.limits, and fail with too-large",
  "error-code":
    "throw new AccessError(code, …) for each rejecting reply of the server: not-found, permission-denied, " +
    "auth-failed …; the list is docs/errors.md",
  "error-kind": "throw an AccessError with a code, never a plain Error: callers act on the code only",
  inward:
    "open connections only by context.connect, context.http, context.datagram or context.lease, and pass " +
    "on their errors: the client knows who named the URL and blocks internal addresses",
  session:
    "return the server's bytes, send the written bytes, and close the connection when the session is " +
    "disposed of",
  beside: "do not share state with other schemes: no module state and no global names",
};
