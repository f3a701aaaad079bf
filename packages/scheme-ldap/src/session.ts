import { AccessError, type Limits } from "@anyurl/core";
import { askLogin, type Exchange, Inbox, type LoginQuestion, type SendStep } from "@anyurl/core/exchange";
import {
  type Authentication,
  formatBind,
  formatStartTls,
  formatUnbind,
  type Message,
  OPERATION,
  readResponseName,
  readResult,
  takeMessage,
} from "./message.ts";
import type { LdapSettings } from "./options.ts";
import { checkResult, describeResult } from "./result.ts";

/** Settings for the start of a session. */
export interface SessionInit {
  readonly options: LdapSettings;
  readonly limits: Limits;
  /** TLS from the first byte. */
  readonly tls: boolean;
}

const NOTICE_OF_DISCONNECTION = "1.3.6.1.4.1.1466.20036";

/** A connection for requests one after the other. */
export class LdapSession {
  readonly options: LdapSettings;
  readonly limits: Limits;
  readonly #inbox = new Inbox();
  #secured: boolean;
  #id = 0;

  constructor({ options, limits, tls }: SessionInit) {
    this.options = options;
    this.limits = limits;
    this.#secured = tls;
  }

  /**
   * Starts TLS and logs in, if the options ask for it.
   *
   * @throws {AccessError} tls-required, tls-failed, auth-required, auth-failed, desync, …
   */
  *begin(): Exchange<LoginQuestion> {
    if (!this.#secured && this.options.tls !== "none") yield* this.#startTls();
    const mechanism = getMechanism(this.options);
    if (mechanism === "anonymous") return;
    if (mechanism !== "external" && !this.#secured && !this.options.clearTextLogin)
      throw clearTextLoginError();
    yield* this.#bind(mechanism === "external" ? { is: "external" } : yield* this.#askLogin(mechanism));
  }

  /** Sends a request and returns its message id. The step must contain this id. */
  *send(format: (id: number) => Omit<SendStep, "do">): Exchange<never> {
    if (this.#inbox.size > 0) {
      const message = takeMessage(this.#inbox, this.options.maxEntry);
      if (message !== undefined) checkNotification(message);
      throw new AccessError("desync", "the server sent a message that was not requested");
    }
    yield { do: "send", ...format(++this.#id) };
  }

  /** Returns the next message of the server for the last request. */
  *receive(phase: "reply" | "body" = "reply"): Exchange<never, Message> {
    for (;;) {
      const message = takeMessage(this.#inbox, this.options.maxEntry);
      if (message !== undefined) return this.#check(message);
      const octets = yield { do: "receive", phase };
      if (octets === undefined)
        throw new AccessError(
          "truncated",
          "the server closed the connection before the end of its response",
          {
            retryable: true,
          },
        );
      this.#inbox.adopt(octets);
    }
  }

  /** Sends an unbind request, and waits briefly for the server to close. Everything has arrived, so errors no longer matter. */
  *end(): Exchange<never> {
    if (this.#inbox.size > 0) return;
    try {
      yield { do: "send", octets: formatUnbind(++this.#id), cite: "RFC 4511 §4.3" };
      yield { do: "receive", phase: "farewell" };
    } catch {
      // The server closed the connection first.
    }
  }

  #check(message: Message): Message {
    if (message.id === this.#id) return message;
    checkNotification(message);
    throw new AccessError("desync", "the server sent a message that answers no request");
  }

  *#startTls(): Exchange<never> {
    const cite = "RFC 4511 §4.14";
    yield* this.send((id) => ({ octets: formatStartTls(id), cite }));
    const result = readResult(yield* this.#receiveOnly(OPERATION.extendedResponse));
    if (result.code !== 0) {
      if (this.options.tls === "preferred") return;
      throw new AccessError("tls-required", "the server refused StartTLS, but TLS is required", {
        ...describeResult(result),
        hint: "use ldaps: if the server has a port for it",
      });
    }
    // Data that arrived with the response were not protected: an attacker may have sent them.
    if (this.#inbox.size > 0) throw new AccessError("desync", "the server sent data before TLS started");
    yield { do: "secure", cite };
    this.#secured = true;
  }

  /** Returns the body of the next message, which must have this operation. */
  *#receiveOnly(operation: number): Exchange<never, Uint8Array> {
    const message = yield* this.receive();
    if (message.operation !== operation)
      throw new AccessError("protocol-error", "the server sent a response of another type");
    return message.body;
  }

  *#askLogin(is: "simple" | "plain"): Exchange<LoginQuestion, Authentication> {
    const { bindDn } = this.options;
    // Without a password the server would accept any user, as anonymous (RFC 4513 §5.1.2).
    const [user, password] = yield* askLogin(bindDn);
    if (is === "plain" && (user.includes("\0") || password.includes("\0")))
      throw new AccessError("control-octet", "a user or password of PLAIN must not contain NUL");
    return { is, user, password };
  }

  *#bind(how: Authentication): Exchange<never> {
    const cite = how.is === "simple" ? "RFC 4513 §5.1.3" : "RFC 4513 §5.2";
    yield* this.send((id) => {
      const { octets, secret } = formatBind(id, how);
      return { octets, cite, ...(secret !== undefined && { secret }) };
    });
    const result = readResult(yield* this.#receiveOnly(OPERATION.bindResponse));
    // "stronger authentication" than a password without TLS: Active Directory calls for TLS in this way.
    checkResult(result, result.code === 8 && !this.#secured ? 13 : result.code);
  }
}

/** @throws {AccessError} temporarily-unavailable: the message is a notification (RFC 4511 §4.4), with its reason. */
function checkNotification({ id, operation, body }: Message): void {
  if (id !== 0 || operation !== OPERATION.extendedResponse) return;
  const named = readResponseName(body) === NOTICE_OF_DISCONNECTION;
  throw new AccessError(
    "temporarily-unavailable",
    named ? "the server closes the connection" : "the server sent an unknown notification",
    describeResult(readResult(body)),
  );
}

type Mechanism = NonNullable<LdapSettings["bind"]>;

function getMechanism({ bind, bindDn }: LdapSettings): Mechanism {
  return bind ?? (bindDn === undefined ? "anonymous" : "simple");
}

/** @throws {AccessError} tls-required: a password would be sent without TLS. Nothing has been sent. */
export function checkLogin({ options, tls }: SessionInit): void {
  const mechanism = getMechanism(options);
  const hasPassword = mechanism === "simple" || mechanism === "plain";
  if (hasPassword && !tls && options.tls === "none" && !options.clearTextLogin) throw clearTextLoginError();
}

function clearTextLoginError(): AccessError {
  return new AccessError("tls-required", "cannot send a password without TLS; nothing of it was sent", {
    hint: 'set the ldap option tls to "required", use ldaps:, or set the option clearTextLogin',
  });
}
