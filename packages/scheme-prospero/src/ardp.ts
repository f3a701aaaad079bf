import { AccessError, isAccessError, type Limits } from "@anyurl/core";
import type { Endpoint, Remote } from "@anyurl/core/exchange";
import { type ArdpPacket, readPacket, writeCancel, writePacket } from "./ardp-packet.ts";
import { Assembly } from "./assembly.ts";
import { Outgoing } from "./outgoing.ts";
import { RetransmissionTimer, type TimerOptions } from "./retransmission-timer.ts";
import type { Dialogue, Heard } from "./step.ts";

export interface ArdpOptions extends TimerOptions {
  readonly limits: Pick<Limits, "maxDatagrams" | "maxDatagramOctets">;
  /** A number that nobody can guess, from 1 to 65535: it names a request. */
  readonly connectionId: () => number;
  /**
   * Called when a server wants its request sent elsewhere. @throws {AccessError} it is not followed.
   */
  readonly redirect: (to: Endpoint) => void;
}

export interface Request {
  readonly endpoint: Endpoint;
  /** Who has sent us there; `undefined`: the URL itself. */
  readonly sentBy: Remote | undefined;
  readonly text: Uint8Array;
  /** The part of the URL that it comes from. */
  readonly part?: string | undefined;
}

export interface Answer {
  readonly text: Uint8Array;
  /** Who has given it. */
  readonly remote: Remote;
}

/**
 * One request and its answer over ARDP. Packets of the answer are taken in any order; what is lost on either way is
 * asked for again, each time after twice the time, and given up after a number of times in vain.
 *
 * @throws {AccessError} timeout; connect-failed: the server refuses; protocol-error, too-large; and what a redirect is
 *   refused with.
 */
export function* transact(request: Request, options: ArdpOptions): Dialogue<never, Answer> {
  const connectionId = options.connectionId();
  const opened = yield { do: "open", endpoint: request.endpoint, sentBy: request.sentBy };
  try {
    return yield* converse(connectionId, request, opened.remote!, options);
  } catch (error) {
    try {
      // A courtesy: nobody waits for the answer any more.
      yield { do: "send", octets: writeCancel(connectionId) };
    } catch {
      // What counts is why it is not waited for.
    }
    throw error;
  }
}

function* converse(
  connectionId: number,
  request: Request,
  first: Remote,
  options: ArdpOptions,
): Dialogue<never, Answer> {
  const outgoing = new Outgoing(connectionId, request.text);
  const incoming = new Assembly(options.limits);
  const timer = new RetransmissionTimer(options);
  const patience = new Patience();
  let remote = first;
  /** What the server has been told to have arrived. */
  let told: number | undefined;
  yield* send(outgoing.fresh(), request.part);
  for (;;) {
    const { datagram, elapsed } = yield* receive(timer, patience);
    timer.pass(elapsed);
    const packet = datagram && readPacket(datagram);
    if (packet === "foreign") patience.foreign = true;
    else if (packet !== undefined && isOf(packet, connectionId)) {
      if (packet.option?.kind === "redirect" && !incoming.begun) {
        const { host, port } = packet.option;
        options.redirect({ host, port });
        const opened = yield { do: "open", endpoint: { host, port }, sentBy: remote };
        remote = opened.remote!;
        // Nobody there has anything of it yet.
        outgoing.reset(0);
        timer.reset();
        yield* send(outgoing.missing(), request.part);
        continue;
      }
      const isNews = take(packet, { outgoing, incoming, timer, patience });
      // To say the same again for each copy of a packet would bring as many copies of what follows.
      if (packet.acknowledge && (isNews || told !== incoming.through)) {
        told = incoming.through;
        yield acknowledgement(connectionId, incoming);
      }
      if (incoming.complete) return { text: incoming.text(), remote };
      yield* send(outgoing.fresh(), request.part);
    }
    if (!timer.expired) continue;
    if (!timer.again()) throw patience.atItsEnd();
    // Who has the whole request is asked for the rest of the answer by telling what there is of it.
    if (outgoing.delivered) yield acknowledgement(connectionId, incoming);
    else yield* send(outgoing.missing(), request.part);
  }
}

/**
 * Does a packet belong to the request? A server of 1994 exchanges the two octets of the id in all that it sends after
 * an acknowledgement, on a machine that stores the low one first.
 */
function isOf({ connectionId }: ArdpPacket, own: number): boolean {
  return connectionId === own || connectionId === ((own & 0xff) << 8) + (own >> 8);
}

interface Side {
  readonly outgoing: Outgoing;
  readonly incoming: Assembly;
  readonly timer: RetransmissionTimer;
  readonly patience: Patience;
}

/**
 * What a packet of the server tells; false when that was known.
 *
 * @throws {AccessError} connect-failed, protocol-error, too-large
 */
function take(packet: ArdpPacket, { outgoing, incoming, timer, patience }: Side): boolean {
  const { number, option, receivedThrough, wait } = packet;
  if (option?.kind === "refused" && !incoming.begun) throw refused();
  if (option?.kind === "queue") patience.position = option.position;
  if (option?.kind === "reset") {
    // What is missing now is sent when the time has come, so that no packet of a few octets asks for thousands.
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

function* send(packets: Iterable<Uint8Array>, part: string | undefined): Dialogue<never, void> {
  for (const octets of packets) yield { do: "send", octets, part };
}

/** Nine octets, to whoever has sent more than that: received through. */
function acknowledgement(connectionId: number, { through }: Assembly) {
  const octets = writePacket({ connectionId, number: 0, total: 0, receivedThrough: through });
  return { do: "send", octets } as const;
}

function* receive(timer: RetransmissionTimer, patience: Patience): Dialogue<never, Heard> {
  try {
    return yield { do: "receive", within: timer.left };
  } catch (error) {
    if (isAccessError(error) && error.code === "timeout") throw patience.told(error);
    throw error;
  }
}

function refused(): AccessError {
  return new AccessError("connect-failed", "the server refuses the connection", { retryable: true });
}

/** What the server has said while there was no answer: whoever gives up tells it. */
class Patience {
  /** What it asks for at last. */
  seconds: number | undefined;
  /** Our place in its queue. */
  position: number | undefined;
  /** Something came that is no ARDP of this version. */
  foreign = false;

  /** Time is up, by our own count. */
  atItsEnd(): AccessError {
    return this.told(new AccessError("timeout", "the server does not answer", { retryable: true }));
  }

  /** Time is up: with what is known of the reason. */
  told({ message, retryable, cause, hint }: AccessError): AccessError {
    if (this.foreign)
      return new AccessError("protocol-error", "what answers there does not speak this version of ARDP", {
        cause,
      });
    if (this.seconds === undefined) return new AccessError("timeout", message, { retryable, cause, hint });
    const place = this.position === undefined ? "" : ` (place ${this.position} in its queue)`;
    return new AccessError("timeout", message, {
      retryable,
      cause,
      hint: `the server asks for ${this.seconds} seconds of patience${place}: raise the limit replyTimeout`,
    });
  }
}
