import { AccessError } from "@anyurl/core";

/**
 * What a peer has sent is not what the protocol has in that place. The message is ours: nothing of the peer's
 * is in it.
 */
export function malformed(message: string): AccessError {
  return new AccessError("protocol-error", message);
}
