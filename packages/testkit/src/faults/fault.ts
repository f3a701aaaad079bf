import type { AccessCode, Limits } from "@anyurl/core";
import type { ExchangePoint, FaultInjector } from "./faulty-peer.ts";
import type { Payload } from "./payload.ts";
import type { HostileOperation, HostileProtocol, HostileWorld } from "./server-steps.ts";

/** What must come of a call. */
export interface Outcome {
  /** The codes with which it may fail; "any": with whichever fits. Absent: it must not fail. */
  readonly fails?: readonly AccessCode[] | "any";
  /**
   * What it may give: "all", exactly what the server has, or has been asked to do; "beginning", so much of that as was sent, and no claim that it
   * were whole; "anything", for it cannot know better. Absent: it must not succeed.
   */
  readonly gives?: "all" | "beginning" | "anything";
  /** It fails with the very reason for which the caller has given up. */
  readonly aborts?: true;
  /** Behind the point nothing more is asked for that would change something. */
  readonly stops?: true;
}

/** One way in which a peer is hostile. */
export interface Fault {
  readonly name: string;
  /** For which protocols and operations. Default: all. */
  readonly suits?: (operation: HostileOperation, protocol: HostileProtocol) => boolean;
  /** At which points of the proper dialogue it is tried, one after the other. Absent: once, at no point. */
  readonly when?: (point: ExchangePoint, next: ExchangePoint | undefined) => boolean;
  /** What the peer does there. */
  readonly inject?: (
    at: ExchangePoint,
    next: ExchangePoint | undefined,
    protocol: HostileProtocol,
  ) => FaultInjector;
  /** What it does at all points that follow. */
  readonly injectAfter?: (protocol: HostileProtocol) => FaultInjector;
  /** What it has instead. */
  readonly payload?: (operation: HostileOperation) => Payload;
  readonly world?: (proper: HostileWorld) => Partial<HostileWorld>;
  /** What is wrong before anything is said. */
  readonly network?: Network;
  readonly limits?: Partial<Limits>;
  /** What the caller does. Default: reads all. */
  readonly reader?: "leaves" | "stops";
  /** What is with the octets that the caller writes. Default: they come, in pieces. */
  readonly source?: "fails" | "octet by octet";
  readonly outcome: (
    operation: HostileOperation,
    at: ExchangePoint | undefined,
    next: ExchangePoint | undefined,
  ) => Outcome;
  /** Octets that the client may take, over those that a proper server says. */
  readonly most?: (limits: Limits, at: ExchangePoint | undefined) => number;
  /** Bytes that a chunk of the body has at least, on average, when it reaches the reader. */
  readonly minAverageChunk?: number;
  /** Milliseconds in which all must be over. */
  readonly within?: (limits: Limits) => number;
  /** May anything be sent at all? Default true. */
  readonly sends?: boolean;
}

export interface Network {
  /** The server's name leads nowhere; nothing listens; nobody answers. */
  readonly server?: "unknown" | "refuses" | "drops";
  /** Ports at which nobody answers. */
  readonly dropped?: readonly number[];
  /** Which connections the server takes in the clear although TLS is due. */
  readonly clear?: "all" | "data";
  /** Does the server never close? */
  readonly staysOpen?: true;
  /** Does it take nothing of what is sent? */
  readonly ignoresInput?: true;
}
