import { createRegistry, octetsOf } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import type { Submission } from "@anyurl/scheme-mailto";
import { mailto } from "@anyurl/scheme-mailto";
import { type MemoryContext, memoryContext, type Transcript } from "@anyurl/testkit";
import { type SmtpOptions, smtp } from "../src/index.ts";

type Cut = NonNullable<Parameters<typeof memoryContext>[0]["cut"]>;

export interface Played {
  readonly lines: readonly string[];
  readonly error: unknown;
  readonly context: MemoryContext;
  /** Number of TLS handshakes. */
  readonly secured: number;
}

/** Sends the message of a transcript's URL and options to the server of the transcript. */
export async function play(transcript: Transcript, cut: Cut, failAt?: number): Promise<Played> {
  const { partial, ...texts } = transcript.options;
  const { from = "me@h.example", body = "hello", user, password, ...rest } = texts as Record<string, string>;
  const { to } = createRegistry(mailto).parse(transcript.url as "mailto:").parts;
  const submission: Submission = {
    from,
    recipients: to,
    partial: partial === "true",
    message: octetsOf(`Subject: x\r\n\r\n${body.replaceAll("|", "\r\n")}\r\n`),
  };
  const options = {
    host: "h.example",
    tls: "none",
    ...rest,
    ...(user !== undefined && { auth: { user, ...(password !== undefined && { password }) } }),
  } as SmtpOptions;
  const context = memoryContext({ ...transcript, cut, ...(failAt !== undefined && { failAt }) });
  let secured = 0;
  try {
    const receipt = await smtp(options)(
      submission,
      withTls(context, () => secured++),
    );
    const lines = [
      ...receipt.accepted.map((each) => `accepted ${each}`),
      ...receipt.refused.map(
        ({ recipient, code, replyCode, retryable }) =>
          `refused ${recipient} ${code} ${replyCode}${retryable ? " retryable" : ""}`,
      ),
      ...(receipt.reply === "" ? [] : [`reply ${receipt.reply}`]),
    ];
    return { lines, error: undefined, context, secured };
  } catch (error) {
    return { lines: [], error, context, secured };
  }
}

/** A TLS layer that changes nothing. */
function withTls(context: MemoryContext, began: () => void): Context {
  return {
    ...context,
    connect: async (...args) => ({ ...(await context.connect(...args)), secure: async () => began() }),
  };
}
