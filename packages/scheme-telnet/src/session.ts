import { AccessError, type Session } from "@anyurl/core";
import type { Connection, Context } from "@anyurl/core/exchange";
import { LoginTypist, type SuggestedLogin } from "./auto-login.ts";
import type { TelnetCommand } from "./commands.ts";
import { type OptionInUse, type TelnetEvent, TelnetExchange } from "./exchange.ts";
import type { ReadSettings } from "./settings.ts";

/** What happens in a session beside the data, in order with them. */
export type SessionEvent = Exclude<TelnetEvent, { readonly is: "data" | "answer" }>;

/**
 * A Telnet session (RFC 854), until the server closes or it is disposed of. Options are answered while
 * `readable` is read, so read it.
 */
export interface TelnetSession extends Session {
  /**
   * The server's data: a newline is CR LF, a carriage return alone is CR. A loop that is left may be followed
   * by another one. Ends when the server has closed; a connection that breaks is an error.
   */
  readonly readable: AsyncIterable<Uint8Array>;
  /**
   * Sends data. LF and CR LF become the newline of the NVT, a CR alone its carriage return, which is what the
   * Return key is; under BINARY all octets are sent as they are.
   */
  write(octets: Uint8Array): Promise<void>;
  /** Does the server echo what is written? Then a terminal must not. It changes with the option "echo". */
  readonly echoes: boolean;
  /** The options that are on. */
  readonly optionsInUse: readonly OptionInUse[];
  /** The user that the URL suggests, decoded: a stranger's text. Not sent. */
  readonly suggestedUser: string | undefined;
  /** The password that the URL suggests. Not sent. */
  suggestedPassword(): string | undefined;
  /** Sends a command: "AYT", "IP", "BRK", "AO", "EL" … @throws {TypeError} there is no such command. */
  send(command: TelnetCommand): Promise<void>;
  /**
   * The window has another size, or there is one from now on. The server is told where it wants to know.
   *
   * @throws {RangeError} no number from 0 to 65535.
   */
  resize(columns: number, rows: number): Promise<void>;
  /** Tells of what happens beside the data, while `readable` is read; what it gives stops that. */
  onEvent(listener: (event: SessionEvent) => void): () => void;
}

export interface SessionInit extends SuggestedLogin {
  /** The URL's own, and no one else's. */
  readonly ownPassword: string | undefined;
  readonly settings: ReadSettings;
}

/** Holds a session over a connection that is open. */
export function sessionOver(connection: Connection, context: Context, init: SessionInit): TelnetSession {
  const { settings, user, ownPassword } = init;
  const exchange = new TelnetExchange(settings);
  const wire = new Wire(connection, context);
  const typist = settings.autoLogin && new LoginTypist(settings.autoLogin, init);
  const listeners = new Set<(event: SessionEvent) => void>();
  const write = (octets: Uint8Array, secret = false) => wire.send(exchange.write(octets), "data", secret);

  async function* data(): AsyncGenerator<Uint8Array, void, void> {
    for (;;) {
      const arrived = await wire.receive();
      if (arrived === undefined) return;
      const answers: Uint8Array[] = [];
      // What is answered counts as sent before what is read after it.
      const answer = () => wire.sendAll(answers.splice(0));
      for (const event of exchange.receive(arrived)) {
        if (event.is === "answer") answers.push(event.octets);
        else if (event.is === "data") {
          typist?.see(event.octets);
          await answer();
          yield event.octets;
        } else for (const listener of [...listeners]) listener(event);
      }
      await answer();
      const line = await typist?.answer();
      if (line !== undefined) await write(line.octets, line.secret);
    }
  }

  const readable = resumable(data(), () => wire.close());
  return {
    readable,
    write: (octets) => write(octets),
    get echoes() {
      return exchange.echoes;
    },
    get optionsInUse() {
      return exchange.inUse;
    },
    suggestedUser: user,
    suggestedPassword: () => ownPassword,
    send: async (command) => wire.send(exchange.command(command), "command"),
    resize: async (columns, rows) => {
      const octets = exchange.resize(columns, rows);
      if (octets !== undefined) await wire.send(octets, "command");
    },
    onEvent: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    [Symbol.asyncDispose]: async () => wire.close(),
  };
}

/** The connection: what is sent goes out in the order in which it was asked for. */
class Wire {
  readonly #connection: Connection;
  readonly #context: Context;
  #last: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(connection: Connection, context: Context) {
    this.#connection = connection;
    this.#context = context;
  }

  async send(octets: Uint8Array, kind: "data" | "command", secret = false): Promise<void> {
    const sent = this.#last.then(async () => {
      if (this.#closed) throw new AccessError("truncated", "the session is over; nothing was sent");
      // What is typed may be a password, and nobody can tell: it is counted, and not written down.
      this.#context.record({ do: "send", on: "control", octets, body: kind === "data" });
      await this.#connection.send(octets, secret);
    });
    this.#last = sent.catch(() => {});
    return sent;
  }

  async sendAll(answers: readonly Uint8Array[]): Promise<void> {
    if (answers.length === 0) return;
    await this.send(Uint8Array.from(answers.flatMap((octets) => [...octets])), "command");
  }

  /** `undefined` once there is nothing more to come. */
  async receive(): Promise<Uint8Array | undefined> {
    if (this.#closed) return undefined;
    const octets = await this.#connection.receive("body").catch((error) => {
      // Whoever disposes of a session while it is read has ended it.
      if (this.#closed && !this.#context.signal.aborted) return undefined;
      throw error;
    });
    if (octets !== undefined) this.#context.record({ do: "receive", on: "control", octets, body: true });
    return octets;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#connection.close();
    this.#context.record({ do: "close", on: "control" });
  }
}

/**
 * An iterable that several loops may read, one after the other. `over` is called when there is nothing more.
 */
function resumable<T>(source: AsyncGenerator<T, void, void>, over: () => void): AsyncIterable<T> {
  const next = async (): Promise<IteratorResult<T, void>> => {
    try {
      const result = await source.next();
      if (result.done === true) over();
      return result;
    } catch (error) {
      over();
      throw error;
    }
  };
  return { [Symbol.asyncIterator]: () => ({ next }) };
}
