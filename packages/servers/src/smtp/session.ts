import type { SecureContext } from "node:tls";
import { textOf } from "@anyurl/core";
import type { Connection } from "../embedded-server.ts";
import { type Line, LineReader } from "../line-reader.ts";
import { type Outcome, runSession, startServerTls } from "../session.ts";
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
  const state: SmtpSession = {
    world,
    secure: false,
    greeted: false,
    user: undefined,
    transaction: undefined,
  };
  let mailData: MailData | undefined;
  let answer: ((line: string) => AuthOutcome) | undefined;

  function take(line: Line): SmtpOutcome | undefined {
    if (mailData !== undefined) {
      const reply = mailData.add(line);
      if (reply !== undefined) mailData = undefined;
      return reply;
    }
    if (line.tooLong) return smtpReply(500, "5.5.2 The line is too long.");
    if (line.bareLf) return smtpReply(500, "5.5.2 Lines end in CR LF.");
    const text = textOf(line.octets);
    const outcome = answer === undefined ? runSmtpCommand(state, text) : answer(text);
    answer = "ask" in outcome ? outcome.onResponse : undefined;
    return outcome;
  }

  function follow(outcome: SmtpOutcome | undefined): Outcome | undefined {
    if (outcome === undefined) return undefined;
    if ("ask" in outcome) return send(outcome.ask);
    if (!("next" in outcome)) return send(outcome);
    if (outcome.next === "quit") return send(outcome.reply, "close");
    if (outcome.next === "tls") return send(outcome.reply, "tls");
    if (state.transaction !== undefined) mailData = new MailData(state, state.transaction);
    return send(outcome.reply);
  }

  const session = runSession<Line>(connection, {
    createReader: () => new LineReader(MAX_LINE_BYTES),
    greeting: formatSmtpReply(smtpReply(220, "embedded.example ESMTP anyurl embedded SMTP server ready.")),
    onItem(line) {
      connection.record(line);
      return follow(take(line));
    },
    implicitTls,
    startTls(socket) {
      Object.assign(state, { secure: true, greeted: false, user: undefined, transaction: undefined });
      return startServerTls(socket, { secureContext: context! });
    },
    timeoutMs: timeout,
    onIdle: () => formatSmtpReply(smtpReply(421, "4.4.2 Idle for too long.")),
  });
  return () => session.end(formatSmtpReply(smtpReply(421, "4.3.2 Shutting down.")));
}

function send(reply: SmtpReply, next?: Outcome["next"]): Outcome {
  return { octets: formatSmtpReply(reply), next };
}
