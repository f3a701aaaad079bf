import { octetsOf, textOf } from "@anyurl/core";
import { DEFAULT_PASSWORDS, lookUp } from "../accounts.ts";
import { type Connection, type EmbeddedServer, type ListenOptions, startServer } from "../embedded-server.ts";
import { LineReader } from "../line-reader.ts";
import { createServerTls, runSession, startServerTls } from "../session.ts";
import { formatEnvelope, formatString, formatStructure, readSection } from "./fetch-items.ts";
import { parseSearch, type Searched } from "./imap-search.ts";
import { MAIL_LIBRARY, type Mailboxes } from "./mail-library.ts";
import { type MimeEntity, parseEntity } from "./mime.ts";

export interface ImapServerOptions extends ListenOptions {
  /** By name; "/" separates levels. Every user has the same. Default: {@link MAIL_LIBRARY}. */
  readonly mailboxes?: Mailboxes;
  /** Passwords by user. Default: `alice`, with `s3cr:t@/%`. */
  readonly accounts?: Readonly<Record<string, string>>;
  /** Is an anonymous login accepted? Default true. */
  readonly anonymous?: boolean;
  /** Besides IMAP4rev1 and what the other options imply. Default: LITERAL+, SASL-IR, and AUTH=PLAIN. */
  readonly capabilities?: readonly string[];
  /**
   * A certificate and its key, as PEM. The server then supports STARTTLS, and accepts no password without TLS; with
   * `implicit`, TLS from the first byte. Default: no TLS, and unencrypted logins.
   */
  readonly tls?: { readonly cert: string; readonly key: string; readonly implicit?: boolean };
  /** Milliseconds without a command until the session ends. Default five minutes. */
  readonly timeout?: number;
}

interface Message extends Searched {
  readonly entity: MimeEntity;
}

const UID_VALIDITY = 981_173_100;
const MAX_LINE_BYTES = 8192;
/** When the server received every message. */
const INTERNAL_DATE = "06-Feb-2001 12:00:00 +0000";

/**
 * Starts a mail server (RFC 3501) on loopback, for readers: logins, LIST, EXAMINE, STATUS, FETCH, and a simple SEARCH.
 *
 * @throws {RangeError} the host is not a loopback address.
 */
export function startImapServer(options: ImapServerOptions = {}): Promise<EmbeddedServer> {
  const mailboxes = new Map(
    Object.entries(options.mailboxes ?? MAIL_LIBRARY).map(([name, texts]) => [
      name,
      texts.map(createMessage),
    ]),
  );
  const scheme = options.tls?.implicit === true ? "imaps" : "imap";
  return startServer(scheme, options, (connection) => serveImap(connection, options, mailboxes));
}

function createMessage(text: string, i: number): Message {
  const octets = octetsOf(text.replaceAll(/\r?\n/g, "\r\n"));
  const binary = Buffer.from(octets).toString("latin1");
  const entity = parseEntity(binary);
  return { uid: i + 1, text: binary, fields: entity.fields, entity };
}

