import { type Connection, closeGracefully } from "../embedded-server.ts";
import { octetsOf, textOf } from "../name.ts";
import { waitForEvent } from "../send.ts";
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
  const { socket } = connection;
  const line = new InputLine();
  const options = new Negotiation(world.features, (octets) => void socket.write(octets));
  const dialogue = runLibrarySession(world, () => options.terminal);
  let prompt = "";
  let hidden = false;
  let over = false;

  function say(text: string | Uint8Array): void {
    if (socket.writable) socket.write(formatTelnetText(typeof text === "string" ? octetsOf(text) : text));
  }

  function end(words: string): void {
    if (over) return;
    over = true;
    closeGracefully(socket, formatTelnetText(octetsOf(words)));
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
      connection.record({ octets: typed.octets, bareLf: false, tooLong: false });
      goOn(textOf(typed.octets));
    } else if (typed.is === "interrupt") say(`^C\n${prompt}`);
    else end("\nGoodbye.\n");
  }

  async function run(): Promise<void> {
    options.begin();
    goOn();
    const stream = new TelnetStream();
    for await (const octets of socket.iterator({ destroyOnReturn: false })) {
      for (const one of stream.read(octets)) {
        if (over) return;
        hear(one);
        // Wait here for a client that sends input but never reads.
        if (socket.writableNeedDrain && !(await waitForEvent(socket, "drain"))) return;
      }
    }
  }

  socket.setTimeout(world.idleTimeout, () => end("\nIdle for too long. Goodbye.\n"));
  run()
    .catch(() => {}) // The connection broke.
    .finally(() => {
      if (!over) closeGracefully(socket);
      over = true;
    });
  return () => end("\nThe library is closing. Goodbye.\n");
}
