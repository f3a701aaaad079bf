import type { Part } from "../operations/describe.ts";
import { displayText } from "../operations/display.ts";
import { textOf } from "../syntax/escape.ts";
import { maskSecrets } from "./channels.ts";
import type { Channel, Endpoint, Exchange, SendStep } from "./step.ts";

/** One step of opening a URL. Secrets are "***". */
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
      /** The bytes as readable text, without the line end. A binary message has no line end: all its bytes are shown. */
      readonly text: string;
      /** The part of the URL that the step comes from, with its range; absent if the protocol requires the step. */
      readonly part?: string;
      readonly start?: number;
      readonly end?: number;
      readonly cite: string;
    }
  | { readonly do: "secure"; readonly on: Channel; readonly cite: string }
  | { readonly do: "receive"; readonly on: Channel; readonly cite: string }
  | {
      /** A message to send: mail or an article. */
      readonly do: "message";
      readonly octets: Uint8Array;
      /** The bytes as readable text. */
      readonly text: string;
      /** Fields of the URL that are left out of the message, in lower case; absent: the scheme has no such fields. */
      readonly leftOut?: readonly string[];
      readonly cite: string;
    }
  | {
      /** A local file, by its name in the operating system. */
      readonly do: "file";
      readonly path: string;
      readonly system: "posix" | "windows" | "vms";
      readonly cite: string;
    }
  | {
      /** A step without a connection, such as to decode the content of the URL itself. */
      readonly do: "local";
      /** What is done: begins with a verb. */
      readonly text: string;
      /** A URL that is opened in this step. It has its own plan. */
      readonly url?: string;
      readonly cite: string;
    };

/** The steps of opening a URL, in order. Nothing was sent. */
export interface Plan {
  readonly operation: string;
  readonly steps: readonly PlanStep[];
}

/**
 * The ideal peer of a plan, which accepts everything. Called with `undefined` when a channel opens, for a greeting;
 * then with the bytes of each send, for the reply. If it returns several replies, each receive gets one. `undefined`:
 * no reply.
 */
export type IdealPeer = (
  sent: Uint8Array | undefined,
  on: Channel,
) => Uint8Array | readonly Uint8Array[] | undefined;

export interface PlanInit {
  readonly operation: string;
  readonly endpoint: Endpoint;
  /** The URL whose parts the steps refer to. */
  readonly parts: readonly Part[];
  readonly peer: IdealPeer;
  /** The rule for steps that do not name one. */
  readonly cite: string;
}

/** An exchange with an ideal peer needs few steps; one that needs more is stuck. */
const MAX_STEPS = 10_000;

/** Creates a plan: runs the exchange that an access performs against an ideal peer, and records its steps. */
export function createPlan(exchange: Exchange<unknown, unknown>, init: PlanInit): Plan {
  const { operation, endpoint, parts, peer, cite } = init;
  const steps: PlanStep[] = [];
  const replies = new Map<Channel, Uint8Array[]>();
  const open = (on: Channel, to: Endpoint, rule: string) => {
    // The server chooses the port of a data connection, so a plan cannot show it.
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

/** Bytes of binary messages, which have no line end: the last byte of an OID in Z39.50 can be LF. */
const BINARY = /[\0-\x08]/;

function sendStep(step: SendStep, on: Channel, parts: readonly Part[], cite: string): PlanStep {
  const octets = maskSecrets(step);
  const text = textOf(octets);
  const part = parts.find(({ name }) => name === step.part);
  return {
    do: "send",
    on,
    octets,
    text: displayText(BINARY.test(text) ? text : text.replace(/\r?\n$/, "")),
    ...(step.part !== undefined && { part: step.part }),
    ...(part !== undefined && { start: part.start, end: part.end }),
    cite: step.cite ?? cite,
  };
}
