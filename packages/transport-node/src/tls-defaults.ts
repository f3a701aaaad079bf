import type { TlsOptions } from "@anyurl/core/exchange";

/** Defaults for all TLS connections of a transport; the options of a connection take precedence. */
export interface TlsDefaults extends Omit<TlsOptions, "insecure" | "ca" | "cert" | "key"> {
  /** Certificate authorities to trust instead of those of the system, as PEM: text or bytes. */
  readonly ca?: Pem | readonly Pem[];
  readonly cert?: Pem;
  readonly key?: Pem;
}

type Pem = string | Uint8Array;

/** @throws {TypeError} `insecure` is set: it is an option of single calls only. */
export function resolveTlsDefaults({ ca, cert, key, ...options }: TlsDefaults = {}): TlsOptions {
  if ("insecure" in options)
    throw new TypeError(
      "unsupported option tls.insecure: a transport does not accept it, only a single call",
    );
  return {
    ...options,
    ...(ca !== undefined && { ca: [ca].flat().map(textOfPem) }),
    ...(cert !== undefined && { cert: textOfPem(cert) }),
    ...(key !== undefined && { key: textOfPem(key) }),
  };
}

function textOfPem(pem: Pem): string {
  return typeof pem === "string" ? pem : new TextDecoder("latin1").decode(pem);
}
