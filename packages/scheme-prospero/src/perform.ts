import { AccessError } from "@anyurl/core";
import type { Context, DatagramSocket } from "@anyurl/core/exchange";
import type { DatagramExchange, DatagramStep, ReceivedDatagram } from "./step.ts";

/**
 * Runs an exchange over the datagrams of a context. Events are emitted on demand; stopping early closes the socket. The
 * error of a failed step is thrown into the exchange.
 *
 * @throws {AccessError} unsupported: the transport has no datagrams.
 */
export async function* performDatagrams<Event, Result>(
  dialogue: DatagramExchange<Event, Result>,
  context: Context,
): AsyncGenerator<Event, Result, void> {
  let socket: DatagramSocket | undefined;
  try {
    let next = dialogue.next({ elapsed: 0 });
    while (next.done !== true) {
      const step = next.value;
      if (step.do === "emit") {
        yield step.event;
        next = dialogue.next({ elapsed: 0 });
        continue;
      }
      let heard: ReceivedDatagram;
      try {
        if (step.do === "open") {
          socket?.close();
          socket = undefined;
          socket = await openPeer(step, context);
          heard = { elapsed: 0, remote: socket.remote };
        } else heard = await performStep(step, socket, context);
      } catch (error) {
        // The caller aborted, so try no other access method.
        if (context.signal.aborted) throw error;
        next = dialogue.throw(error);
        continue;
      }
      next = dialogue.next(heard);
    }
    return next.value;
  } finally {
    socket?.close();
  }
}

type OpenStep = Extract<DatagramStep<never>, { do: "open" }>;

async function openPeer({ endpoint, sentBy }: OpenStep, context: Context): Promise<DatagramSocket> {
  if (context.datagram === undefined) {
    throw new AccessError("unsupported", "Prospero requires UDP, and the transport has no datagrams", {
      hint: "use a transport with datagrams, such as @anyurl/transport-node",
    });
  }
  return context.datagram(endpoint, sentBy && { sentBy });
}

async function performStep(
  step: Exclude<DatagramStep<unknown>, { do: "emit" | "open" }>,
  socket: DatagramSocket | undefined,
  context: Context,
): Promise<ReceivedDatagram> {
  if (socket === undefined) throw new AccessError("plugin-fault", "the exchange has no open socket");
  if (step.do === "send") {
    await socket.send(step.octets);
    return { elapsed: 0 };
  }
  const since = context.now();
  const datagram = await socket.receive(step.within);
  const elapsed = Math.max(0, context.now() - since);
  return datagram === undefined ? { elapsed: Math.max(elapsed, step.within) } : { datagram, elapsed };
}

/** Returns the result of an exchange that emits no events. */
export async function runToResult<Result>(events: AsyncGenerator<never, Result, void>): Promise<Result> {
  for (;;) {
    const next = await events.next();
    if (next.done === true) return next.value;
  }
}
