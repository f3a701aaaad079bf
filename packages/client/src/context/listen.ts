import { AccessError } from "@anyurl/core";
import type { Connection, Context } from "@anyurl/core/exchange";
import { acceptConnection } from "../connection/dial.ts";
import { GuardedConnection } from "../connection/guarded-connection.ts";
import type { CallNetwork } from "./call-network.ts";

/**
 * Creates a listener for the peer of a connection only, on the local address of that connection; `undefined` if the
 * transport does not support it.
 */
export function createListen(door: CallNetwork): Context["listen"] {
  const { settings, call, limits } = door;
  const { transport, policy } = settings;
  if (transport.awaitPeer === undefined) return undefined;
  return async (beside) => {
    const { local, remote } = beside;
    if (policy.profile === "untrusted" || remote.proxy !== undefined || local === undefined) {
      throw new AccessError("unsupported", "cannot accept a connection from the server", {
        hint: "use passive mode",
      });
    }
    const endpoint = { address: local.address, peer: remote.address, maxBuffer: limits.maxBuffer };
    const listener = await transport.awaitPeer!(endpoint, call.signal);
    call.whenOver(() => listener.close());
    return {
      address: listener.address,
      port: listener.port,
      close: () => listener.close(),
      accept: async (): Promise<Connection> => {
        const connection = await acceptConnection(door, listener, beside);
        door.record({
          do: "open",
          on: "data",
          address: connection.remote.address,
          port: connection.remote.port,
        });
        return new GuardedConnection(connection, door);
      },
    };
  };
}
