import { defineOptions, type OptionSet, OptionValueError } from "@anyurl/core";
import { isPin } from "./pins.ts";
import type { TrustStore } from "./trust-store.ts";

/** A text, or its bytes as a file has them. */
type Pem = string | Uint8Array;

const DECLARATIONS = {
  ca: {
    type: "value",
    as: undefined as Pem | readonly Pem[] | undefined,
    read: (value: unknown): readonly string[] | undefined => {
      const texts = [value].flat().map((each) => readPem(each, CERTIFICATE, "a certificate"));
      return texts.every((text) => text !== undefined) ? texts : undefined;
    },
    expected: "one or several certificates as PEM",
    description: "certificate authorities to trust instead of those of the system, as PEM: text or bytes",
  },
  cert: {
    type: "value",
    as: undefined as Pem | undefined,
    read: (value: unknown): string | undefined => readPem(value, CERTIFICATE, "a certificate"),
    expected: "a certificate as PEM",
    requires: "key",
    description: "the client certificate, followed by its chain, for servers that request one, as PEM",
  },
  key: {
    type: "value",
    as: undefined as Pem | undefined,
    read: (value: unknown): string | undefined => readPem(value, KEY, "a private key"),
    expected: "a private key as PEM",
    requires: "cert",
    description: "the key of the client certificate, as PEM",
  },
  minVersion: {
    type: "choice",
    choices: ["TLSv1.2", "TLSv1.3"],
    description: "the minimum TLS version. Default: TLSv1.2",
  },
  trust: {
    type: "object",
    methods: ["get", "set"],
    as: undefined as TrustStore | undefined,
    description:
      "the keys of servers that a scheme trusts on first use. Default: in memory, as long as the client exists",
  },
  pins: {
    type: "value",
    as: undefined as Readonly<Record<string, readonly string[]>> | undefined,
    read: readPins as (value: unknown) => ReadonlyMap<string, readonly string[]> | undefined,
    expected: 'an object such as { "h.example:443": ["sha256/BASE64"] }',
    default: {},
    description:
      'the only keys or certificates that these servers may have, in addition to all other checks: by host and port, "sha256/BASE64" of the public key, or the SHA-256 fingerprint',
  },
} as const;

/** The option `tls` of a client. */
export const tlsOptions: OptionSet<typeof DECLARATIONS> = defineOptions("tls", DECLARATIONS);

/** One PEM block (RFC 7468 §3), with strict base64. */
const BLOCK = /-----BEGIN ([A-Z0-9 ]{1,40})-----\s([\s\S]*?)-----END \1-----/g;
const CERTIFICATE = /^(?:X509 |TRUSTED )?CERTIFICATE$/;
const KEY = /^(?:[A-Z]+ )?PRIVATE KEY$/;

/** Returns a PEM text with at least one block of a kind; `undefined` for another value. @throws {OptionValueError} */
function readPem(value: unknown, kind: RegExp, what: string): string | undefined {
  const text = value instanceof Uint8Array ? new TextDecoder("latin1").decode(value) : value;
  if (typeof text !== "string") return undefined;
  const labels = Array.from(text.matchAll(BLOCK), ([, label = ""]) => label);
  if (labels.some((label) => kind.test(label))) return text;
  const found = labels.length > 0 ? ` instead of "${labels[0]}"` : "";
  throw new OptionValueError(`${what} as PEM, between its "BEGIN" and "END" lines${found}`);
}

function readPins(value: unknown): ReadonlyMap<string, readonly string[]> | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const pins = new Map<string, readonly string[]>();
  for (const [server, list] of Object.entries(value)) {
    if (!/^(?:\[[0-9a-f:.]+\]|[^:/@\s]+):[0-9]{1,5}$/i.test(server))
      throw new OptionValueError(`"host:port" instead of ${JSON.stringify(server)}`);
    if (!Array.isArray(list) || list.length === 0 || !list.every(isPin))
      throw new OptionValueError(`a list of "sha256/BASE64" or SHA-256 fingerprints for ${server}`);
    pins.set(server.replace(/^\[(.*)\]:/, "$1:").toLowerCase(), list);
  }
  return pins;
}
