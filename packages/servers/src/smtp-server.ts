import { createSecureContext } from "node:tls";
import { type EmbeddedServer, type ListenOptions, startServer } from "./embedded-server.ts";
import { octetsOf, textOf } from "./name.ts";
import { serveSmtp } from "./smtp-session.ts";
import { type ReceivedMessage, SMTP_FEATURES, type SmtpFeature } from "./smtp-world.ts";

export interface SmtpServerOptions extends ListenOptions {
  /** Passwords by user. With one at least there are logins (AUTH). Default none. */
  readonly accounts?: Readonly<Record<string, string>>;
  /** How one may log in. Default PLAIN and LOGIN. */
  readonly mechanisms?: readonly ("PLAIN" | "LOGIN")[];
  /** Is mail taken of those who are logged in only? Default false. */
  readonly requireAuth?: boolean;
  /** A certificate and its key, as PEM: there is STARTTLS. Default: there is no TLS. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** TLS from the first octet instead. Default false. */
  readonly implicitTls?: boolean;
  /** Is nothing done without TLS? Default false. */
  readonly requireTls?: boolean;
  /** Mailboxes that there are not (550), in lower case. Default none: every other one is taken. */
  readonly refuse?: readonly string[];
  /** Mailboxes that are busy (451), in lower case. Default none. */
  readonly defer?: readonly string[];
  /** Octets of a message. Default 5 MiB. */
  readonly maxSize?: number;
  /** Default: everything. */
  readonly features?: readonly SmtpFeature[];
  /** False: a server of RFC 821, without EHLO. Default true. */
  readonly esmtp?: boolean;
  /** Milliseconds in which nothing happens until 421. Default five minutes. */
  readonly timeout?: number;
}

/** A server that takes mail, and keeps it in memory. */
export interface SmtpServer extends EmbeddedServer {
  /** In the order in which it came; at most 1000 messages are kept. */
  readonly messages: readonly ReceivedMessage[];
}

const MAX_KEPT = 1000;

/**
 * Starts a mail server (RFC 5321, 1870, 3207, 4954, 6152, 6531) on loopback, which takes mail and sends it nowhere.
 *
 * @throws {RangeError} the host is no loopback address.
 */
export async function startSmtpServer(options: SmtpServerOptions = {}): Promise<SmtpServer> {
  const { accounts = {}, mechanisms = ["PLAIN", "LOGIN"], tls, implicitTls = false } = options;
  const messages: ReceivedMessage[] = [];
  const world = {
    accounts: new Map(
      Object.entries(accounts).map(([user, password]) => [oneSpelling(user), oneSpelling(password)]),
    ),
    mechanisms: Object.keys(accounts).length === 0 ? [] : mechanisms,
    requireAuth: options.requireAuth ?? false,
    requireTls: options.requireTls ?? false,
    startTls: tls !== undefined && !implicitTls,
    refuse: new Set(options.refuse),
    defer: new Set(options.defer),
    maxSize: options.maxSize ?? 5 * 1024 * 1024,
    features: new Set(options.features ?? SMTP_FEATURES),
    esmtp: options.esmtp ?? true,
    take: (message: ReceivedMessage) => void (messages.length < MAX_KEPT && messages.push(message)),
  };
  const context = tls && createSecureContext({ cert: tls.cert, key: tls.key });
  const timeout = options.timeout ?? 5 * 60_000;
  const server = await startServer(implicitTls ? "smtps" : "smtp", options, (connection) =>
    serveSmtp(connection, { world, context, implicitTls: implicitTls && context !== undefined, timeout }),
  );
  return {
    host: server.host,
    port: server.port,
    origin: server.origin,
    received: server.received,
    messages,
    get live() {
      return server.live;
    },
    close: server.close,
    [Symbol.asyncDispose]: server.close,
  };
}

/** As the text would arrive over the wire. */
function oneSpelling(text: string): string {
  return textOf(octetsOf(text));
}
