import { defineOptions, type OptionSet } from "@anyurl/core";

const DECLARATIONS = {
  ca: {
    type: "value",
    as: undefined as string | readonly string[] | undefined,
    read: (value: unknown): string | readonly string[] | undefined =>
      typeof value === "string" || (Array.isArray(value) && value.every((each) => typeof each === "string"))
        ? value
        : undefined,
    expected: "one or several certificates as PEM",
    description: "certificate authorities to trust instead of those of the system, as PEM",
  },
  cert: {
    type: "string",
    requires: "key",
    description: "the client certificate, followed by its chain, for servers that request one, as PEM",
  },
  key: { type: "string", requires: "cert", description: "the key of the client certificate, as PEM" },
  minVersion: {
    type: "choice",
    choices: ["TLSv1.2", "TLSv1.3"],
    description: "the minimum TLS version. Default: TLSv1.2",
  },
} as const;

/** The option `tls` of a client. */
export const tlsOptions: OptionSet<typeof DECLARATIONS> = defineOptions("tls", DECLARATIONS);
