import type { Socket } from "node:net";
import { createSecureContext, type SecureContext, type TLSSocket } from "node:tls";
import { isSecured, startServerTls } from "../session.ts";

/** TLS options of a server (RFC 4217). */
export interface FtpTlsOptions {
  /** A certificate, with its chain, and its key, as PEM. */
  readonly cert: string;
  readonly key: string;
  /** Whether TLS is required for logins (530) and for data connections (521). Default false. */
  readonly required?: boolean;
  /** Whether a TLS data connection must resume the session of its control connection, or gets 522. Default false. */
  readonly reuse?: boolean;
  /** TLS from the first byte, as in `ftps:`, instead of AUTH TLS. Default false. */
  readonly implicit?: boolean;
}

/** TLS for the control connection and the data connections of one session. */
export class SessionTls {
  /**
   * Creates the TLS of one session. Only this context knows the sessions that it negotiated, so a data connection that
   * resumes one comes from the same client.
   */
  readonly #context: SecureContext;
  readonly #reuse: boolean;

  constructor({ cert, key, reuse = false }: FtpTlsOptions) {
    this.#context = createSecureContext({ cert, key });
    this.#reuse = reuse;
  }

  /** Starts TLS on the control connection. Writes wait for the handshake. */
  control(socket: Socket): TLSSocket {
    return startServerTls(socket, { secureContext: this.#context });
  }

  /** Starts TLS on a data connection. Returns the text of a 522 if that fails (RFC 4217 §10.2). */
  async data(socket: Socket): Promise<TLSSocket | string> {
    const secured = startServerTls(socket, { secureContext: this.#context });
    if (!(await isSecured(secured))) return "TLS negotiation failed on the data connection.";
    if (!this.#reuse || secured.isSessionReused()) return secured;
    return "The data connection must resume the TLS session of the control connection.";
  }
}
