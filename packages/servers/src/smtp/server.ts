import { createSecureContext } from "node:tls";
import { type EmbeddedServer, startServer } from "../embedded-server.ts";
import { type ReceivedMessage, SMTP_FEATURES, type SmtpServerOptions } from "./options.ts";
import { serveSmtp } from "./session.ts";

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
  const settings = {
    accounts: {},
    mechanisms: ["PLAIN", "LOGIN"],
    requireAuth: false,
    implicitTls: false,
    requireTls: false,
    refuse: [],
    defer: [],
    maxSize: 5 * 1024 * 1024,
    features: SMTP_FEATURES,
    esmtp: true,
    timeout: 5 * 60_000,
    ...options,
  } as const;
  const messages: ReceivedMessage[] = [];
  // Fails here for an invalid certificate, and not at the first connection.
  if (options.tls) createSecureContext(options.tls);
  const server = await startServer(settings.implicitTls ? "smtps" : "smtp", options, (connection) =>
    serveSmtp(
      connection,
      settings,
      (message) => void (messages.length < MAX_KEPT_MESSAGES && messages.push(message)),
    ),
  );
  return Object.assign(server, { messages });
}
