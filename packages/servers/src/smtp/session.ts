import type { Socket } from "node:net";
import { type SecureContext, TLSSocket } from "node:tls";
import { type Connection, closeGracefully } from "../embedded-server.ts";
import { type Line, LineReader } from "../line-reader.ts";
import { textOf } from "../name.ts";
import type { AuthOutcome } from "./auth.ts";
import { runSmtpCommand, type SmtpOutcome } from "./commands.ts";
import { MailData } from "./data.ts";
import { formatSmtpReply, type SmtpReply, smtpReply } from "./reply.ts";
import type { SmtpServerState, SmtpSession } from "./server-state.ts";

export interface SmtpSessionOptions {
  readonly world: SmtpServerState;
  readonly context: SecureContext | undefined;
  /** Whether TLS is active from the first byte. */
  readonly implicitTls: boolean;
  /** Milliseconds without a byte until 421. */
  readonly timeout: number;
}

/** Maximum bytes of a line: those of AUTH can be long (RFC 4954 §4.5.3). */
const MAX_LINE_BYTES = 12_288;

/** Runs one SMTP session over a connection. The returned function ends the session with 421. */
export function serveSmtp(connection: Connection, serving: SmtpSessionOptions): () => void {
  const { world, context, implicitTls, timeout } = serving;
  const session: SmtpSession = {
    world,
    secure: implicitTls,
    greeted: false,
    user: undefined,
    transaction: undefined,
  };
  let stream: Socket = connection.socket;
  let reader = new LineReader(MAX_LINE_BYTES);
  let mailData: MailData | undefined;
  let answer: ((line: string) => AuthOutcome) | undefined;
  let over = false;

  const say = (reply: SmtpReply): void => {
    if (!over && stream.writable) stream.write(formatSmtpReply(reply));
  };
  const end = (reply?: SmtpReply): void => {
    if (over) return;
    over = true;
    stream.off("data", onData);
    closeGracefully(stream, reply && formatSmtpReply(reply));
  };
  const onData = (octets: Uint8Array): void => {
    const mine = reader;
    for (const line of mine.read(octets)) {
      // Ignore data after QUIT, and unencrypted data after STARTTLS (RFC 3207 §4.2).
      if (over || mine !== reader) return;
      connection.record(line);
      take(line);
    }
  };

  function take(line: Line): void {
    if (mailData !== undefined) {
      const reply = mailData.add(line);
      if (reply === undefined) return;
      mailData = undefined;
      say(reply);
    } else if (line.tooLong) say(smtpReply(500, "5.5.2 The line is too long."));
    else if (line.bareLf) say(smtpReply(500, "5.5.2 Lines end in CR LF."));
    else if (answer !== undefined) follow(answer(textOf(line.octets)));
    else follow(runSmtpCommand(session, textOf(line.octets)));
  }

  function follow(outcome: SmtpOutcome): void {
    answer = undefined;
    if ("ask" in outcome) {
      answer = outcome.onResponse;
      say(outcome.ask);
    } else if (!("next" in outcome)) say(outcome);
    else if (outcome.next === "quit") end(outcome.reply);
    else {
      say(outcome.reply);
      if (outcome.next === "tls") beginTls();
      else if (session.transaction !== undefined) mailData = new MailData(session, session.transaction);
    }
  }

  function beginTls(): void {
    stream.off("data", onData);
    secure();
    // Discards the state of the session.
    Object.assign(session, { secure: true, greeted: false, user: undefined, transaction: undefined });
    reader = new LineReader(MAX_LINE_BYTES);
  }

  function secure(): void {
    if (context === undefined) return;
    const { socket } = connection;
    stream = new TLSSocket(socket, { isServer: true, secureContext: context });
    listen(stream);
  }

  function listen(to: Socket): void {
    // A broken connection or a failed handshake is not an error of the server.
    to.on("error", () => to.destroy());
    to.on("data", onData);
    to.once("end", () => end());
  }

  connection.socket.setTimeout(timeout, () => end(smtpReply(421, "4.4.2 Idle for too long.")));
  if (implicitTls) secure();
  else listen(stream);
  say(smtpReply(220, "embedded.example ESMTP anyurl embedded SMTP server ready."));
  return () => end(smtpReply(421, "4.3.2 Shutting down."));
}
