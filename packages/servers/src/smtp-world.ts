/** What exists beyond RFC 5321's least: leave some out to see a client do without. */
export const SMTP_FEATURES = ["8BITMIME", "ENHANCEDSTATUSCODES", "PIPELINING", "SIZE", "SMTPUTF8"] as const;

export type SmtpFeature = (typeof SMTP_FEATURES)[number];

/** A message that the server has taken, and its envelope. */
export interface ReceivedMessage {
  /** The reverse-path, without "<" and ">"; "" for the null one. */
  readonly from: string;
  /** The forward-paths. */
  readonly recipients: readonly string[];
  /** The message, its dots single again, in lines that end in CR LF. */
  readonly octets: Uint8Array;
  /** Who was logged in. */
  readonly user: string | undefined;
  /** Did it come under TLS? */
  readonly secure: boolean;
  /** The parameters of MAIL, as "SIZE=40". */
  readonly parameters: readonly string[];
}

/** How a server is set up. */
export interface SmtpWorld {
  readonly accounts: ReadonlyMap<string, string>;
  readonly mechanisms: readonly ("PLAIN" | "LOGIN")[];
  readonly requireAuth: boolean;
  readonly requireTls: boolean;
  readonly startTls: boolean;
  readonly refuse: ReadonlySet<string>;
  readonly defer: ReadonlySet<string>;
  readonly maxSize: number;
  readonly features: ReadonlySet<SmtpFeature>;
  readonly esmtp: boolean;
  /** Where messages are taken to. */
  readonly take: (message: ReceivedMessage) => void;
}

/** What a session remembers between two commands. The commands write it. */
export interface SmtpSession {
  readonly world: SmtpWorld;
  secure: boolean;
  /** EHLO or HELO was said. */
  greeted: boolean;
  user: string | undefined;
  transaction: SmtpTransaction | undefined;
}

/** Between MAIL and the end of the mail data (RFC 5321 §3.3). */
export interface SmtpTransaction {
  readonly from: string;
  readonly parameters: readonly string[];
  readonly recipients: string[];
}
