import { AccessError } from "@anyurl/core";

/** Makes the error for data that violates the protocol. The message contains nothing from the peer. */
export function malformedError(message: string): AccessError {
  return new AccessError("protocol-error", message);
}
