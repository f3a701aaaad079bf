import { defineOptions, type OptionSet, type OptionsInput } from "@anyurl/core";

const DECLARATIONS = {
  allowPrivate: {
    type: "boolean",
    default: false,
    description:
      "allow loopback and private networks (not on a public gateway); links on other sites open the home page",
  },
  allowPorts: {
    type: "list",
    default: [],
    description: "ports that are not the default of their scheme, for example gopher:7070 or ftp:*",
  },
  firstUse: {
    type: "boolean",
    default: false,
    description:
      "trust the key that a server has on first use, for schemes such as gemini whose servers have no certificate of an authority",
  },
} as const;

/** The options of the client of a gateway, besides those of every client. */
export const gatewayClientOptions: OptionSet<typeof DECLARATIONS> = defineOptions(
  "gateway client",
  DECLARATIONS,
);

export type GatewayReach = OptionsInput<typeof gatewayClientOptions>;
