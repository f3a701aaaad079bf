import { createSecureContext } from "node:tls";
import { octetsOf, textOf } from "@anyurl/core";
import { type EmbeddedServer, type ListenOptions, startServer } from "../embedded-server.ts";
import { type ReceivedMessage, SMTP_FEATURES, type SmtpFeature } from "./server-state.ts";
import { serveSmtp } from "./session.ts";

export interface SmtpServerOptions extends ListenOptions {
  /** Passwords by user. With at least one, AUTH is available. Default: none. */
  readonly accounts?: Readonly<Record<string, string>>;
  /** The mechanisms of AUTH. Default PLAIN and LOGIN. */
  readonly mechanisms?: readonly ("PLAIN" | "LOGIN")[];
  /** Whether mail requires a login. Default false. */
  readonly requireAuth?: boolean;
  /** A certificate and its key, as PEM, for STARTTLS. Default: no TLS. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** TLS from the first byte instead. Default false. */
  readonly implicitTls?: boolean;
  /** Whether all commands require TLS. Default false. */
  readonly requireTls?: boolean;
  /** Mailboxes that do not exist (550), in lower case. All others exist. Default: none. */
  readonly refuse?: readonly string[];
  /** Mailboxes that are busy (451), in lower case. Default: none. */
  readonly defer?: readonly string[];
  /** Maximum bytes of a message. Default 5 MiB. */
  readonly maxSize?: number;
  /** Default: all. */
  readonly features?: readonly SmtpFeature[];
  /** Whether EHLO is supported. False: a server of RFC 821. Default true. */
  readonly esmtp?: boolean;
  /** Milliseconds without activity until 421. Default five minutes. */
  readonly timeout?: number;
}

/** A server that accepts mail and keeps it in memory. */
export interface SmtpServer extends EmbeddedServer {
  /** In order of arrival; at most 1000 messages are kept. */
  readonly messages: readonly ReceivedMessage[];
}

const MAX_KEPT_MESSAGES = 1000;

/**
 * Starts a mail server (RFC 5321, 1870, 3207, 4954, 6152, 6531) on loopback. It accepts mail and delivers it nowhere.
 *
 * @throws {RangeError} the host is not a loopback address.
 */
export async function startSmtpServer(options: SmtpServerOptions = {}): Promise<SmtpServer> {
  const { accounts = {}, mechanisms = ["PLAIN", "LOGIN"], tls, implicitTls = false } = options;
  const messages: ReceivedMessage[] = [];
  const world = {
    accounts: new Map(
      Object.entries(accounts).map(([user, password]) => [normalizeText(user), normalizeText(password)]),
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
    take: (message: ReceivedMessage) => void (messages.length < MAX_KEPT_MESSAGES && messages.push(message)),
  };
  const context = tls && createSecureContext({ cert: tls.cert, key: tls.key });
  const timeout = options.timeout ?? 5 * 60_000;
  const server = await startServer(implicitTls ? "smtps" : "smtp", options, (connection) =>
    serveSmtp(connection, { world, context, implicitTls: implicitTls && context !== undefined, timeout }),
  );
  return Object.assign(server, { messages });
}

/** The text as it would be received. */
function normalizeText(text: string): string {
  return textOf(octetsOf(text));
}
