import { octetsOf } from "../syntax/escape.ts";
import { AccessError } from "./access-error.ts";
import type { Connection, Listener } from "./connection.ts";
import type { Context, Lease } from "./context.ts";
import type { Channel, SendStep, Step } from "./step.ts";

type OpenStep = Extract<Step<unknown>, { do: "open" }>;
type SecureStep = Extract<Step<unknown>, { do: "secure" }>;

/** The connections of one exchange by channel, and the effect of each step on them. */
export class Channels {
  readonly #channels = new Map<Channel, Connection>();
  /** Listeners for connections from the peer. */
  #doors: Map<Channel, Listener> | undefined;
  /** The first connection. All others connect to the peer of it. */
  readonly #first: Connection;
  readonly #context: Context;

  constructor(first: Connection, context: Context) {
    this.#first = first;
    this.#context = context;
    this.#channels.set("control", first);
  }

  /** Performs a step. The caller records the bytes of a receive or a poll when they have arrived. */
  carryOut(
    step: Exclude<Step<unknown>, { do: "emit" | "keep" }>,
  ): Promise<Uint8Array | undefined> | undefined {
    if (step.do === "open") return this.#open(step);
    const on = step.on ?? "control";
    if (step.do === "listen") return this.#listen(on);
    if (step.do === "accept") return this.#accept(on, step.upload);
    // Idempotent, so that a channel that failed to open or was closed by its peer needs no special case.
    if (step.do === "close") return this.#close(on);
    const connection = this.#channels.get(on);
    if (connection === undefined)
      throw new AccessError("plugin-fault", `the exchange has no open channel "${on}"`);
    if (step.do === "receive") return connection.receive(step.phase, step.onLoan);
    if (step.do === "poll") return connection.poll?.();
    if (step.do === "send") {
      const octets = maskSecrets(step);
      this.#context.record({ do: "send", on, octets, body: step.body === true });
      return connection.send(step.octets, step.secret !== undefined) as Promise<undefined>;
    }
    if (step.do === "secure") return this.#secure(on, connection, step);
    return connection.end === undefined ? this.#close(on) : (connection.end() as Promise<undefined>);
  }

  /** Return the first connection to the pool instead of closing it. */
  giveBack(lease: Lease, state: unknown): void {
    if (!this.#channels.delete("control")) return;
    lease.giveBack(state);
    this.#context.record({ do: "keep", on: "control" });
  }

  /** Closes all connections and listeners. */
  close(): void {
    if (this.#doors !== undefined) for (const door of this.#doors.values()) door.close();
    for (const on of this.#channels.keys()) this.#close(on);
  }

  async #open({ on, endpoint, upload }: OpenStep): Promise<undefined> {
    const how = endpoint.host === undefined ? { channel: on, peerOf: this.#first } : { channel: on };
    const connection = await this.#context.connect(endpoint, how);
    this.#close(on);
    if (upload) connection.resetUnlessEnded?.();
    this.#channels.set(on, connection);
  }

  async #listen(on: Channel): Promise<Uint8Array> {
    if (this.#context.listen === undefined)
      throw new AccessError("unsupported", "active mode is not available", { hint: "use passive mode" });
    this.#doors ??= new Map();
    this.#doors.get(on)?.close();
    const door = await this.#context.listen(this.#first);
    this.#doors.set(on, door);
    return octetsOf(`${door.address} ${door.port}`);
  }

  async #accept(on: Channel, upload: boolean | undefined): Promise<undefined> {
    const door = this.#doors?.get(on);
    if (door === undefined) throw new AccessError("plugin-fault", `the exchange has no listener "${on}"`);
    const connection = await door.accept();
    if (upload) connection.resetUnlessEnded?.();
    this.#channels.set(on, connection);
  }

  async #secure(on: Channel, connection: Connection, { closeNotify }: SecureStep): Promise<undefined> {
    if (connection.secure === undefined)
      throw new AccessError("unsupported", "cannot start TLS on this kind of connection");
    await connection.secure({ closeNotify });
    this.#context.record({ do: "secure", on, protocol: connection.tls?.protocol ?? "TLS" });
  }

  /** Closes the connection of a channel, if any. */
  #close(on: Channel): undefined {
    const connection = this.#channels.get(on);
    if (connection === undefined) return;
    this.#channels.delete(on);
    connection.close();
    this.#context.record({ do: "close", on });
  }
}

const MASK_BYTES = new Uint8Array([0x2a, 0x2a, 0x2a]);

/** Returns the sent bytes with "***" in place of secrets. */
export function maskSecrets({ octets, secret }: Pick<SendStep, "octets" | "secret">): Uint8Array {
  if (secret === undefined || secret[0] === secret[1]) return octets;
  const masked = new Uint8Array(octets.length - (secret[1] - secret[0]) + MASK_BYTES.length);
  masked.set(octets.subarray(0, secret[0]), 0);
  masked.set(MASK_BYTES, secret[0]);
  masked.set(octets.subarray(secret[1]), secret[0] + MASK_BYTES.length);
  return masked;
}
