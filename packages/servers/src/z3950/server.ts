import { lookUp } from "../accounts.ts";
import { type EmbeddedServer, type ListenOptions, startServer } from "../embedded-server.ts";
import { runSession } from "../session.ts";
import {
  type Element,
  encode,
  encodeNumber,
  encodeOid,
  encodeText,
  find,
  numberOf,
  oidOf,
  readElement,
  textOf,
} from "./ber.ts";
import { type CatalogRecord, formatMarc, formatText, formatXml, Z3950_CATALOGS } from "./catalog.ts";
import { DIAGNOSTIC, matches, Z3950Diagnostic } from "./query.ts";

export interface Z3950ServerOptions extends ListenOptions {
  /** By the name of the database. Default: {@link Z3950_CATALOGS}. */
  readonly databases?: Readonly<Record<string, readonly CatalogRecord[]>>;
  /** Passwords by user. With them, a client must log in (idPass). */
  readonly logins?: Readonly<Record<string, string>>;
  /** The OIDs of the record syntaxes to offer. Default: USmarc, SUTRS, XML. */
  readonly syntaxes?: readonly string[];
  /** Milliseconds without activity until the connection is closed. Default one minute. */
  readonly timeout?: number;
}

/** Maximum bytes of a request. */
const MAX_REQUEST = 100_000;

const USMARC = "1.2.840.10003.5.10";
const SUTRS = "1.2.840.10003.5.101";
const XML = "1.2.840.10003.5.109.10";
const BIB_1_DIAGNOSTICS = "1.2.840.10003.4.1";

/** Tags of APDUs. */
const INIT_REQUEST = 20;
const SEARCH_REQUEST = 22;
const PRESENT_REQUEST = 24;
const CLOSE = 48;

const TRUE = Buffer.of(1);
const FALSE = Buffer.of(0);

interface Request {
  readonly octets: Buffer;
  readonly apdu: Element;
}

/**
 * Starts a Z39.50 server (ISO 23950) on loopback: Init, Search with queries of type 1, Present, and Close.
 *
 * @throws {RangeError} the host is not a loopback address.
 */
export function startZ3950Server(options: Z3950ServerOptions = {}): Promise<EmbeddedServer> {
  return startServer("z39.50s", options, (connection) => {
    const association = new ServerAssociation(options);
    runSession<Request>(connection, {
      createReader,
      onItem({ octets, apdu }) {
        connection.record({ octets });
        const answer = association.answer(apdu);
        const isLast = apdu.tag === CLOSE || answer === undefined;
        return { octets: answer, next: isLast ? "close" : undefined };
      },
      timeoutMs: options.timeout ?? 60_000,
      // "Lack of activity".
      onIdle: () => formatClose(7),
    });
    return connection.reset;
  });
}

function createReader(): { read(octets: Uint8Array): Iterable<Request> } {
  let unread: Buffer = Buffer.alloc(0);
  return {
    *read(octets) {
      unread = Buffer.concat([unread, octets]);
      for (let next = readElement(unread); next !== undefined; next = readElement(unread)) {
        yield { octets: unread.subarray(0, next.end), apdu: next.element };
        unread = unread.subarray(next.end);
      }
      if (unread.length > MAX_REQUEST) throw new RangeError("too long");
    },
  };
}

function formatClose(reason: number): Buffer {
  return encode(CLOSE, [encodeNumber(211, reason)]);
}

interface Hit {
  readonly database: string;
  readonly record: CatalogRecord;
}

class ServerAssociation {
  readonly #options: Z3950ServerOptions;
  readonly #databases: Readonly<Record<string, readonly CatalogRecord[]>>;
  readonly #sets = new Map<string, readonly Hit[]>();
  #isOpen = false;

  constructor(options: Z3950ServerOptions) {
    this.#options = options;
    this.#databases = options.databases ?? Z3950_CATALOGS;
  }

