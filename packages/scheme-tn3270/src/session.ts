import { AccessError, type Session, type SessionScreen } from "@anyurl/core";
import type { Connection, Context } from "@anyurl/core/exchange";
import {
  createResumableIterable,
  type OptionInUse,
  OrderedConnection,
  type TelnetCommand,
} from "@anyurl/protocol-telnet";
import { type Tn3270Event, Tn3270Exchange, type Tn3270Mode } from "./exchange.ts";
import { DATA_3270, SSCP_LU_DATA } from "./header.ts";
import type { Tn3270Settings } from "./options.ts";
import type { FieldView } from "./screen/fields.ts";
import { Terminal } from "./terminal.ts";

/** The screen of a 3270 display. */
export interface Tn3270Screen extends SessionScreen {
  /** The fields, in order. None: the screen is unformatted, and text can be typed anywhere. */
  readonly fields: readonly FieldView[];
  /** The rows as text, without blanks at their ends. Hidden characters are blanks. */
  readonly text: string;
}

/** A session with a host of 3270 displays, until the host closes it or it is disposed. */
export interface Tn3270Session extends Session {
  /**
   * The records of the application: commands and data of the 3270 data stream, without Telnet and TN3270E. The screen
   * changes, and the host gets its replies, only while this is read. After a loop ends early, another one may continue.
   */
  readonly readable: AsyncIterable<Uint8Array>;
  /** Sends a record of the 3270 data stream, which does not change the screen. @throws {AccessError} unsupported. */
  write(record: Uint8Array): Promise<void>;
  readonly screen: Tn3270Screen;
  /** "nvt": the host sends text. "tn3270", "tn3270e": it sends records (RFC 1576, RFC 2355). */
  readonly mode: Tn3270Mode;
  /** The device type that the host has accepted. */
  readonly deviceType: string | undefined;
  /** The logical unit that the host has assigned. Only with TN3270E. */
  readonly lu: string | undefined;
  /** The enabled Telnet options. */
  readonly optionsInUse: readonly OptionInUse[];
  /** The user that the URL suggests, decoded. Untrusted, and not sent. */
  readonly suggestedUser: string | undefined;
  /** The password that the URL suggests. Not sent. */
  suggestedPassword(): string | undefined;
  /** Sends a Telnet command: "AYT", "IP", "BRK", "AO" … @throws {TypeError} unknown command. */
  send(command: TelnetCommand): Promise<void>;
}

export interface SessionInit {
  readonly user: string | undefined;
  readonly password: string | undefined;
}

/**
 * Negotiates, and creates a session after the host has shown something: a record or text.
 *
 * @throws {AccessError} busy, not-found: the logical unit; truncated, protocol-error, too-large, timeout, …
 */
export async function createSession(
  connection: Connection,
  context: Context<Tn3270Settings>,
  { user, password }: SessionInit,
): Promise<Tn3270Session> {
  const wire = new OrderedConnection(connection, context);
  const exchange = new Tn3270Exchange(context.options, context.limits);
  const terminal = new Terminal(exchange, context.options);
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of [...listeners]) listener();
  };
  const first: Uint8Array[] = [];
  /** Handles received bytes. Returns the records in them. */
  const receive = async (bytes: Uint8Array): Promise<{ records: Uint8Array[]; hasShown: boolean }> => {
    const records: Uint8Array[] = [];
    let hasShown = false;
    let hasChanged = false;
    for (const event of exchange.receive(bytes)) {
      if (event.is === "answer") await wire.sendAll([event.octets]);
      else {
        await wire.sendAll(terminal.handle(event));
        const record = recordOf(event);
        if (record !== undefined) records.push(record);
        hasShown ||= isShown(event);
        hasChanged ||= event.is === "record" || event.is === "text";
      }
    }
    if (hasChanged) notify();
    return { records, hasShown };
  };

  try {
    for (let isOpen = false; !isOpen; ) {
      const bytes = await wire.receive("reply");
      if (bytes === undefined) throw endError(exchange, false);
      const { records, hasShown } = await receive(bytes);
      first.push(...records);
      isOpen = hasShown;
    }
  } catch (error) {
    wire.close();
    throw error;
  }

  async function* data(): AsyncGenerator<Uint8Array, void, void> {
    yield* first.splice(0);
    for (let bytes = await wire.receive(); bytes !== undefined; bytes = await wire.receive())
      yield* (await receive(bytes)).records;
    if (!wire.isClosed && (exchange.mode === "nvt" || exchange.isIncomplete)) throw endError(exchange, true);
  }

  const screen: Tn3270Screen = {
    get view() {
      return terminal.view;
    },
    keys: terminal.keys,
    get fields() {
      return terminal.fields;
    },
    get text() {
      const rows = terminal.view.lines.map((runs) => runs.map(({ text }) => text).join(""));
      return rows.map((row) => row.trimEnd()).join("\n");
    },
    async type(text) {
      try {
        terminal.type(text);
      } finally {
        notify();
      }
    },
    async press(name) {
      const bytes = terminal.press(name);
      notify();
      if (bytes !== undefined) await wire.send(bytes, "data");
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };

  return {
    readable: createResumableIterable(data(), () => wire.close()),
    async write(record) {
      if (exchange.mode === "nvt")
        throw new AccessError("unsupported", "the host sends text, not records; nothing was sent");
      await wire.send(exchange.write(record), "data");
    },
    screen,
    get mode() {
      return exchange.mode;
    },
    get deviceType() {
      return exchange.deviceType;
    },
    get lu() {
      return exchange.lu;
    },
    get optionsInUse() {
      return exchange.inUse;
    },
    suggestedUser: user,
    suggestedPassword: () => password,
    send: async (command) => wire.send(exchange.command(command), "command"),
    [Symbol.asyncDispose]: async () => wire.close(),
  };
}

/** Records of the system, and messages of TN3270E itself, are not of the application. */
function recordOf(event: Tn3270Event): Uint8Array | undefined {
  if (event.is !== "record") return undefined;
  return event.header === undefined || event.header.type === DATA_3270 ? event.data : undefined;
}

/** Does the event show something: a record of the application, or text? */
function isShown(event: Tn3270Event): boolean {
  if (event.is !== "record") return event.is === "text";
  return recordOf(event) !== undefined || event.header?.type === SSCP_LU_DATA;
}

/** Why a session ended too early. `hasText`: the host sent text before. */
function endError({ mode, inUse, isIncomplete }: Tn3270Exchange, hasText: boolean): AccessError {
  const closed = "the server closed the connection";
  if (isIncomplete) return new AccessError("truncated", `${closed} in the middle of a record`);
  if (mode !== "nvt") return new AccessError("truncated", `${closed} before its first screen`);
  // An option that both sides have agreed to is in use twice.
  const agreed = [...new Set(inUse.map(({ option }) => option))].join(", ") || "none";
  const hint = "check the tn3270 options deviceTypes, lu, and tn3270e";
  return hasText
    ? new AccessError("unsupported", `${closed} without agreeing to records; agreed options: ${agreed}`, {
        hint,
      })
    : new AccessError("truncated", `${closed} during the negotiation; agreed options: ${agreed}`, { hint });
}
