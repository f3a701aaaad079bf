import type { AccessCode, Limits } from "@anyurl/core";
import type { BodyReader } from "./body-readers.ts";
import type { ExchangePoint, FaultInjector } from "./faulty-peer.ts";
import type { Payload } from "./payload.ts";
import type { HostileOperation, HostileProtocol, HostileWorld } from "./server-steps.ts";

/** The required outcome of a call. */
export interface Outcome {
  /** The codes that the call may fail with; "any": any code. Absent: it must not fail. */
  readonly fails?: readonly AccessCode[] | "any";
  /**
   * The result of a successful call: "all", exactly what the server has or was asked to do; "beginning", a truncated
   * result that is not reported as complete; "anything", not checked. Absent: it must not succeed.
   */
  readonly gives?: "all" | "beginning" | "anything";
  /** The call fails with the reason of the caller's abort. */
  readonly aborts?: true;
  /** After the fault, the client sends no command that changes anything. */
  readonly stops?: true;
}

/** One way in which a server misbehaves, and the required outcome. */
export interface Fault {
  readonly name: string;
  /** What the fault applies to; "both": connections and datagrams. Default: connections. */
  readonly over?: "connections" | "datagrams" | "files" | "both" | "all";
  /** Returns whether the fault applies to an operation of a protocol. Default: always. */
  readonly suits?: (operation: HostileOperation, protocol: HostileProtocol) => boolean;
  /** Returns whether to inject the fault at a point of the correct exchange. Absent: one run, without a point. */
  readonly when?: (
    point: ExchangePoint,
    next: ExchangePoint | undefined,
    protocol: HostileProtocol,
  ) => boolean;
  /** Returns the behavior of the server at the point. */
  readonly inject?: (
    at: ExchangePoint,
    next: ExchangePoint | undefined,
    protocol: HostileProtocol,
  ) => FaultInjector;
  /** Returns the behavior of the server at all later points. */
  readonly injectAfter?: (protocol: HostileProtocol) => FaultInjector;
  /** Returns a payload that replaces the default one. */
  readonly payload?: (operation: HostileOperation) => Payload;
  readonly world?: (proper: HostileWorld) => Partial<HostileWorld>;
  /** Faults of the network and of connecting. */
  readonly network?: Network;
  readonly limits?: Partial<Limits>;
  /** How the caller reads: "leaves" cancels after the first chunk; "stops" waits first. Default: reads everything. */
  readonly reader?: "leaves" | "stops" | BodyReader;
  /** How the caller's source behaves. Default: it yields several chunks. */
  readonly source?: "fails" | "byte by byte";
  readonly outcome: (
    operation: HostileOperation,
    at: ExchangePoint | undefined,
    next: ExchangePoint | undefined,
  ) => Outcome;
  /** Bytes that the client may receive in addition to those of a correct server. */
  readonly most?: (
    limits: Limits,
    operation: HostileOperation,
    at: ExchangePoint | undefined,
    next: ExchangePoint | undefined,
  ) => number;
  /** Minimum average size of the body's chunks at the reader, in bytes. */
  readonly minAverageChunk?: number;
  /** Maximum number of promises for each packet of the server, from the transport to the caller. */
  readonly maxPromises?: number;
  /**
   * The same body in large chunks. The client may need at most twice as much memory for `payload` as for this one.
   */
  readonly memoryOf?: (operation: HostileOperation) => Payload;
  /** Milliseconds within which the call must end. */
  readonly within?: (limits: Limits) => number;
  /** Whether the client may send anything. Default: true. */
  readonly sends?: boolean;
}

export interface Network {
  /** The host name is unknown; the connection is refused; packets are dropped. */
  readonly server?: "unknown" | "refuses" | "drops";
  /** Ports that do not answer. */
  readonly dropped?: readonly number[];
  /** Connections that the server accepts in the clear although TLS is expected. */
  readonly clear?: "all" | "data";
  /** The server never closes the connection. */
  readonly staysOpen?: true;
  /** The server reads nothing. */
  readonly ignoresInput?: true;
}
