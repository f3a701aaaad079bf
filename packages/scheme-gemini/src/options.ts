import {
  defineOptions,
  type OptionSet,
  type OptionsInput,
  OptionValueError,
  type ResolvedOptions,
  tryParse,
} from "@anyurl/core";

/** A client certificate, and where it is shown. */
export interface GeminiCertificate {
  /** A gemini URL: its server, and its path with everything below it. */
  readonly url: string;
  /** The certificate with its chain, and its key, as PEM. */
  readonly cert: string;
  readonly key: string;
}

const DECLARATIONS = {
  verify: {
    type: "choice",
    choices: ["first-use", "authority"],
    default: "first-use",
    description: "whether to trust the key that a server has on first use, or only trusted authorities",
    rule: "Gemini, TLS Server certificate validation",
  },
  certificates: {
    type: "value",
    programOnly: true,
    default: [] as readonly GeminiCertificate[],
    as: undefined as readonly GeminiCertificate[] | undefined,
    read: (value: unknown): readonly GeminiCertificate[] => readCertificates(value),
    expected: "a list of objects with url, cert and key",
    description:
      "client certificates, each for a server and the paths below a URL; a server without one gets that of the client",
    rule: "Gemini, Client certificates",
  },
} as const;

/** The options of gemini. */
export const geminiOptions: OptionSet<typeof DECLARATIONS> = /* @__PURE__ */ defineOptions(
  "gemini",
  DECLARATIONS,
);

export type GeminiOptions = OptionsInput<typeof geminiOptions>;
export type GeminiSettings = ResolvedOptions<typeof geminiOptions>;

function readCertificates(value: unknown): readonly GeminiCertificate[] {
  if (!Array.isArray(value) || !value.every(isCertificate))
    throw new OptionValueError("a list of objects with the texts url, cert and key; url is a gemini URL");
  return value.map(({ url, cert, key }) => Object.freeze({ url, cert, key }));
}

function isCertificate(value: unknown): value is GeminiCertificate {
  const { url, cert, key } = (value ?? {}) as Partial<Record<keyof GeminiCertificate, unknown>>;
  if (typeof url !== "string" || typeof cert !== "string" || typeof key !== "string") return false;
  const result = tryParse(url);
  return result.ok && result.url.scheme === "gemini" && (result.url.host ?? "") !== "";
}
