import type { Socket } from "node:net";
import { createSecureContext, type SecureContext, TLSSocket } from "node:tls";

/** TLS as the owner of a server wants it (RFC 4217). */
export interface FtpTlsOptions {
  /** A certificate, with those that lead to its issuer, and its key: as PEM. */
  readonly cert: string;
  readonly key: string;
  /** Nobody says who they are before TLS is up (530), and no data go in the clear (521). Default false. */
  readonly required?: boolean;
  /** A data connection under TLS goes on with the session of its control connection, or gets 522. Default false. */
  readonly reuse?: boolean;
  /** TLS from the first octet, as `ftps:` has it, instead of AUTH TLS. Default false. */
  readonly implicit?: boolean;
}

/** The two halves of TLS that one session has. */
export class SessionTls {
  /**
   * One for each session: what a session has agreed on with its client is known to this context only, so that a data
   * connection that goes on with it comes from the very client.
   */
  readonly #context: SecureContext;
  readonly #reuse: boolean;

  constructor({ cert, key, reuse = false }: FtpTlsOptions) {
    this.#context = createSecureContext({ cert, key });
    this.#reuse = reuse;
  }

  /** The server's half of TLS on the control connection: what is written waits for the handshake. */
  control(socket: Socket): TLSSocket {
    return serverSide(socket, this.#context);
  }

  /** TLS on a data connection. What it gives where it has failed is the text of a 522 (RFC 4217 §10.2). */
  async data(socket: Socket): Promise<TLSSocket | string> {
    const secured = serverSide(socket, this.#context);
    if (!(await isSecured(secured))) return "TLS negotiation failed on the data connection.";
    if (!this.#reuse || secured.isSessionReused()) return secured;
    return "The data connection must go on with the TLS session of the control connection.";
  }
}

/** Resolves with true after the handshake, with false when there is none. */
export function isSecured(socket: TLSSocket): Promise<boolean> {
  return new Promise((resolve) => {
    // Not at once: OpenSSL still has session tickets to write (TLS 1.3), and an end amid that sends no close_notify.
    let isUp = false;
    socket.once("secure", () => {
      isUp = true;
      setImmediate(() => resolve(true));
    });
    // Half closed is as good as closed, within a handshake. Behind it, that is an empty document.
    const fail = () => void (isUp || resolve(false));
    socket.once("close", fail).once("end", fail);
  });
}

function serverSide(socket: Socket, secureContext: SecureContext): TLSSocket {
  const secured = new TLSSocket(socket, { isServer: true, secureContext });
  // A handshake that fails is no error of the server's: "close" follows, and that is heard.
  secured.on("error", () => secured.destroy());
  return secured;
}
