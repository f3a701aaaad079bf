import type { Part } from "../describe.ts";
import { displayText } from "../display.ts";
import { textOf } from "../escape.ts";
import type { Channel, Endpoint, Exchange, SendStep } from "./step.ts";
import { shown } from "./wire.ts";

/** One thing that opening the URL would do. Secrets are "***". */
export type PlanStep =
  | {
      readonly do: "connect";
      readonly on: Channel;
      readonly host: string | undefined;
      readonly port: number | undefined;
      readonly cite: string;
    }
  | {
      readonly do: "send";
      readonly on: Channel;
      readonly octets: Uint8Array;
      /** The octets as one reads them, without the line end. */
      readonly text: string;
      /** The part of the URL that it comes from, and where that stands; absent when the protocol asks for it. */
      readonly part?: string;
      readonly start?: number;
      readonly end?: number;
      readonly cite: string;
    }
  | { readonly do: "secure"; readonly on: Channel; readonly cite: string }
  | { readonly do: "receive"; readonly on: Channel; readonly cite: string }
  | {
      /** A message to be handed over for sending: mail, or an article. */
      readonly do: "message";
      readonly octets: Uint8Array;
      /** The octets as one reads them. */
      readonly text: string;
      /** Fields of the URL that the message is not given, in lower case; absent: the scheme has no such fields. */
      readonly leftOut?: readonly string[];
      readonly cite: string;
    }
  | {
      /** A file of this machine, by the name that its operating system has for it. */
      readonly do: "file";
      readonly path: string;
      readonly system: "posix" | "windows" | "vms";
      readonly cite: string;
    };

/** What opening a URL would send, in order. Nothing has been sent. */
export interface Plan {
  readonly operation: string;
  readonly steps: readonly PlanStep[];
}

/**
 * The peer to plan against: it agrees to everything. Called with `undefined` when a channel opens, for a
 * greeting; then with the octets of each send, for the reply: of several one comes with each receive. `undefined` as a
 * reply: it says nothing.
 */
export type IdealPeer = (
  sent: Uint8Array | undefined,
  on: Channel,
) => Uint8Array | readonly Uint8Array[] | undefined;

export interface PlanInit {
  readonly operation: string;
  readonly endpoint: Endpoint;
  /** What the plan's steps point to. */
  readonly parts: readonly Part[];
  readonly peer: IdealPeer;
  /** For steps that name no rule of their own. */
  readonly cite: string;
}

/** A peer that agrees to everything needs few steps; an exchange that needs more is stuck. */
const MAX_STEPS = 10_000;

/** Runs the very exchange that an access performs, against an ideal peer, and writes down what it does. */
export function planOf(exchange: Exchange<unknown, unknown>, init: PlanInit): Plan {
  const { operation, endpoint, parts, peer, cite } = init;
  const steps: PlanStep[] = [];
  const replies = new Map<Channel, Uint8Array[]>();
  const open = (on: Channel, to: Endpoint, rule: string) => {
    // The port of a data connection is the server's to choose: no plan knows it.
    const known = on === "control";
    steps.push({
      do: "connect",
      on,
      host: to.host ?? endpoint.host,
      port: known ? to.port : undefined,
      cite: rule,
    });
    replies.set(on, []);
    hear(on, peer(undefined, on));
  };
  const hear = (on: Channel, reply: ReturnType<IdealPeer>) => {
    if (reply !== undefined) replies.get(on)?.push(...(reply instanceof Uint8Array ? [reply] : reply));
  };

  open("control", endpoint, cite);
  let next = exchange.next();
  for (let count = 0; next.done !== true; count++) {
    if (count > MAX_STEPS) throw new RangeError("the exchange did not end with its ideal peer");
    const step = next.value;
    let received: Uint8Array | undefined;
    if (step.do === "send") {
      const on = step.on ?? "control";
      steps.push(sendStep(step, on, parts, cite));
      hear(on, peer(step.octets, on));
    } else if (step.do === "open") {
      open(step.on, step.endpoint, step.cite ?? cite);
    } else if (step.do === "secure") {
      steps.push({ do: "secure", on: step.on ?? "control", cite: step.cite ?? cite });
    } else if (step.do === "receive") {
      const on = step.on ?? "control";
      received = replies.get(on)?.shift();
      if (step.phase === "body" && steps.at(-1)?.do !== "receive") steps.push({ do: "receive", on, cite });
    }
    next = exchange.next(received);
  }
  return { operation, steps };
}

function sendStep(step: SendStep, on: Channel, parts: readonly Part[], cite: string): PlanStep {
  const octets = shown(step);
  const part = step.part === undefined ? undefined : parts.find(({ name }) => name === step.part);
  return {
    do: "send",
    on,
    octets,
    text: displayText(textOf(octets).replace(/\r?\n$/, "")),
    ...(step.part !== undefined && { part: step.part }),
    ...(part !== undefined && { start: part.start, end: part.end }),
    cite: step.cite ?? cite,
  };
}
