import { AccessError, isAccessError, octetsOf, type Session, textOf, tooLongError } from "@anyurl/core";
import { type Context as AnyContext, type Connection, copyBytes, type Phase } from "@anyurl/core/exchange";
import { toDuplex } from "@anyurl/duplex";
import WebSocket from "ws";
import type { WsSettings } from "./options.ts";
import type { Handshake } from "./request.ts";
import { statusError } from "./status.ts";

type Context = AnyContext<WsSettings>;

/** A session of messages. */
export interface WsSession extends Session {
  /** The messages of the server: a text message as a line with LF, a binary one as its bytes. */
  readonly readable: AsyncIterable<Uint8Array>;
  /** Sends a message, or one for each line, by the option `messages`. @throws {AccessError} truncated, bad-argument. */
  write(octets: Uint8Array): Promise<void>;
  /** Sends one message: text as a text message, bytes as a binary one. @throws {AccessError} truncated */
  send(message: string | Uint8Array): Promise<void>;
  /** Adds a listener for every message, called while `readable` is read. Returns a function that removes it. */
  onMessage(listener: (message: string | Uint8Array) => void): () => void;
  /** The subprotocol that the server chose; "" without one. */
  readonly protocol: string;
}

/** Messages that are held until the reader takes them; then the server has to wait. */
const MAX_WAITING = 16;

/**
 * Performs the handshake over a connection of the client, and creates a session.
 *
 * @throws {AccessError} the error of the status, if it is not 101; protocol-error, truncated, timeout.
 */
export async function createSession(
  connection: Connection,
  context: Context,
  { target, headers }: Handshake,
): Promise<WsSession> {
  let phase: Phase = "reply";
  const sock = toDuplex(connection, { signal: context.signal, phase: () => phase });
  const { protocols = [], compress } = context.options;
  // The client has begun TLS, so the library sees a plain connection in both schemes.
  const socket = new WebSocket(`ws://h.invalid${target}`, [...protocols], {
    createConnection: () => sock as never,
    followRedirects: false,
    headers,
    maxPayload: Math.min(context.limits.maxMessage, 2 ** 31 - 1),
    perMessageDeflate: compress,
  });
  // The library may begin before the caller waits.
  let failure: unknown;
  sock.on("error", (error) => {
    failure ??= error;
  });
  try {
    await opened(socket, () => failure);
  } catch (error) {
    socket.on("error", () => {});
    socket.terminate();
    sock.destroy();
    throw error;
  }
  phase = "body";
  return new MessageSession(socket, () => failure, context);
}

function opened(socket: WebSocket, failure: () => unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", (error) => reject(toAccessError(failure() ?? error)));
    socket.once("close", () => reject(toAccessError(failure() ?? closedError())));
    socket.once("unexpected-response", (_, response) => {
      response.destroy();
      reject(statusError(response.statusCode ?? 0, response.statusMessage ?? ""));
    });
  });
}

class MessageSession implements WsSession {
  readonly #socket: WebSocket;
  readonly #failure: () => unknown;
  readonly #context: Context;
  readonly #waiting: (string | Uint8Array)[] = [];
  readonly #listeners = new Set<(message: string | Uint8Array) => void>();
  #error: unknown;
  #wake: (() => void) | undefined;
  #isOver = false;
  #line = "";

  constructor(socket: WebSocket, failure: () => unknown, context: Context) {
    this.#socket = socket;
    this.#failure = failure;
    this.#context = context;
    socket.on("message", (data: Buffer, isBinary) => {
      this.#waiting.push(isBinary ? copyBytes(data) : data.toString("utf8"));
      if (this.#waiting.length >= MAX_WAITING) socket.pause();
      this.#wake?.();
    });
    socket.on("error", (error) => {
      this.#error ??= toAccessError(failure() ?? error);
    });
    socket.on("close", (code) => {
      // 1006: the connection ended without a close frame (RFC 6455 §7.1.5).
      if (code === 1006 && !this.#isOver) this.#error ??= toAccessError(failure() ?? closedError());
      this.#isOver = true;
      this.#wake?.();
    });
  }

  get protocol(): string {
    return this.#socket.protocol;
  }

  readonly readable: AsyncIterable<Uint8Array> = {
    [Symbol.asyncIterator]: () => ({ next: () => this.#next() }),
  };

  async #next(): Promise<IteratorResult<Uint8Array, undefined>> {
    while (this.#waiting.length === 0 && !this.#isOver) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const message = this.#waiting.shift();
    if (message === undefined) {
      if (this.#error !== undefined) throw this.#error;
      return { done: true, value: undefined };
    }
    if (this.#socket.isPaused) this.#socket.resume();
    for (const listener of [...this.#listeners]) listener(message);
    const octets = typeof message === "string" ? octetsOf(`${message}\n`) : message;
    this.#context.record({ do: "receive", on: "control", octets, body: true });
    return { done: false, value: octets };
  }

  async write(octets: Uint8Array): Promise<void> {
    const { messages } = this.#context.options;
    if (messages === "binary") return this.send(octets);
    const text = this.#line + textOf(octets);
    if (messages === "text") return this.send(text);
    const lines = text.split(/\r\n|\n|\r/);
    this.#line = lines.pop()!;
    const { maxCommand } = this.#context.limits;
    if (this.#line.length > maxCommand)
      throw tooLongError(`a line exceeds the limit of ${maxCommand} bytes`, "maxCommand");
    for (const line of lines) await this.send(line);
  }

  async send(message: string | Uint8Array): Promise<void> {
    if (typeof message === "string" && /\p{Surrogate}/u.test(message))
      throw new AccessError("bad-argument", "a text message must be UTF-8; nothing was sent", {
        hint: 'send bytes, or set the ws option messages to "binary"',
      });
    if (this.#isOver) throw new AccessError("truncated", "the session has ended; nothing was sent");
    const data = typeof message === "string" ? message : copyBytes(message);
    const octets = typeof data === "string" ? octetsOf(data) : data;
    this.#context.record({ do: "send", on: "control", octets, body: true });
    await new Promise<void>((resolve, reject) => {
      this.#socket.send(data, (error) =>
        error ? reject(toAccessError(this.#failure() ?? error)) : resolve(),
      );
    });
  }

  onMessage(listener: (message: string | Uint8Array) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const socket = this.#socket;
    if (socket.readyState === WebSocket.CLOSED) return;
    // A reader that waits ends when the connection is closed.
    this.#isOver = true;
    const closed = new Promise<void>((resolve) => void socket.once("close", () => resolve()));
    if (socket.isPaused) socket.resume();
    // The close frame leaves before the end of the connection; its answer is not awaited.
    socket.close(1000);
    await new Promise<void>((resolve) => setTimeout(resolve, 0));
    socket.terminate();
    await closed;
  }
}

function closedError(): AccessError {
  return new AccessError("truncated", "the server closed the connection", { retryable: true });
}

/** Maps an error of the library, whose `code` begins with WS_ERR. */
function toAccessError(error: unknown): unknown {
  if (isAccessError(error) || !(error instanceof Error) || error.name === "AbortError") return error;
  const { code, message } = error as Error & { readonly code?: string };
  if (code === "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH")
    return new AccessError("too-large", "the server sent a message above the limit maxMessage", {
      cause: error,
      hint: "increase the limit maxMessage",
    });
  if (code === "ECONNRESET" || /socket hang up/.test(message)) return closedError();
  return new AccessError("protocol-error", `invalid WebSocket data from the server: ${message}`, {
    cause: error,
  });
}
