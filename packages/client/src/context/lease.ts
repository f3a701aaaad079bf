import type { Endpoint, Lease, LeaseOptions } from "@anyurl/core/exchange";
import { dial } from "../connection/dial.ts";
import { ManagedConnection } from "../connection/managed-connection.ts";
import { type CallNetwork, senderKey, serverKey } from "./call-network.ts";

interface ManagedLease extends Lease {
  readonly connection: ManagedConnection;
}

/** Leases a pooled connection, or a new one. */
export async function lease(
  network: CallNetwork,
  endpoint: Endpoint,
  { key, fresh = false, beforeNew }: LeaseOptions,
): Promise<ManagedLease> {
  const { settings, call, scheme, tls } = network;
  const { pool } = settings;
  network.onConnecting(endpoint);
  const server = serverKey(endpoint);
  const insecure = tls?.insecure === true;
  const whole = JSON.stringify([scheme, server, endpoint.tls === true, insecure, senderKey(network), key]);
  let isNew = false;
  const make = () => {
    isNew = true;
    beforeNew?.();
    return dial(network, endpoint, {}, (link) => {
      call.release(link);
      return link;
    });
  };
  const loan = await pool.lend(server, whole, make, call, fresh);
  const { thing, state } = loan;
  call.keep(thing);
  call.whenOver(loan.drop);
  network.opened("control", thing.remote, isNew ? undefined : true);
  const connection = new ManagedConnection(thing, network, { onClose: loan.drop });
  return {
    connection,
    state,
    giveBack: (next) => {
      if (!connection.retire()) return;
      call.release(thing);
      loan.giveBack(next);
    },
  };
}
