/** The laws of the exam, by what is to be done where they are broken. */
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
  | "build"
  | "normal-stable"
  | "normal-parts"
  | "normal-login"
  | "normal-sends"
  | "normal-form"
  | "spans"
  | "secret-part"
  | "plan-parts"
  | "plan-lines"
  | "plan-refuses"
  | "fragment"
  | "password"
  | "replay"
  | "replay-faults"
  | "replay-secrets"
  | "hostile"
  | "hostile-end"
  | "hostile-bounds"
  | "hostile-entries"
  | "hostile-writes"
  | "hostile-dials"
  | "leaks"
  | "operations"
  | "loads"
  | "plan-is-wire"
  | "body"
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

/** What an author is told to do, by the law that their scheme breaks. */
export const ADVICE: Readonly<Record<AdviceName, string>> = {
  // The scheme itself.
  fit: "correct what is named above in defineScheme({ … }): name, defaultPort, cite, examples",
  // Reading.
  refuse:
    "parse refuses what the rule forbids: call report({ code, message, component, start, end, cite }) there",
  components:
    "components are split by RFC 3986 before your parse is asked: correct the row of the vectors, not the scheme",
  parts:
    "parse splits first and decodes then, each field once: decodeText(field) of @anyurl/core, on the raw text",
  warn: 'parse reports what is odd, and may be read all the same, with severity: "warning"',
  place:
    "a problem has a code in kebab-case, a rule in cite, and start and end inside the text: take them from url.offsets",
  coded:
    "refuse a text by report(…), and fields by a UrlSyntaxError (encodeText and formatAuthority throw it); anything else " +
    "that is thrown is a bug of the scheme: the stack above says where",
  frozen:
    "parts are plain data: give an object of strings, numbers and arrays, and change nothing in it later",
  "as-text":
    "what a URL says depends on its text alone: read only the url that parse is given, and keep nothing between two calls " +
    "(a RegExp with the flag g or y keeps lastIndex)",
  // Writing.
  "format-undoes-parse":
    "format escapes what parse decodes, each field for its place: encodeText(field, SET) of @anyurl/core also escapes " +
    "octets ≥ 0x80, and decodeText keeps those that are no UTF-8; decodeURIComponent and TextDecoder lose them",
  "format-refuses":
    "format takes every value that the arbitrary makes, and what it writes is read back at once: escape each field for its " +
    "place with encodeText; leave out of the arbitrary only what the rule forbids, and refuse that with a code",
  injection:
    "a field must not become another one: write user, password, host and port with formatAuthority, every other field " +
    "with encodeText, and refuse what cannot be written",
  build:
    "format writes the text of the row, or refuses with its code: compare the two texts above, delimiter by delimiter",
  // Normal forms.
  "normal-stable":
    "normalize gives a text that it gives again for that text: write it from the decoded parts (encodeText), and add " +
    "nothing to it",
  "normal-parts":
    "a normal form names the same thing: change only what the rule calls equivalent; if parts change by the rule, give " +
    "the option sameParts",
  "normal-login":
    "a normal form keeps user, password, host, port and fragment: write them with normalizeAuthority; if several hosts " +
    "are one by the rule, give the option hostAs",
  "normal-sends":
    "equivalent URLs send the same: plan from url.parts, which are decoded, and not from url.path; if the text is sent as " +
    "it is written, give the option sentAs",
  "normal-form": "the normal form is the row's: compare the two texts above, or correct the row by its rule",
  // Describing and planning.
  spans:
    "describe gives each part once, in the order of the text, with start and end from url.offsets and the decoded value " +
    "of just that span, an empty one behind a delimiter that nothing follows; describeAuthority does the host's part",
  "secret-part":
    'describe shows a password as { value: "***", secret: true }, whatever its length: describeAuthority does',
  "plan-parts": "what plan sends names a part that describe has, by the same name, or names none",
  "plan-lines":
    "plan sends what the row's wire says: run the exchange of access through planOf against an ideal peer, so that there " +
    "is one text of the protocol",
  "plan-refuses":
    "what cannot be sent is refused before anything is: NUL, CR and LF in whatever becomes a line throw " +
    'AccessError("control-octet", …), in plan as in access',
  fragment:
    "a fragment is the reader's own (RFC 3986 §3.5): send url.parts, or url.urlPath, and never url.fragment",
  password:
    "no text that a scheme makes has the password in it: name the field and not its value, show URLs by redact(), and " +
    "give the octets of a send step that are secret as `secret: [start, end]`",
  // Transcripts.
  replay:
    "the same is sent and the same comes out, however octets are cut: read lines by readLine(inbox, …), never one chunk " +
    "as one reply; the line of the transcript is named above",
  "replay-faults":
    "whatever step fails, everything is closed: let perform(exchange, connection, context) own what is opened, and catch " +
    "in the exchange only what it knows another way for",
  "replay-secrets":
    "mark the octets of a password in a send step as `secret: [start, end]`: they are then recorded as ***",
  // Hostile peers.
  hostile:
    "a peer may do anything: the place and the peer are named above; the table in the kit's README says what must come " +
    "of each",
  "hostile-end":
    "a call fails by an AccessError with the code that fits: truncated for what broke off, protocol-error for what is no " +
    "reply, desync for what nobody has asked for; it is never taken for a success",
  "hostile-bounds":
    "bound all that comes from a peer by context.limits: readLine(inbox, { maxLine: limits.maxLine }), " +
    "new ListingLines(limits), maxReply; never Infinity",
  "hostile-entries":
    "names in listings are a stranger's: make URLs of them by encodeText, give none (and `unsafe`) for '.', '..', '/', " +
    "NUL, CR, LF, and check sizes before they become numbers",
  "hostile-writes":
    "what is written is done when the server has said so, and not before: wait for the last reply, stop at a refusal, " +
    "and say retryable: false when it may have been done",
  "hostile-dials":
    "nobody but the URL's server is dialled: connect by context.connect, a further connection by an open step",
  leaks:
    "close what you have opened, however it ends: connections by perform(…), timers and listeners in a finally, sources " +
    "by return(); octets and sockets are asked of the context alone",
  // Access.
  operations:
    "access exports functions by the names of operations (get, list, stat, search, put, append, remove, rename, " +
    "makeDirectory, send, open), and nothing else; helpers live in other files",
  loads:
    "access: () => import('./access.ts') gives a module, soon, and without doing anything when it is loaded",
  "plan-is-wire":
    "plan and access perform the same exchange: planOf(exchange(url)) in plan, perform(exchange(url), …) in access; a " +
    "line that only one of them sends is a line that nobody was told of",
  body: "a body has the server's octets, all of them, and no others: hand on Uint8Arrays, and decode no text on the way",
  "chunk-of-body":
    "a chunk that get yields is the scheme's, and is read until the next one is asked for: fill its memory anew only then, " +
    "and read nothing into it ahead; the client copies what it keeps",
  "chunk-of-source":
    "a chunk of the source is the caller's, and is good until the next one is asked for: send it or copy it before that " +
    "(copyBytes of @anyurl/core/exchange; a Buffer's slice is no copy), and write nothing into it",
  "chunk-size":
    "what comes in one packet is handed on in one chunk: join its parts (joinBytes of @anyurl/core/exchange) before they " +
    "are emitted, for each chunk costs its reader more than the copy",
  range:
    "context.range is a wish: who begins at its start says so in `start`; who does not leaves `start` out, and the client " +
    "cuts",
  names:
    "list gives an entry for each name of the server, by the very octets it has: textOf(octets), no more and no less",
  "entry-urls":
    "an entry's URL is written by the scheme's own format, from decoded names, so that it can be parsed and opened",
  stat: "stat tells what get would give: kind, and size in octets, or leaves out what the server does not say",
  "round-trip":
    "what was put is what get gives, append adds behind it, and what was removed is not-found: send all octets of the " +
    "source, in their order, and wait for the server's word",
  "failed-write":
    "end a broken upload so that the server cannot take the part for the whole, pass on what the source throws, and claim " +
    'writesWhole in defineScheme, or target: "unchanged" in an error, only where what was there is still there',
  ends: "every call ends by itself or by its limits: no promise without an end, no loop that waits for what may not come",
  abort:
    "an abort ends the call at once, with its reason: wait only by context and by perform, which listen to context.signal",
  limits: "a limit is an error that says too-large: count octets and lines as they come, by context.limits",
  inward:
    "open connections by context.connect, context.http, context.datagram or context.lease alone: the client knows who named " +
    "the URL, and refuses what leads inward; pass its error on",
  "error-code":
    "the server's refusals become codes: not-found, permission-denied, auth-failed …: throw new AccessError(code, …) for " +
    "each reply that means it; the list is docs/errors.md",
  "error-kind": "throw an AccessError with a code, never a plain Error: who calls acts on the code alone",
  session:
    "a session gives what the server says and takes what is written, and closes its connection when it is disposed of",
  beside:
    "a scheme works in whatever company: no module state, no global name, nothing shared with another scheme",
};
