import { AccessError, type Limits, octetsOf, tooLargeError } from "@anyurl/core";
import {
  type CommandInit,
  type Exchange,
  formatCommand,
  joinBytes,
  type LineProtocol,
  type SendStep,
} from "@anyurl/core/exchange";
import type { ImapSettings } from "./options.ts";
import { type ContentStart, type Data, type Response, ResponseReader, type Status } from "./response.ts";
import { checkStatus, type Rejected, toError } from "./status.ts";

/** Settings for the start of a session. */
export interface SessionInit {
  readonly options: ImapSettings;
  readonly limits: Limits;
  /** TLS from the first byte. */
  readonly tls: boolean;
  /** The state of a pooled connection. */
  readonly kept?: PooledSession | undefined;
}

/** What the next call on a pooled connection needs to know. */
export interface PooledSession {
  /** Who is logged in; `undefined`: an anonymous user. */
  readonly user: string | undefined;
  readonly capabilities: ReadonlySet<string>;
  readonly isSecured: boolean;
  /** The number of the last tag. */
  readonly tag: number;
}

const IMAP: LineProtocol = { command: "an IMAP command", server: "an IMAP server", line: /^/ };

/** What commands have besides their text. */
export type Shown = Pick<CommandInit, "part" | "cite" | "secret">;

/** A part of a command: text, and the bytes of the literal that follows. Only the last part has no literal. */
export interface CommandPart {
  readonly text: string;
  readonly literal: Uint8Array | undefined;
}

/** LITERAL- allows literals up to this size without waiting (RFC 7888 §5). */
const MAX_LITERAL_MINUS = 4096;

/** A connection to a server, for commands one after the other. */
export class ImapSession {
  readonly options: ImapSettings;
  readonly limits: Limits;
  readonly reader: ResponseReader;
  readonly capabilities: Set<string>;
  /** Who is logged in. */
  user: string | undefined;
  #secured: boolean;
  /** Tags go on where the last user of a pooled connection ended, so that no reply to it is taken for another one. */
  #tag: number;

  constructor({ options, limits, tls, kept }: SessionInit) {
    this.options = options;
    this.limits = limits;
    this.reader = new ResponseReader(limits);
    this.capabilities = new Set(kept?.capabilities);
    this.user = kept?.user;
    this.#secured = kept?.isSecured ?? tls;
    this.#tag = kept?.tag ?? 0;
  }

  get isSecured(): boolean {
    return this.#secured;
  }

  /**
   * Reads the greeting, asks for the capabilities, and starts TLS, if the options ask for it.
   *
   * @returns whether the server has authenticated the client already (PREAUTH).
   * @throws {AccessError} tls-required, tls-failed, desync, protocol-error, temporarily-unavailable, …
   */
  *begin(): Exchange<never, boolean> {
    const greeting = yield* this.reader.read();
    if (greeting.is !== "status" || greeting.tag !== undefined)
      throw new AccessError("protocol-error", "the greeting is not that of an IMAP server");
    if (greeting.status !== "OK" && greeting.status !== "PREAUTH") throw toError(greeting);
    this.#learn(greeting);
    if (this.capabilities.size === 0) yield* this.#askCapabilities();
    const isAuthenticated = greeting.status === "PREAUTH";
    if (!this.#secured && this.options.tls !== "none") yield* this.#startTls(isAuthenticated);
    return isAuthenticated;
  }

  /** Sends a command. The responses to it are read with {@link nextOf}. */
  *send(text: string, shown: Shown): Exchange<never> {
    yield this.format(text, shown);
  }

  /** Formats a command with the next tag. @throws {AccessError} control-octet, too-long; desync. */
  format(text: string, { part, cite, secret }: Shown): SendStep {
    const { size, hasOnlyData } = this.reader;
    if (size > 0 && !hasOnlyData)
      throw new AccessError("desync", "unexpected data from the server: no command was sent");
    const init = { limits: this.limits, part, cite: cite ?? "RFC 3501 §6", secret };
    return formatCommand(IMAP, `a${++this.#tag} ${text}`, init);
  }

  /**
   * Returns the next response to the last command; `undefined`: its status, which is OK.
   *
   * @param stopAtContent return before the content of a message.
   * @throws {AccessError} the error of the status; desync: the status of another command; temporarily-unavailable: BYE.
   */
  *nextOf(
    stopAtContent = false,
    rejected?: Rejected,
  ): Exchange<never, Data | Status | ContentStart | undefined> {
    const response = yield* this.#next(stopAtContent);
    if (response.is === "continuation")
      throw new AccessError("protocol-error", "the server asks for data that no command has");
    if (response.is !== "status" || response.tag === undefined) return response;
    checkStatus(response, rejected);
    return undefined;
  }

  *#next(stopAtContent = false): Exchange<never, Response> {
    const response = yield* this.reader.read(stopAtContent);
    if (response.is === "data" && response.name === "CAPABILITY") this.#setCapabilities(response.values);
    if (response.is !== "status") return response;
    if (response.tag === undefined && response.status === "BYE") throw toError(response);
    if (response.tag !== undefined && response.tag !== `a${this.#tag}`)
      throw new AccessError("desync", "the server sent the status of a command that was not sent");
    this.#learn(response);
    return response;
  }

