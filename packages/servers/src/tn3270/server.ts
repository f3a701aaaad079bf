import { type EmbeddedServer, type ListenOptions, startServer } from "../embedded-server.ts";
import type { Tn3270Dialect } from "./negotiation.ts";
import { serveTn3270 } from "./session.ts";

export interface Tn3270ServerOptions extends ListenOptions {
  /** Default: TN3270E, and traditional TN3270 for clients that reject it. */
  readonly dialects?: readonly Tn3270Dialect[];
  /** The device types that it accepts. Default: all of RFC 2355 §7.1 for displays, and color displays. */
  readonly deviceTypes?: readonly string[];
  /** The names of the logical units. Default: LIB0001 to LIB0008. */
  readonly units?: readonly string[];
  /** Asks the client what its display can do before the first screen. Default false. */
  readonly queries?: boolean;
  /** Milliseconds without a key until the session ends. Default five minutes. */
  readonly idleTimeout?: number;
}

const DEVICE_TYPES: readonly string[] = [2, 3, 4, 5].flatMap((model) => [
  `IBM-3278-${model}`,
  `IBM-3278-${model}-E`,
  `IBM-3279-${model}`,
  `IBM-3279-${model}-E`,
]);

const UNITS: readonly string[] = Array.from({ length: 8 }, (_, at) => `LIB000${at + 1}`);

/**
 * Starts a TN3270 server (RFC 1576, RFC 2355) on loopback, with a small application: a menu, and a form for a library
 * card with a numeric and a hidden field.
 *
 * @throws {RangeError} the host is not a loopback address.
 */
export async function startTn3270Server(options: Tn3270ServerOptions = {}): Promise<EmbeddedServer> {
  const { dialects = ["tn3270", "tn3270e"], deviceTypes = DEVICE_TYPES, units = UNITS } = options;
  const { queries = false, idleTimeout = 5 * 60_000 } = options;
  const state = { dialects: new Set(dialects), deviceTypes, units, used: new Set<string>(), queries };
  return startServer("tn3270", options, (connection) => serveTn3270(connection, { ...state, idleTimeout }));
}
