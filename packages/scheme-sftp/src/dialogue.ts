import { AccessError, displayText, type Limits, textOf, tooLargeError } from "@anyurl/core";
import { type Exchange, Inbox, type SendStep } from "@anyurl/core/exchange";
import { formatPacket, PACKET, PacketReader, string, uint32 } from "./packet.ts";
import { readStatus, STATUS, statusError } from "./status.ts";

/** What an exchange reads of the options, and the limits of the call. */
export interface SftpInit {
  readonly limits: Limits;
  /** Requests of a transfer that are sent before their replies. */
  readonly requests: number;
  /** The state of a pooled connection. */
  readonly kept?: DialogueState | undefined;
}

/** What the next call on a pooled connection needs to know. */
export interface DialogueState {
  /** The id of the last request. */
  readonly id: number;
  /** Does the server rename over an existing file? */
  readonly renamesOver: boolean;
  /** Has the server extensions of OpenSSH? */
  readonly isOpenSsh: boolean;
}

/** A reply, without its id. */
export interface Reply {
  readonly type: number;
  readonly reader: PacketReader;
}

/** A request whose only field is a path. */
export interface PathRequest {
  readonly type: number;
  readonly path: Uint8Array;
  readonly cite: string;
}

/** How a request is shown in a plan. */
export type Shown = Pick<SendStep, "part" | "cite">;

export const DRAFT = "draft-ietf-secsh-filexfer-02";

/** The client's side of the subsystem: requests, and their replies in any order. */
export class SftpDialogue {
  readonly limits: Limits;
  readonly requests: number;
  readonly #inbox = new Inbox();
  /** Replies that arrived before they were waited for. */
  readonly #early = new Map<number, Reply>();
  readonly #open = new Set<number>();
  readonly #hasBegun: boolean;
  #id: number;
  #renamesOver: boolean;
  #isOpenSsh: boolean;

  constructor({ limits, requests, kept }: SftpInit) {
    this.limits = limits;
    this.requests = requests;
    this.#hasBegun = kept !== undefined;
    this.#id = kept?.id ?? 0;
    this.#renamesOver = kept?.renamesOver ?? false;
    this.#isOpenSsh = kept?.isOpenSsh ?? false;
  }

  /** Does the server rename over an existing file? */
  get renamesOver(): boolean {
    return this.#renamesOver;
  }

  /** Has the server extensions of OpenSSH? Then it takes the two paths of SYMLINK in another order than the draft. */
  get isOpenSsh(): boolean {
    return this.#isOpenSsh;
  }

