/** Features beyond the minimum of RFC 5321. Omit some to test a client without them. */
export const SMTP_FEATURES = ["8BITMIME", "ENHANCEDSTATUSCODES", "PIPELINING", "SIZE", "SMTPUTF8"] as const;

export type SmtpFeature = (typeof SMTP_FEATURES)[number];

/** An accepted message and its envelope. */
export interface ReceivedMessage {
  /** The reverse-path, without "<" and ">"; "" for the null one. */
  readonly from: string;
  /** The forward-paths. */
  readonly recipients: readonly string[];
  /** The message with dots restored, in lines that end in CR LF. */
  readonly octets: Uint8Array;
  /** The user who was logged in. */
  readonly user: string | undefined;
  /** Whether it was received over TLS. */
  readonly secure: boolean;
  /** The parameters of MAIL, for example "SIZE=40". */
  readonly parameters: readonly string[];
}

/** The settings of a server. */
export interface SmtpServerState {
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
  /** Receives accepted messages. */
  readonly take: (message: ReceivedMessage) => void;
}

/** The state of a session between two commands, written by the commands. */
export interface SmtpSession {
  readonly world: SmtpServerState;
  secure: boolean;
  /** Whether EHLO or HELO was sent. */
  greeted: boolean;
  user: string | undefined;
  transaction: SmtpTransaction | undefined;
}

/** Set between MAIL and the end of the mail data (RFC 5321 §3.3). */
export interface SmtpTransaction {
  readonly from: string;
  readonly parameters: readonly string[];
  readonly recipients: string[];
}
