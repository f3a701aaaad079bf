import type { ConnectOptions, Endpoint } from "@anyurl/core/exchange";
import { dial } from "../../src/connection/dial.ts";
import type { DialOptions } from "../../src/connection/dial-options.ts";
import { ManagedConnection } from "../../src/connection/managed-connection.ts";

/** Dials an endpoint, and returns the connection as a scheme gets it. */
export async function connect(
  dialling: DialOptions,
  endpoint: Endpoint,
  how: ConnectOptions = {},
): Promise<ManagedConnection> {
  const link = await dial(dialling, endpoint, how);
  const connection = new ManagedConnection(link, dialling, { beside: how.peerOf });
  dialling.call.keep(connection);
  return connection;
}