  /** Agrees on version 3, and learns the extensions of the server (§4). Nothing to do on a pooled connection. */
  *begin(): Exchange<never> {
    if (this.#hasBegun) return;
    yield { do: "send", octets: formatPacket(PACKET.INIT, uint32(3)), cite: `${DRAFT} §4` };
    const reader = yield* this.#receivePacket("reply");
    if (reader.byte() !== PACKET.VERSION) throw unexpected();
    const version = reader.uint32();
    if (version < 3)
      throw new AccessError("unsupported", `the server speaks version ${version} of SFTP; expected 3`);
    while (!reader.isAtEnd) {
      const name = new TextDecoder().decode(reader.string());
      reader.string();
      if (name === POSIX_RENAME) this.#renamesOver = true;
      if (name.endsWith("@openssh.com")) this.#isOpenSsh = true;
    }
  }

  /** Returns the connection to the pool, unless a reply is missing. */
  *end(): Exchange<never> {
    if (this.#open.size > 0 || this.#early.size > 0 || this.#inbox.size > 0) return;
    const state: DialogueState = {
      ...{ id: this.#id, renamesOver: this.#renamesOver, isOpenSsh: this.#isOpenSsh },
    };
    yield { do: "keep", state };
  }

  /** Sends a request and returns its id. */
  *send(
    type: number,
    fields: readonly Uint8Array[],
    shown: Shown & Pick<SendStep, "body"> = {},
  ): Exchange<never, number> {
    const id = ++this.#id;
    this.#open.add(id);
    yield { do: "send", octets: formatPacket(type, uint32(id), ...fields), ...shown };
    return id;
  }

  /** Returns the reply to a request. @throws {AccessError} desync: a reply to no request. */
  *receive(id: number, phase: "reply" | "body" = "reply"): Exchange<never, Reply> {
    for (;;) {
      const early = this.#early.get(id);
      if (early !== undefined) {
        this.#early.delete(id);
        return early;
      }
      const reader = yield* this.#receivePacket(phase);
      const type = reader.byte();
      const answered = reader.uint32();
      if (!this.#open.delete(answered)) throw new AccessError("desync", "the server replied to no request");
      this.#early.set(answered, { type, reader });
    }
  }

  /** Sends a request and returns its reply of a type. @throws {AccessError} the error of its status; protocol-error. */
  *ask(
    type: number,
    fields: readonly Uint8Array[],
    wanted: number,
    shown: Shown,
  ): Exchange<never, PacketReader> {
    return expectReply(yield* this.receive(yield* this.send(type, fields, shown)), wanted);
  }

  /**
   * Sends requests with one path each, at most as many at once as the option `requests` allows. Returns what `read` makes of
   * their replies, in this order.
   */
  *askEach<T>(asked: readonly PathRequest[], read: (reply: Reply) => T): Exchange<never, readonly T[]> {
    const results: T[] = [];
    const waiting: number[] = [];
    for (const { type, path, cite } of asked) {
      if (waiting.length >= this.requests) results.push(read(yield* this.receive(waiting.shift()!)));
      waiting.push(yield* this.send(type, [string(path)], { cite }));
    }
    for (const id of waiting) results.push(read(yield* this.receive(id)));
    return results;
  }

  /** Sends a request whose reply is a status, which must be OK. */
  *do(type: number, fields: readonly Uint8Array[], shown: Shown): Exchange<never> {
    yield* this.ask(type, fields, PACKET.STATUS, shown);
  }

  *#receivePacket(phase: "reply" | "body"): Exchange<never, PacketReader> {
    for (;;) {
      const packet = this.#takePacket();
      if (packet !== undefined) return new PacketReader(packet);
      const octets = yield { do: "receive", phase };
      if (octets === undefined)
        throw new AccessError("truncated", "the server closed the connection instead of replying", {
          retryable: true,
        });
      this.#inbox.adopt(octets);
    }
  }

  #takePacket(): Uint8Array | undefined {
    const unread = this.#inbox.peek();
    if (unread.length < 4) return undefined;
    const length = new PacketReader(unread).uint32();
    const { maxMessage } = this.limits;
    if (unread.subarray(0, 4).every(isText)) throw textError(unread);
    if (length > maxMessage)
      throw tooLargeError(
        `the server announced a packet of ${length} bytes; the limit is ${maxMessage}`,
        "maxMessage",
      );
    if (length === 0) throw unexpected();
    if (unread.length < 4 + length) return undefined;
    this.#inbox.skip(4 + length);
    return unread.subarray(4, 4 + length);
  }
}

/** Renames over an existing file, as rename(2) does; OpenSSH has it. */
export const POSIX_RENAME = "posix-rename@openssh.com";

export function expectReply({ type, reader }: Reply, wanted: number): PacketReader {
  if (type === PACKET.STATUS) {
    const status = readStatus(reader);
    if (status.code !== STATUS.OK) throw statusError(status);
  }
  if (type !== wanted) throw unexpected();
  return reader;
}

/** Printable ASCII, or the end of a line. No length of a packet has only these. */
function isText(octet: number): boolean {
  return (octet >= 0x20 && octet <= 0x7e) || octet === 0x0a || octet === 0x0d;
}

/** A login script that prints something breaks SFTP on servers that run it for the subsystem. */
function textError(octets: Uint8Array): AccessError {
  return new AccessError("protocol-error", "the server sent text instead of SFTP", {
    reply: displayText(textOf(octets.subarray(0, 500))),
    hint: "check that the login scripts of this user on the server print nothing",
  });
}

export function unexpected(): AccessError {
  return new AccessError("protocol-error", "the server sent a packet of another type");
}
