import { octetsOf, textOf } from "@anyurl/core";
import type { Connection } from "../embedded-server.ts";
import { runSession } from "../session.ts";
import { type LibraryState, runLibrarySession } from "./library.ts";
import { type InputEvent, InputLine } from "./line.ts";
import { Negotiation, type TelnetFeature } from "./options.ts";
import { type ClientEvent, formatTelnetText, TelnetStream } from "./stream.ts";

export interface TelnetServerState extends LibraryState {
  readonly features: ReadonlySet<TelnetFeature>;
  /** Milliseconds. */
  readonly idleTimeout: number;
}

const EOF = 236;
const ABORT = 238;
const BRK = 243;
const IP = 244;
const AYT = 246;
const EC = 247;
const EL = 248;

/** Runs one Telnet session over a connection. The returned function ends the session. */
export function serveTelnet(connection: Connection, world: TelnetServerState): () => void {
  const line = new InputLine();
  const options = new Negotiation(world.features, (octets) => session.send(octets));
  const dialogue = runLibrarySession(world, () => options.terminal);
  let prompt = "";
  let hidden = false;

  function say(text: string | Uint8Array): void {
    session.send(formatTelnetText(typeof text === "string" ? octetsOf(text) : text));
  }

  function end(words: string): void {
    session.end(formatTelnetText(octetsOf(words)));
  }

  function goOn(said?: string): void {
    const { done, value } = said === undefined ? dialogue.next() : dialogue.next(said);
    if (done === true) {
      end(value);
      return;
    }
    say(value.say);
    ({ prompt } = value);
    say(prompt);
    setHidden(value.hidden === true);
  }

  /** If the client echoes by itself, ask it to let the server echo this time. */
  function setHidden(now: boolean): void {
    if (now !== hidden && !world.features.has("ECHO")) options.offerEcho(now);
    hidden = now;
  }

  function hear(one: ClientEvent): void {
    if (one.is === "negotiation") options.hear(one.verb, one.option);
    else if (one.is === "subnegotiation") options.hearParameters(one.option, one.parameters);
    else if (one.is === "octet") take(line.key(one.octet));
    else obey(one.code);
  }

  function obey(code: number): void {
    if (code === AYT) say(`\n[Yes]\n${prompt}`);
    else if (code === IP || code === BRK || code === ABORT) take(line.interrupt());
    else if (code === EC) take(line.erase());
    else if (code === EL) take(line.eraseAll());
    else if (code === EOF) take({ is: "end" });
  }

  function take(typed: InputEvent | undefined): void {
    if (typed === undefined) return;
    if (typed.is === "echo") {
      if (options.echoes && !hidden) say(typed.text);
    } else if (typed.is === "line") {
      // Echo only the end of a hidden line.
      if (options.echoes) say("\n");
      connection.record({ octets: typed.octets });
      goOn(textOf(typed.octets));
    } else if (typed.is === "interrupt") say(`^C\n${prompt}`);
    else end("\nGoodbye.\n");
  }

  const session = runSession<ClientEvent>(connection, {
    createReader: () => new TelnetStream(),
    onItem: (one) => void hear(one),
    timeoutMs: world.idleTimeout,
    onIdle: () => formatTelnetText(octetsOf("\nIdle for too long. Goodbye.\n")),
  });
  options.begin();
  goOn();
  return () => end("\nThe library is closing. Goodbye.\n");
}
