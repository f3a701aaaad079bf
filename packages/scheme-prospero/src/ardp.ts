import { AccessError, isAccessError, type Limits } from "@anyurl/core";
import type { Endpoint, Remote } from "@anyurl/core/exchange";
import { type ArdpPacket, formatCancel, formatPacket, parsePacket } from "./ardp-packet.ts";
import { OutgoingRequest } from "./outgoing-request.ts";
import { PacketReassembler } from "./packet-reassembler.ts";
import { RetransmissionTimer, type TimerOptions } from "./retransmission-timer.ts";
import type { DatagramExchange, ReceivedDatagram } from "./step.ts";

export interface ArdpOptions extends TimerOptions {
  readonly limits: Pick<Limits, "maxDatagrams" | "maxDatagramOctets">;
  /** Returns an unpredictable number from 1 to 65535 that identifies a request. */
  readonly connectionId: () => number;
  /**
   * Called if a server redirects the request.
   *
   * @throws {AccessError} the redirect is not followed.
   */
  readonly redirect: (to: Endpoint) => void;
}

export interface ArdpRequest {
  readonly endpoint: Endpoint;
  /** The server that referred us there; `undefined` if the URL did. */
  readonly sentBy: Remote | undefined;
  readonly text: Uint8Array;
  /** The part of the URL that the text comes from. */
  readonly part?: string | undefined;
}

export interface ArdpResponse {
  readonly text: Uint8Array;
  /** The server that sent it. */
  readonly remote: Remote;
}

/**
 * Sends a request over ARDP and returns the response. Accepts packets in any order. Lost packets in either direction
 * are retransmitted, with the delay doubled each time, up to the maximum number of retransmissions.
 *
 * @throws {AccessError} timeout; connect-failed: the server refuses the connection; protocol-error, too-large; and the
 *   error of a rejected redirect.
 */
export function* exchangeRequest(
  request: ArdpRequest,
  options: ArdpOptions,
): DatagramExchange<never, ArdpResponse> {
  const connectionId = options.connectionId();
  const opened = yield { do: "open", endpoint: request.endpoint, sentBy: request.sentBy };
  try {
    return yield* runRequest(connectionId, request, opened.remote!, options);
  } catch (error) {
    try {
      // Let the server stop working on the request.
      yield { do: "send", octets: formatCancel(connectionId) };
    } catch {
      // Report the original error instead.
    }
    throw error;
  }
}

function* runRequest(
  connectionId: number,
  request: ArdpRequest,
  first: Remote,
  options: ArdpOptions,
): DatagramExchange<never, ArdpResponse> {
  const outgoing = new OutgoingRequest(connectionId, request.text);
  const incoming = new PacketReassembler(options.limits);
  const timer = new RetransmissionTimer(options);
  const patience = new TimeoutReason();
  let remote = first;
  /** The last packet number that was acknowledged. */
  let told: number | undefined;
  yield* sendPackets(outgoing.fresh(), request.part);
  for (;;) {
    const { datagram, elapsed } = yield* receiveDatagram(timer, patience);
    timer.pass(elapsed);
    const packet = datagram && parsePacket(datagram);
    if (packet === "foreign") patience.foreign = true;
    else if (packet !== undefined && belongsToRequest(packet, connectionId)) {
      if (packet.option?.kind === "redirect" && !incoming.begun) {
        const { host, port } = packet.option;
        options.redirect({ host, port });
        const opened = yield { do: "open", endpoint: { host, port }, sentBy: remote };
        remote = opened.remote!;
        // The new server has no packet of the request yet.
        outgoing.reset(0);
        timer.reset();
        yield* sendPackets(outgoing.missing(), request.part);
        continue;
      }
      const isNews = processPacket(packet, { outgoing, incoming, timer, patience });
      // Do not acknowledge each duplicate packet: the server would send each following packet as often.
      if (packet.acknowledge && (isNews || told !== incoming.through)) {
        told = incoming.through;
        yield acknowledgeStep(connectionId, incoming);
      }
      if (incoming.complete) return { text: incoming.text(), remote };
      yield* sendPackets(outgoing.fresh(), request.part);
    }
    if (!timer.expired) continue;
    if (!timer.again()) throw patience.atItsEnd();
    // If the server has the whole request, an acknowledgement makes it send the rest of the response.
    if (outgoing.delivered) yield acknowledgeStep(connectionId, incoming);
    else yield* sendPackets(outgoing.missing(), request.part);
  }
}

