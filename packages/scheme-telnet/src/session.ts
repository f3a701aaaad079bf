import type { Session } from "@anyurl/core";
import type { Connection, Context } from "@anyurl/core/exchange";
import {
  createResumableIterable,
  type OptionInUse,
  OrderedConnection,
  type TelnetCommand,
  type TelnetEvent,
  TelnetExchange,
} from "@anyurl/protocol-telnet";
import { AutoLoginSender, type SuggestedLogin } from "./auto-login.ts";
import type { ResolvedSettings } from "./settings.ts";

/** An event of a session other than data, in order with the data. */
export type SessionEvent = Exclude<TelnetEvent, { readonly is: "data" | "answer" }>;

/**
 * A Telnet session (RFC 854), until the server closes it or it is disposed. Options are negotiated only while
 * `readable` is read.
 */
export interface TelnetSession extends Session {
  /**
   * The server's data: a newline is CR LF, a carriage return alone is CR. After a loop ends early, another one may
   * continue. Ends if the server closes the connection; a lost connection is an error.
   */
  readonly readable: AsyncIterable<Uint8Array>;
  /**
   * Sends data. LF and CR LF become the newline of the NVT; a CR alone, as of the Return key, becomes its carriage
   * return. In BINARY mode all bytes are sent unchanged.
   */
  write(octets: Uint8Array): Promise<void>;
  /** True if the server echoes input; a terminal must not echo then. Changes with the option "echo". */
  readonly echoes: boolean;
  /** The enabled options. */
  readonly optionsInUse: readonly OptionInUse[];
  /** The user that the URL suggests, decoded. Untrusted, and not sent. */
  readonly suggestedUser: string | undefined;
  /** The password that the URL suggests. Not sent. */
  suggestedPassword(): string | undefined;
  /** Sends a command: "AYT", "IP", "BRK", "AO", "EL" … @throws {TypeError} unknown command. */
  send(command: TelnetCommand): Promise<void>;
  /**
   * Sets the window size, and reports it if the server accepts NAWS.
   *
   * @throws {RangeError} a value is not a whole number from 0 to 65535.
   */
  resize(columns: number, rows: number): Promise<void>;
  /**
   * Adds a listener for events other than data, called while `readable` is read. Returns a function that removes it.
   */
  onEvent(listener: (event: SessionEvent) => void): () => void;
}

export interface SessionInit extends SuggestedLogin {
  /** The password of the URL, never that of the credentials. */
  readonly ownPassword: string | undefined;
  readonly settings: ResolvedSettings;
}

/** Creates a session on an open connection. */
export function createSession(connection: Connection, context: Context, init: SessionInit): TelnetSession {
  const { settings, user, ownPassword } = init;
  const exchange = new TelnetExchange(settings);
  const wire = new OrderedConnection(connection, context);
  const typist = settings.autoLogin && new AutoLoginSender(settings.autoLogin, init);
  const listeners = new Set<(event: SessionEvent) => void>();
  const write = (octets: Uint8Array, secret = false) => wire.send(exchange.write(octets), "data", secret);

  async function* data(): AsyncGenerator<Uint8Array, void, void> {
    for (;;) {
      const arrived = await wire.receive();
      if (arrived === undefined) return;
      const answers: Uint8Array[] = [];
      // Send replies before later data are read.
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

  const readable = createResumableIterable(data(), () => wire.close());
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
