/** The ports of the exam's peers, all on one address. Plain data. */
export interface TransportPeers {
  readonly address: string;
  /** Returns all bytes, and ends after the client has ended. */
  readonly echo: number;
  /** Sends "all of it", ends its side, and then does as `witness`. */
  readonly farewell: number;
  /** Records what it hears and how the connection ends. The first line is the name of the record. */
  readonly witness: number;
  /** Sends "half", and resets the connection after the first bytes of the client; after a line, together with "more". */
  readonly reset: number;
  /** Accepts, and never sends. */
  readonly silent: number;
  /** Sends 64 MiB as fast as the client reads. */
  readonly flood: number;
  /** No process listens. */
  readonly closed: number;
  /** Echoes over TLS; the certificate is for h.example and 127.0.0.1, by the CA of `@anyurl/testkit/certificates`. */
  readonly tls: number;
  readonly tlsExpired: number;
  readonly tlsSelfSigned: number;
  /** Sends "part" over TLS, and closes without a close_notify. */
  readonly tlsCut: number;
  /** Answers a line with "go\n", and then echoes over TLS. */
  readonly startTls: number;
  /** The same, but sends more in clear. */
  readonly startTlsInjected: number;
  /** UDP: returns each datagram. */
  readonly udpEcho: number;
  /** UDP: no process listens. */
  readonly udpClosed: number;
  /**
   * HTTP/1.1, with CORS for every origin. `/echo` gives the request as JSON, `/STATUS` that status, `/redirect` a 302 to
   * `/echo`, `/cut` half of its content, `/gzip` "hello" with the coding gzip, `/slow` a head and never all of its body.
   */
  readonly http: number;
  /** Answers questions about the others: a line, with a line of JSON. */
  readonly observer: number;
}
