/** What this package needs of a socket of `cloudflare:sockets`. */
export interface WorkerdSocket {
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;
  /** Resolves when TCP is connected; after `startTls`, when the handshake is over. */
  readonly opened: Promise<unknown>;
  readonly closed: Promise<unknown>;
  close(): Promise<unknown>;
  startTls(options: { readonly expectedServerHostname: string }): WorkerdSocket;
}

/** The function `connect` of `cloudflare:sockets`. */
export type OpenSocket = (
  address: { readonly hostname: string; readonly port: number },
  options: { readonly secureTransport: "starttls"; readonly allowHalfOpen: true },
) => WorkerdSocket;

/** Loads the sockets of the runtime. The tools of Cloudflare leave such an import to it. */
export async function loadSockets(): Promise<OpenSocket> {
  // @ts-expect-error Only workerd has this module, and compilers do not know it.
  const { connect } = await import(/* webpackIgnore: true */ /* @vite-ignore */ "cloudflare:sockets");
  return connect;
}