  /** Returns the answer; `undefined`: the connection ends. */
  answer(apdu: Element): Buffer | undefined {
    // A reference of the client comes back (ISO 23950 §3.4).
    const reference = find(apdu, 2);
    const head = reference === undefined ? [] : [encode(2, reference.content)];
    if (apdu.tag === CLOSE) return formatClose(0);
    if (apdu.tag === INIT_REQUEST) return this.#init(apdu, head);
    // Anything else before an Init is a protocol error.
    if (!this.#isOpen) return undefined;
    if (apdu.tag === SEARCH_REQUEST) return this.#search(apdu, head);
    return apdu.tag === PRESENT_REQUEST ? this.#present(apdu, head) : undefined;
  }

  #init(apdu: Element, head: readonly Buffer[]): Buffer {
    const { logins } = this.#options;
    const login = find(apdu, 7)?.members[0];
    const user = textOf(find(login, 1));
    this.#isOpen = logins === undefined || lookUp(logins, user) === textOf(find(login, 2));
    return encode(21, [
      ...head,
      // Versions 1 to 3, and the services search and present.
      encode(3, Buffer.of(0, 0xe0)),
      encode(4, Buffer.of(0, 0xc0)),
      encodeNumber(5, MAX_REQUEST),
      encodeNumber(6, MAX_REQUEST),
      encode(12, this.#isOpen ? TRUE : FALSE),
      encodeText(111, "anyurl test server"),
    ]);
  }

  #search(apdu: Element, head: readonly Buffer[]): Buffer {
    const name = textOf(find(apdu, 17));
    let hits: readonly Hit[] = [];
    let failure: Buffer | undefined;
    try {
      hits = this.#findHits(apdu);
      this.#sets.set(name, hits);
    } catch (error) {
      failure = formatDiagnostic(error);
      this.#sets.delete(name);
    }
    return encode(23, [
      ...head,
      encodeNumber(23, hits.length),
      // As its bounds allow, no record is returned.
      encodeNumber(24, 0),
      encodeNumber(25, 1),
      encode(22, failure === undefined ? TRUE : FALSE),
      ...(failure === undefined ? [] : [encodeNumber(26, 3), failure]),
    ]);
  }

  #findHits(apdu: Element): readonly Hit[] {
    const names = find(apdu, 18)?.members.map(textOf) ?? [];
    const query = find(find(apdu, 21), 1)?.members[1];
    if (query === undefined) throw new Z3950Diagnostic(DIAGNOSTIC.queryType);
    return names.flatMap((wanted) => {
      const name = Object.keys(this.#databases).find((each) => each.toLowerCase() === wanted.toLowerCase());
      if (name === undefined) throw new Z3950Diagnostic(DIAGNOSTIC.databaseUnavailable, wanted);
      return this.#databases[name]!.filter((record) => matches(record, query)).map((record) => ({
        database: name,
        record,
      }));
    });
  }

  #present(apdu: Element, head: readonly Buffer[]): Buffer {
    const set = this.#sets.get(textOf(find(apdu, 31))) ?? [];
    const start = numberOf(find(apdu, 30), 1);
    const count = numberOf(find(apdu, 29), 1);
    const isBrief = textOf(find(find(apdu, 19), 0)).toLowerCase() === "b";
    const syntax = find(apdu, 104) === undefined ? USMARC : oidOf(find(apdu, 104));
    const status = (returned: number, code: number) => [
      ...head,
      encodeNumber(24, returned),
      encodeNumber(25, start + returned > set.length ? 0 : start + returned),
      encodeNumber(27, code),
    ];
    try {
      if (start < 1 || count < 0 || start + count - 1 > set.length)
        throw new Z3950Diagnostic(DIAGNOSTIC.outOfRange, String(start + count - 1));
      const records = set
        .slice(start - 1, start - 1 + count)
        .map(({ database, record }) => this.#formatRecord(database, record, syntax, isBrief));
      return encode(25, [...status(records.length, 0), encode(28, records)]);
    } catch (error) {
      return encode(25, [...status(0, 5), formatDiagnostic(error)]);
    }
  }

  /** Formats a NamePlusRecord. */
  #formatRecord(database: string, record: CatalogRecord, syntax: string, isBrief: boolean): Buffer {
    const { syntaxes = [USMARC, SUTRS, XML] } = this.#options;
    if (!syntaxes.includes(syntax)) throw new Z3950Diagnostic(DIAGNOSTIC.recordSyntax, syntax);
    const external = encode(-8, [encodeOid(syntax), formatContent(record, syntax, isBrief)]);
    return encode(-16, [encodeText(0, database), encode(1, [encode(1, [external])])]);
  }
}

/** SUTRS is one GeneralString; the others are bytes. */
function formatContent(record: CatalogRecord, syntax: string, isBrief: boolean): Buffer {
  if (syntax === SUTRS) return encode(0, [encodeText(-27, formatText(record, isBrief))]);
  return encode(1, syntax === XML ? Buffer.from(formatXml(record)) : formatMarc(record));
}

/** Formats a nonSurrogateDiagnostic. @throws any other error. */
function formatDiagnostic(error: unknown): Buffer {
  if (!(error instanceof Z3950Diagnostic)) throw error;
  return encode(130, [
    encodeOid(BIB_1_DIAGNOSTICS),
    encodeNumber(-2, error.condition),
    encodeText(-26, error.message),
  ]);
}
