import { AccessError } from "@anyurl/core";
import type { Context, DatagramSocket } from "@anyurl/core/exchange";
import type { DatagramStep, Dialogue, Heard } from "./step.ts";

/**
 * Performs a dialogue over the datagrams of a context. What it emits comes at the reader's pace; leaving it early closes
 * its socket. A step that fails is thrown into it.
 *
 * @throws {AccessError} unsupported: there are no datagrams here.
 */
export async function* perform<Event, Result>(
  dialogue: Dialogue<Event, Result>,
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
      let heard: Heard;
      try {
        if (step.do === "open") {
          socket?.close();
          socket = undefined;
          socket = await open(step, context);
          heard = { elapsed: 0, remote: socket.remote };
        } else heard = await carryOut(step, socket, context);
      } catch (error) {
        // An abort is the caller's will: no other way is sought.
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

async function open({ endpoint, sentBy }: OpenStep, context: Context): Promise<DatagramSocket> {
  if (context.datagram === undefined) {
    throw new AccessError("unsupported", "Prospero is spoken over UDP, and there is none here", {
      hint: "use a transport that has datagrams, as @anyurl/transport-node",
    });
  }
  return context.datagram(endpoint, sentBy && { sentBy });
}

async function carryOut(
  step: Exclude<DatagramStep<unknown>, { do: "emit" | "open" }>,
  socket: DatagramSocket | undefined,
  context: Context,
): Promise<Heard> {
  if (socket === undefined) throw new AccessError("plugin-fault", "the dialogue has no open socket");
  if (step.do === "send") {
    await socket.send(step.octets);
    return { elapsed: 0 };
  }
  const since = context.now();
  const datagram = await socket.receive(step.within);
  const elapsed = Math.max(0, context.now() - since);
  return datagram === undefined ? { elapsed: Math.max(elapsed, step.within) } : { datagram, elapsed };
}

/** What a dialogue gives that emits nothing. */
export async function resultOf<Result>(events: AsyncGenerator<never, Result, void>): Promise<Result> {
  for (;;) {
    const next = await events.next();
    if (next.done === true) return next.value;
  }
}