function serveImap(
  connection: Connection,
  options: ImapServerOptions,
  mailboxes: ReadonlyMap<string, readonly Message[]>,
): () => void {
  const { accounts = DEFAULT_PASSWORDS, anonymous = true, tls } = options;
  const { capabilities = ["LITERAL+", "SASL-IR", "AUTH=PLAIN"] } = options;
  const secureContext = tls && createServerTls(tls);
  let isSecured = tls?.implicit ?? false;
  let isAdmitted = false;
  let selected: readonly Message[] | undefined;
  /** The command before a literal, and the length of the literal. */
  let open: { readonly text: string; readonly length: number } | undefined;
  /** The tag of an AUTHENTICATE that waits for its response. */
  let authenticating: { readonly tag: string; readonly mechanism: string } | undefined;

  const offered = () => {
    const own = [...(isSecured || tls === undefined ? [] : ["STARTTLS", "LOGINDISABLED"])];
    const plain = capabilities.filter((each) => !each.startsWith("AUTH=") || isSecured || tls === undefined);
    return ["IMAP4rev1", ...own, ...plain, ...(anonymous ? ["AUTH=ANONYMOUS"] : [])].join(" ");
  };

  function admit(tag: string, isValid: boolean): string {
    isAdmitted = isValid;
    return isValid
      ? `${tag} OK [CAPABILITY ${offered()}] welcome`
      : `${tag} NO [AUTHENTICATIONFAILED] rejected`;
  }

  function isAccount(user: string, password: string): boolean {
    if (tls !== undefined && !isSecured) return false;
    return lookUp(accounts, user) === password;
  }

  function authenticate(tag: string, mechanism: string, response: string): string {
    const text = textOf(Buffer.from(response, "base64"));
    if (mechanism.toUpperCase() === "ANONYMOUS") return admit(tag, anonymous);
    const [, user = "", password = ""] = text.split("\0");
    return admit(tag, isAccount(user, password));
  }

  function handle(line: string): string {
    const [tag = "*", verb = "", ...parameters] = splitWords(line);
    const [first = "", second = ""] = parameters;
    const ok = (...data: readonly string[]) => [...data, `${tag} OK done`].join("\r\n");
    switch (verb.toUpperCase()) {
      case "CAPABILITY":
        return ok(`* CAPABILITY ${offered()}`);
      case "NOOP":
        return ok();
      case "LOGIN":
        return admit(tag, first.toLowerCase() === "anonymous" ? anonymous : isAccount(first, second));
      case "AUTHENTICATE":
        if (second !== "") return authenticate(tag, first, second);
        authenticating = { tag, mechanism: first };
        return "+ ";
    }
    if (!isAdmitted) return `${tag} BAD log in first`;
    const mailbox = mailboxes.get(decodeName(first));
    switch (verb.toUpperCase()) {
      case "LIST":
        return ok(
          ...Array.from(mailboxes.keys(), (name) => `* LIST () "/" ${formatString(encodeName(name))}`),
        );
      case "STATUS":
        if (mailbox === undefined) return `${tag} NO [NONEXISTENT] no such mailbox`;
        return ok(
          `* STATUS ${formatString(first)} (MESSAGES ${mailbox.length} UNSEEN ${mailbox.length} UIDNEXT ${mailbox.length + 1} UIDVALIDITY ${UID_VALIDITY})`,
        );
      case "SELECT":
      case "EXAMINE":
        selected = mailbox;
        if (mailbox === undefined) return `${tag} NO [NONEXISTENT] no such mailbox`;
        return [
          ...["* FLAGS (\\Seen)", `* ${mailbox.length} EXISTS`, "* 0 RECENT"],
          ...[`* OK [UIDVALIDITY ${UID_VALIDITY}] valid`, `${tag} OK [READ-ONLY] done`],
        ].join("\r\n");
      case "FETCH":
        return ok(...fetch(first, second, (_, i) => i + 1));
      case "UID":
        if (first.toUpperCase() === "FETCH")
          return ok(...fetch(second, parameters[2] ?? "", ({ uid }) => uid));
        return search(tag, parameters.slice(1));
      default:
        return `${tag} BAD unknown command`;
    }
  }

  function search(tag: string, words: readonly string[]): string {
    const matches = parseSearch(words);
    if (matches === undefined) return `${tag} BAD unknown search key`;
    const found = (selected ?? []).filter(matches).map(({ uid }) => ` ${uid}`);
    return `* SEARCH${found.join("")}\r\n${tag} OK done`;
  }

  function fetch(
    set: string,
    items: string,
    numberOf: (message: Message, i: number) => number,
  ): readonly string[] {
    const messages = selected ?? [];
    const isWanted = createSet(set, messages.length);
    return messages.flatMap((message, i) =>
      isWanted(numberOf(message, i)) ? [`* ${i + 1} FETCH (${formatItems(message, items)})`] : [],
    );
  }

  function complete(octets: Uint8Array): string | undefined {
    const line = Buffer.from(octets).toString("latin1");
    if (authenticating !== undefined) {
      const { tag, mechanism } = authenticating;
      authenticating = undefined;
      return authenticate(tag, mechanism, line);
    }
    // A literal becomes a quoted string.
    const text =
      open === undefined
        ? line
        : `${open.text}${formatQuoted(line.slice(0, open.length))}${line.slice(open.length)}`;
    const literal = /\{([0-9]+)(\+?)\}$/.exec(line);
    open =
      literal === null ? undefined : { text: text.slice(0, -literal[0].length), length: Number(literal[1]) };
    if (literal !== null) return literal[2] === "+" ? undefined : "+ go on";
    return handle(text);
  }

  const session = runSession(connection, {
    createReader: () => new LineReader(MAX_LINE_BYTES),
    get greeting() {
      return octetsOf(`* OK [CAPABILITY ${offered()}] ready\r\n`);
    },
    implicitTls: isSecured,
    startTls(socket) {
      isSecured = true;
      return startServerTls(socket, { secureContext: secureContext! });
    },
    isStrictAboutTls: true,
    onItem(line) {
      connection.record(line);
      const text = textOf(line.octets);
      const [tag = "*", verb = ""] = text.split(" ");
      if (line.tooLong) return { octets: octetsOf("* BYE line too long\r\n"), next: "close" };
      if (/^LOGOUT$/i.test(verb))
        return { octets: octetsOf(`* BYE bye\r\n${tag} OK done\r\n`), next: "close" };
      if (/^STARTTLS$/i.test(verb) && tls !== undefined && !isSecured)
        return { octets: octetsOf(`${tag} OK begin TLS\r\n`), next: "tls" };
      const answer = complete(line.octets);
      return answer === undefined ? undefined : { octets: Buffer.from(`${answer}\r\n`, "latin1") };
    },
    timeoutMs: options.timeout ?? 300_000,
    onIdle: () => octetsOf("* BYE idle\r\n"),
  });
  return () => session.end(octetsOf("* BYE shutting down\r\n"));
}