  /** Sends a command, and returns its data. @throws {AccessError} the error of its status. */
  *run(text: string, shown: Shown, rejected?: Rejected): Exchange<never, readonly (Data | Status)[]> {
    yield* this.send(text, shown);
    return yield* this.finish(rejected);
  }

  /**
   * Sends a command with literals. Without LITERAL+, it waits for the server before each of them (RFC 3501 §4.3).
   *
   * @param secret the index of the part with a literal that is not shown.
   * @throws {AccessError} the error of the status, if the server rejects the command before its end.
   */
  *sendParts(
    parts: readonly CommandPart[],
    { part, cite }: Omit<Shown, "secret">,
    rejected: Rejected,
    secret?: number,
  ): Exchange<never> {
    const { capabilities } = this;
    const waits = (length: number) =>
      !capabilities.has("LITERAL+") && !(capabilities.has("LITERAL-") && length <= MAX_LITERAL_MINUS);
    const announce = (literal: Uint8Array | undefined) =>
      literal === undefined ? "" : `{${literal.length}${waits(literal.length) ? "" : "+"}}`;
    let before: Uint8Array | undefined;
    for (const [i, { text, literal }] of parts.entries()) {
      const line = text + announce(literal);
      if (before === undefined) yield this.format(line, { part, cite });
      else {
        if (waits(before.length)) yield* this.awaitContinuation(rejected);
        yield {
          ...{ do: "send", octets: joinBytes([before, octetsOf(`${line}\r\n`)]) },
          ...(part !== undefined && { part }),
          ...(cite !== undefined && { cite }),
          ...(secret === i - 1 && { secret: [0, before.length] as const }),
        };
      }
      before = literal;
    }
  }

  /** Reads the responses to the last command up to its status, which must be OK. */
  *finish(rejected?: Rejected): Exchange<never, readonly (Data | Status)[]> {
    const { maxReplyLines } = this.limits;
    const found: (Data | Status)[] = [];
    for (;;) {
      const response = yield* this.nextOf(false, rejected);
      if (response === undefined) return found;
      if (response.is === "content") continue;
      if (found.length >= maxReplyLines)
        throw tooLargeError(`the reply exceeds the limit of ${maxReplyLines} lines`, "maxReplyLines");
      found.push(response);
    }
  }

  /** Waits until the server asks for more of a command. @throws {AccessError} the error of its status. */
  *awaitContinuation(rejected: Rejected): Exchange<never> {
    for (let count = 0; count <= this.limits.maxReplyLines; count++) {
      const response = yield* this.#next();
      if (response.is === "continuation") return;
      if (response.is === "status" && response.tag !== undefined) {
        checkStatus(response, rejected);
        break;
      }
    }
    throw new AccessError("protocol-error", "the server did not ask for the rest of a command");
  }

  /** Returns the connection to the pool, or sends LOGOUT. Everything has arrived, so errors no longer matter. */
  *end(): Exchange<never> {
    if (this.reader.size > 0) return;
    const { user, capabilities, isSecured } = this;
    const state: PooledSession = { user, capabilities, isSecured, tag: this.#tag };
    if ((yield { do: "keep", state }) !== undefined) return;
    try {
      yield this.format("LOGOUT", { cite: "RFC 3501 §6.1.3" });
      yield { do: "receive", phase: "farewell" };
    } catch {
      // The server closed the connection first.
    }
  }

  *#askCapabilities(): Exchange<never> {
    yield* this.run("CAPABILITY", { cite: "RFC 3501 §6.1.1" });
  }

  *#startTls(isAuthenticated: boolean): Exchange<never> {
    const cite = "RFC 3501 §6.2.1";
    // After PREAUTH, STARTTLS is not valid: an attacker on the path can send it to prevent TLS (RFC 9051 §7.1.4).
    if (isAuthenticated || !this.capabilities.has("STARTTLS")) {
      if (this.options.tls === "preferred" && !isAuthenticated) return;
      throw new AccessError("tls-required", "the server does not offer STARTTLS, but TLS is required", {
        hint: "use imaps: if the server has a port for it",
      });
    }
    yield* this.run("STARTTLS", { cite }, "tls");
    // Data that arrived with the response were not protected: an attacker may have sent them.
    if (this.reader.size > 0) throw new AccessError("desync", "the server sent data before TLS started");
    yield { do: "secure", cite };
    this.#secured = true;
    // "the client MUST discard cached information about server capabilities" (RFC 3501 §6.2.1).
    this.capabilities.clear();
    yield* this.#askCapabilities();
  }

  /** A status can have the capabilities as its code. */
  #learn({ code }: Status): void {
    if (/^CAPABILITY /i.test(code)) this.#setCapabilities(code.split(" ").slice(1));
  }

  #setCapabilities(names: readonly unknown[]): void {
    this.capabilities.clear();
    for (const name of names) if (typeof name === "string") this.capabilities.add(name.toUpperCase());
  }
}
