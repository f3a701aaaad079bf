import { lookUp } from "../accounts.ts";
import { type EmbeddedServer, type ListenOptions, startServer } from "../embedded-server.ts";
import { runSession } from "../session.ts";
import {
  type Element,
  encodeElement,
  encodeNumber,
  encodeText,
  numberOf,
  readElement,
  readElements,
  textOf,
} from "./ber.ts";
import { depthBelow, LDAP_LIBRARY, type LdapEntry } from "./directory.ts";
import { matches, valuesOf } from "./matches.ts";

export interface LdapServerOptions extends ListenOptions {
  /** Default: {@link LDAP_LIBRARY}. The first one is the naming context. */
  readonly entries?: readonly LdapEntry[];
  /** Passwords by distinguished name. With them, only `protected` entries need a login. */
  readonly logins?: Readonly<Record<string, string>>;
  /** The distinguished names of entries that only a user may read. Others do not find them. */
  readonly protected?: readonly string[];
  /** Search result references that every search below the naming context gets. */
  readonly references?: readonly string[];
  /** Milliseconds without activity until the connection is closed. Default one minute. */
  readonly timeout?: number;
}

/** Maximum bytes of a request. */
const MAX_REQUEST = 100_000;
const OPERATIONAL = "hassubordinates";

interface Request {
  readonly octets: Buffer;
  readonly id: number;
  readonly operation: Element;
}

/**
 * Starts an LDAP server (RFC 4511) on loopback: simple bind, and searches with sizeLimit, without TLS and pages.
 *
 * @throws {RangeError} the host is not a loopback address.
 */
export function startLdapServer(options: LdapServerOptions = {}): Promise<EmbeddedServer> {
  return startServer("ldap", options, (connection) => {
    const session = new LdapServerSession(options);
    runSession<Request>(connection, {
      createReader,
      onItem({ octets, id, operation }) {
        connection.record({ octets });
        const answers = session.answer(operation);
        if (answers === "close") return { next: "close" };
        return {
          octets: Buffer.concat(answers.map((each) => encodeElement(0x30, encodeNumber(id), each))),
        };
      },
      timeoutMs: options.timeout ?? 60_000,
      onIdle: connection.reset,
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
        const [id, operation] = readElements(next.content);
        if (id === undefined || operation === undefined) throw new RangeError("incomplete message");
        yield { octets: unread.subarray(0, next.end), id: numberOf(id), operation };
        unread = unread.subarray(next.end);
      }
      if (unread.length > MAX_REQUEST) throw new RangeError("too long");
    },
  };
}

function result(tag: number, code: number, text = ""): Buffer {
  return encodeElement(tag, encodeNumber(code, 0x0a), encodeText(""), encodeText(text));
}

class LdapServerSession {
  readonly #options: LdapServerOptions;
  readonly #entries: readonly LdapEntry[];
  #user = "";

  constructor(options: LdapServerOptions) {
    this.#options = options;
    this.#entries = options.entries ?? LDAP_LIBRARY;
  }

  answer(operation: Element): readonly Buffer[] | "close" {
    if (operation.tag === 0x42) return "close";
    if (operation.tag === 0x60) return [this.#bind(readElements(operation.content))];
    if (operation.tag === 0x63) return this.#search(readElements(operation.content));
    if (operation.tag === 0x77) return [result(0x78, 2, "no extended operation is supported")];
    return "close";
  }

  #bind([, name, choice]: readonly Element[]): Buffer {
    if (name === undefined || choice?.tag !== 0x80) return result(0x61, 7, "only simple bind is supported");
    const user = textOf(name);
    const isValid = lookUp(this.#options.logins ?? {}, user) === textOf(choice);
    this.#user = isValid ? user : "";
    return result(0x61, isValid || user === "" ? 0 : 49);
  }

  #search([base, scope, , size, , , filter, selection]: readonly Element[]): readonly Buffer[] {
    if (base === undefined || scope === undefined || size === undefined || filter === undefined)
      return [result(0x65, 2, "incomplete request")];
    const dn = textOf(base);
    const wanted = selection === undefined ? [] : readElements(selection.content).map(textOf);
    if (dn === "" && numberOf(scope) === 0) return [this.#formatEntry(this.#root(), wanted), result(0x65, 0)];
    if (dn !== "" && !this.#entries.some((each) => depthBelow(each.dn, dn) === 0)) return [result(0x65, 32)];
    if (this.#user === "" && this.#options.protected?.includes(dn) === true) return [result(0x65, 50)];
    const visible = this.#entries.filter(
      (each) => this.#user !== "" || this.#options.protected?.includes(each.dn) !== true,
    );
    const found = visible.filter(
      (each) => isInScope(depthBelow(each.dn, dn), numberOf(scope)) && matches(each, filter),
    );
    const limit = numberOf(size);
    const sent = limit > 0 && found.length > limit ? found.slice(0, limit) : found;
    const references = numberOf(scope) === 0 ? [] : (this.#options.references ?? []);
    return [
      ...sent.map((each) => this.#formatEntry(each, wanted)),
      ...references.map((url) => encodeElement(0x73, encodeText(url))),
      result(0x65, sent === found ? 0 : 4),
    ];
  }

  #root(): LdapEntry {
    return { dn: "", attributes: { objectClass: "top", namingContexts: this.#entries[0]?.dn ?? [] } };
  }

  #formatEntry(entry: LdapEntry, wanted: readonly string[]): Buffer {
    const every = wanted.length === 0 || wanted.includes("*");
    const names = Object.keys(entry.attributes).filter(
      (name) => every || wanted.some((each) => each.toLowerCase() === name.toLowerCase()),
    );
    const attributes = names.map((name) => formatAttribute(name, valuesOf(entry, name)));
    if (wanted.some((each) => each.toLowerCase() === OPERATIONAL)) {
      const has = this.#entries.some((each) => depthBelow(each.dn, entry.dn) > 0);
      attributes.push(formatAttribute("hasSubordinates", [has ? "TRUE" : "FALSE"]));
    }
    if (wanted.some((each) => each.toLowerCase() === "modifytimestamp"))
      attributes.push(formatAttribute("modifyTimestamp", ["20260102030405Z"]));
    return encodeElement(0x64, encodeText(entry.dn), encodeElement(0x30, ...attributes));
  }
}

function formatAttribute(name: string, values: readonly string[]): Buffer {
  return encodeElement(
    0x30,
    encodeText(name),
    encodeElement(0x31, ...values.map((value) => encodeText(value))),
  );
}

function isInScope(depth: number, scope: number): boolean {
  return scope === 0 ? depth === 0 : scope === 1 ? depth === 1 : depth >= 0;
}
