import { AccessError } from "@anyurl/core";
import type { Connection, Listener } from "@anyurl/core/exchange";
import { acceptConnection } from "../connection/dial.ts";
import { ManagedConnection } from "../connection/managed-connection.ts";
import type { CallNetwork } from "./call-network.ts";

/** Listens for a connection from the peer of a connection only, on the local address of that connection. */
export async function listen(network: CallNetwork, beside: Connection): Promise<Listener> {
  const { call, limits, transport, policy } = network;
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
      const link = await acceptConnection(network, listener, beside);
      const connection = new ManagedConnection(link, network, { beside });
      call.keep(connection);
      const { address, port } = link.remote;
      call.record({ do: "open", on: "data", address, port });
      return connection;
    },
  };
}