/**
 * Returns true if a packet belongs to the request. On little-endian machines, a server of 1994 swaps the two bytes of
 * the id in all packets after an acknowledgement.
 */
function belongsToRequest({ connectionId }: ArdpPacket, own: number): boolean {
  return connectionId === own || connectionId === ((own & 0xff) << 8) + (own >> 8);
}

interface RequestState {
  readonly outgoing: OutgoingRequest;
  readonly incoming: PacketReassembler;
  readonly timer: RetransmissionTimer;
  readonly patience: TimeoutReason;
}

/**
 * Processes a packet of the server. Returns false if it has nothing new.
 *
 * @throws {AccessError} connect-failed, protocol-error, too-large
 */
function processPacket(packet: ArdpPacket, { outgoing, incoming, timer, patience }: RequestState): boolean {
  const { number, option, receivedThrough, wait } = packet;
  if (option?.kind === "refused" && !incoming.begun) throw refusedError();
  if (option?.kind === "queue") patience.position = option.position;
  if (option?.kind === "reset") {
    // Missing packets are sent only when the timer expires, so that a small packet cannot trigger thousands of bytes.
    if (!incoming.begun && receivedThrough !== undefined) outgoing.reset(receivedThrough);
    return false;
  }
  const beyond = option?.kind === "beyond" ? option.numbers : [];
  const hasMore = receivedThrough !== undefined && outgoing.acknowledge(receivedThrough, beyond);
  const isNew = number > 0 && incoming.add(packet);
  const hasBegun = number > 0 && outgoing.deliveredWhole();
  const isNews = hasMore || isNew || hasBegun;
  if (isNews) timer.reset();
  if (wait !== undefined && wait > 0) {
    timer.wait(wait);
    patience.seconds = wait;
  }
  return isNews;
}

function* sendPackets(
  packets: Iterable<Uint8Array>,
  part: string | undefined,
): DatagramExchange<never, void> {
  for (const octets of packets) yield { do: "send", octets, part };
}

/** An acknowledgement: 9 bytes, less than the packet that it answers. */
function acknowledgeStep(connectionId: number, { through }: PacketReassembler) {
  const octets = formatPacket({ connectionId, number: 0, total: 0, receivedThrough: through });
  return { do: "send", octets } as const;
}

function* receiveDatagram(
  timer: RetransmissionTimer,
  patience: TimeoutReason,
): DatagramExchange<never, ReceivedDatagram> {
  try {
    return yield { do: "receive", within: timer.left };
  } catch (error) {
    if (isAccessError(error) && error.code === "timeout") throw patience.told(error);
    throw error;
  }
}

function refusedError(): AccessError {
  return new AccessError("connect-failed", "the server refused the connection");
}

/** What the server reported before the response, for the message of a timeout. */
class TimeoutReason {
  /** The last wait that the server requested. */
  seconds: number | undefined;
  /** Our position in the server's queue. */
  position: number | undefined;
  /** A datagram arrived that is not ARDP of this version. */
  foreign = false;

  /** Returns the error after the last retransmission. */
  atItsEnd(): AccessError {
    return this.told(new AccessError("timeout", "the server did not respond", { retryable: true }));
  }

  /** Adds the known reason to a timeout. */
  told({ message, retryable, cause, hint }: AccessError): AccessError {
    if (this.foreign)
      return new AccessError("protocol-error", "the response is not ARDP of this version", {
        cause,
      });
    if (this.seconds === undefined) return new AccessError("timeout", message, { retryable, cause, hint });
    const place = this.position === undefined ? "" : ` (position ${this.position} in its queue)`;
    return new AccessError("timeout", message, {
      retryable,
      cause,
      hint: `increase the limit replyTimeout: the server requested ${this.seconds} s${place}`,
    });
  }
}