function formatItems({ uid, text, entity }: Message, items: string): string {
  const names = items.replace(/^\((.*)\)$/, "$1").match(/[^ [(]+(?:\[[^\]]*\])?(?:<[0-9.]+>)?/g) ?? [];
  return names
    .map((item) => {
      const name = item.toUpperCase();
      if (name === "UID") return `UID ${uid}`;
      if (name === "FLAGS") return "FLAGS ()";
      if (name === "RFC822.SIZE") return `RFC822.SIZE ${text.length}`;
      if (name === "INTERNALDATE") return `INTERNALDATE "${INTERNAL_DATE}"`;
      if (name === "ENVELOPE") return `ENVELOPE ${formatEnvelope(entity)}`;
      if (name === "BODYSTRUCTURE") return `BODYSTRUCTURE ${formatStructure(entity)}`;
      return formatContent(entity, item);
    })
    .join(" ");
}

function formatContent(entity: MimeEntity, item: string): string {
  const [, section = "", offset, length] = /\[([^\]]*)\](?:<([0-9]+)\.([0-9]+)>)?$/.exec(item) ?? [];
  const whole = readSection(entity, section);
  const origin = offset === undefined ? "" : `<${offset}>`;
  if (whole === undefined) return `BODY[${section}]${origin} NIL`;
  const content = offset === undefined ? whole : whole.slice(Number(offset), Number(offset) + Number(length));
  return `BODY[${section}]${origin} {${content.length}}\r\n${content}`;
}

/** Parses a set such as "1:3,7" or "2:*". */
function createSet(set: string, last: number): (number: number) => boolean {
  const ranges = set.split(",").map((range) => {
    const [from = "", to = from] = range.split(":");
    const ends = [from, to].map((each) => (each === "*" ? last : Number(each)));
    return [Math.min(...ends), Math.max(...ends)] as const;
  });
  return (number) => ranges.some(([from, to]) => number >= from && number <= to);
}

/** Splits a command into atoms, strings in quotes, and lists in parentheses. */
function splitWords(line: string): readonly string[] {
  return Array.from(
    line.matchAll(/"((?:[^"\\]|\\.)*)"|\((?:[^()]|\([^()]*\))*\)|[^\s"]+/g),
    ([all, quoted]) => quoted?.replaceAll(/\\(.)/g, "$1") ?? all,
  );
}

function formatQuoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
}

/** Modified UTF-7 (RFC 3501 §5.1.3). */
function encodeName(name: string): string {
  return name.replaceAll(/&|[^\x20-\x7e]+/g, (run) => {
    const octets = Buffer.from(run, "utf16le").swap16();
    return run === "&" ? "&-" : `&${octets.toString("base64").replaceAll("/", ",").replaceAll("=", "")}-`;
  });
}

function decodeName(name: string): string {
  const decoded = name.replaceAll(/&([^-]*)-/g, (_, run: string) => {
    const octets = Buffer.from(run.replaceAll(",", "/"), "base64");
    return run === ""
      ? "&"
      : octets
          .subarray(0, octets.length & ~1)
          .swap16()
          .toString("utf16le");
  });
  return /^inbox$/i.test(decoded) ? "INBOX" : decoded;
}
