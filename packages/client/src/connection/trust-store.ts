/** The keys that servers had on first use, for schemes that trust them. The client calls it after the handshake. */
export interface TrustStore {
  /**
   * Returns the key of a server, if it is known.
   *
   * @param server the host in lower case and the port, "h.example:1965".
   */
  get(server: string): string | undefined | Promise<string | undefined>;
  /**
   * Remembers the key of a server: on first use, or because a trusted authority has accepted its certificate. An error
   * rejects the connection.
   *
   * @param key "sha256/BASE64" of the public key; with a transport that does not report it, the fingerprint of the
   *   certificate.
   */
  set(server: string, key: string): void | Promise<void>;
}

/** Creates a store in memory. */
export function memoryTrustStore(): TrustStore {
  const keys = new Map<string, string>();
  return {
    get: (server) => keys.get(server),
    set: (server, key) => {
      keys.set(server, key);
    },
  };
}
