import type { ListenOptions } from "../embedded-server.ts";

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
