import { type Client, type ClientOptions, createClient, Transcript } from "@anyurl/client";
import type { Limits } from "@anyurl/core";
import { mailto } from "@anyurl/scheme-mailto";
import { SELF_SIGNED } from "@anyurl/testkit/certificates";
import { nodeTransport } from "@anyurl/transport-node";
import type { MailtoOptions, Receipt, SmtpOptions } from "../src/index.ts";
import { smtp } from "../src/index.ts";

export const PASSWORD = "s3cr:t@/%";

export interface Sending {
  readonly url?: string;
  readonly smtp?: Partial<SmtpOptions>;
  readonly mailto?: MailtoOptions;
  readonly client?: Partial<ClientOptions<readonly [typeof mailto]>>;
  readonly limits?: Partial<Limits>;
  readonly signal?: AbortSignal;
  readonly message?: string;
}

export interface Sent {
  readonly error: unknown;
  readonly receipt: Receipt | undefined;
  readonly transcript: Transcript;
}

function clientWith(options: Partial<ClientOptions<readonly [typeof mailto]>> = {}): Client<typeof mailto> {
  return createClient({
    schemes: [mailto],
    transport: nodeTransport(),
    tls: { ca: SELF_SIGNED.cert },
    ...options,
  });
}

/** Sends to a server on this machine, and returns the result. */
export async function sendTo(port: number, sending: Sending = {}): Promise<Sent> {
  const { url = "mailto:joe@h.example?subject=hello&body=hi", limits, signal, message } = sending;
  const transcript = new Transcript();
  let receipt: Receipt | undefined;
  const options: MailtoOptions = {
    submit: smtp({ host: "localhost", port, tls: "none", ...sending.smtp }),
    from: "me@h.example",
    confirmed: true,
    onReceipt: (told) => {
      receipt = told;
    },
    ...sending.mailto,
  };
  const source = message === undefined ? undefined : octetsIn(message);
  try {
    await clientWith(sending.client).send(url as "mailto:", source, {
      transcript,
      options: { ...options },
      ...(limits && { limits }),
      ...(signal && { signal }),
    });
    return { error: undefined, receipt, transcript };
  } catch (error) {
    return { error, receipt, transcript };
  }
}

async function* octetsIn(text: string): AsyncGenerator<Uint8Array, void, void> {
  yield new TextEncoder().encode(text);
}
