import { SMTPServer } from "smtp-server";
import type { Connection } from "../embedded-server.ts";
import { LineReader } from "../line-reader.ts";
import type { ReceivedMessage, SmtpServerOptions } from "./options.ts";

/** Maximum bytes of a line in `received`: those of AUTH can be long (RFC 4954 §4.5.3). */
const MAX_LINE_BYTES = 12_288;

/** CR alone, or a line of more than 998 bytes (RFC 5321 §2.3.8, §4.5.3.1.6). */
const MALFORMED_DATA: RegExp = /\r(?!\n)|[^\r\n]{999}/;

/** Runs one session of smtp-server on a connection. The returned function ends the session with 421. */
export function serveSmtp(
  { socket, record }: Connection,
  options: Required<Omit<SmtpServerOptions, "tls" | "host" | "port">> & Pick<SmtpServerOptions, "tls">,
  keep: (message: ReceivedMessage) => void,
): () => void {
  const { maxSize, requireTls, tls } = options;
  const accounts = new Map(Object.entries(options.accounts));
  const features = new Set(options.features);
  const offersStartTls = tls !== undefined && !options.implicitTls;
  /** The library removes a repeated mailbox, and compares without case. */
  let recipients: string[] = [];
  let recorded: unknown;
  /** The library accepts lines that end in LF alone. */
  let isMalformed = false;

  /** Records the lines of a socket. Called before the library reads from it. */
  function recordLines(from: typeof socket): void {
    if (recorded === from) return;
    recorded = from;
    const reader = new LineReader(MAX_LINE_BYTES);
    from.on("data", (octets: Uint8Array) => {
      for (const line of reader.read(octets)) {
        record(line);
        isMalformed ||= line.bareLf;
      }
    });
  }

  const server = new SMTPServer({
    logger: false,
    name: "embedded.example",
    banner: "anyurl embedded SMTP server ready.",
    heloResponse: "%s greets you",
    disableReverseLookup: true,
    maxAllowedUnauthenticatedCommands: false,
    socketTimeout: options.timeout,
    maxCommandLength: MAX_LINE_BYTES,
    maxRecipients: 100, // RFC 5321 §4.5.3.1.8
    ...tls,
    secure: options.implicitTls,
    needsUpgrade: options.implicitTls,
    authOptional: !options.requireAuth,
    authMethods: [...options.mechanisms],
    allowInsecureAuth: !requireTls,
    disabledCommands: [
      ...(options.esmtp ? [] : ["EHLO"]),
      ...(accounts.size > 0 ? [] : ["AUTH"]),
      ...(offersStartTls ? [] : ["STARTTLS"]),
    ],
    ...(features.has("SIZE") && { size: maxSize }),
    hide8BITMIME: !features.has("8BITMIME"),
    hideENHANCEDSTATUSCODES: !features.has("ENHANCEDSTATUSCODES"),
    hidePIPELINING: !features.has("PIPELINING"),
    hideSMTPUTF8: !features.has("SMTPUTF8"),

    onSecure(secured, _, next) {
      recordLines(secured);
      next();
    },
    onAuth({ authzid = "", username = "", password }, _, done) {
      const isValid = accounts.get(username) === password && (authzid === "" || authzid === username);
      done(null, isValid ? { user: username } : {});
    },
    onMailFrom({ args }, { secure }, done) {
      recipients = [];
      if (requireTls && !secure) return done(replyError(530, "Begin TLS first."));
      if (isMalformed) return done(replyError(500, "Lines end in CR LF."));
      const known = { SIZE: "SIZE", BODY: "8BITMIME", SMTPUTF8: "SMTPUTF8" } as const;
      const isKnown = (name: string) => features.has(known[name as keyof typeof known]);
      done(Object.keys(args).every(isKnown) ? null : replyError(555, "Unknown parameter."));
    },
    onRcptTo({ address }, { envelope }, done) {
      const mailbox = address.toLowerCase();
      const isAscii = Buffer.byteLength(address) === address.length;
      if (!isAscii && !envelope.smtpUtf8) return done(replyError(553, "This address requires SMTPUTF8."));
      if (options.refuse.includes(mailbox)) return done(replyError(550, "There is no such mailbox."));
      if (options.defer.includes(mailbox)) return done(replyError(451, "Try again later."));
      recipients.push(address);
      done();
    },
    onData(stream, { envelope, secure, user }, done) {
      const chunks: Uint8Array[] = [];
      stream.on("data", (chunk: Uint8Array) => void (stream.byteLength <= maxSize && chunks.push(chunk)));
      stream.on("end", () => {
        const octets = Buffer.concat(chunks);
        if (stream.byteLength > maxSize) return done(replyError(552, "The message is too large."));
        if (isMalformed || MALFORMED_DATA.test(octets.toString("latin1")))
          return done(replyError(554, "Lines have at most 998 bytes and end in CR LF."));
        const { address: from, args } = envelope.mailFrom || { address: "", args: false };
        const parameters = Object.entries(args).map(([name, value]) =>
          value === true ? name : `${name}=${value}`,
        );
        keep({ from, recipients, parameters, octets, user: user || undefined, secure });
        done();
      });
    },
  });
  // A broken connection is not an error of the server.
  server.on("error", () => {});
  // The library does not expect a client that ends its side first.
  socket.allowHalfOpen = false;
  if (!options.implicitTls) recordLines(socket);
  server.connect(socket);
  for (const session of server.connections) {
    if (options.implicitTls) break;
    // The library would greet after 100 ms, to detect clients that do not wait.
    session.connectionReady();
    session.connectionReady = () => {};
  }
  return () => {
    for (const session of server.connections) session.send(421, "Shutting down.");
  };
}

function replyError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
