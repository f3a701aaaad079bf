import type { Context } from "@anyurl/core/exchange";
import { dial } from "../connection/dial.ts";
import { GuardedConnection } from "../connection/guarded-connection.ts";
import { PooledConnection } from "../connection/pooled-connection.ts";
import { type CallNetwork, senderKey, serverKey } from "./call-network.ts";

/** Creates the leasing of pooled connections; `undefined` if the client does not pool connections. */
export function createLeasing(door: CallNetwork): Context["lease"] {
  const { settings, call, scheme, tls } = door;
  const { pool } = settings;
  if (!pool.keeps) return undefined;
  return async (endpoint, { key, fresh = false, beforeNew }) => {
    door.onConnecting(endpoint);
    const server = serverKey(endpoint);
    const insecure = tls?.insecure === true;
    const whole = JSON.stringify([scheme, server, endpoint.tls === true, insecure, senderKey(door), key]);
    let isNew = false;
    const make = () => {
      isNew = true;
      beforeNew?.();
      return dial(door, endpoint, {}, (dialled) => {
        call.release(dialled);
        return new PooledConnection(dialled);
      });
    };
    const loan = await pool.lend(server, whole, make, call, fresh);
    const { thing, state } = loan;
    call.keep(thing);
    call.whenOver(loan.drop);
    door.opened("control", thing.remote, isNew ? undefined : true);
    const connection = new GuardedConnection(thing, door, loan.drop);
    return {
      connection,
      state,
      giveBack: (next) => {
        if (!connection.retire()) return;
        call.release(thing);
        loan.giveBack(next);
      },
    };
  };
}
