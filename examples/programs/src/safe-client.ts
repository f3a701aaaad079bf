import { createAnyurl, type Transport } from "anyurl";

/**
 * Creates a client for URLs of unknown origin: it never reaches this machine or its network, whatever a name resolves to.
 */
export function createSafeClient(transport: Transport) {
  return createAnyurl({ policy: "untrusted", transport, limits: { deadline: 10_000, maxBytes: 1_000_000 } });
}
