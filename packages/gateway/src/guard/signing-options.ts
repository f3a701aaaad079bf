import { defineOptions, type OptionSet, type OptionsInput, OptionValueError } from "@anyurl/core";

/** A secret for signing links, and its id in them. */
export interface SigningKey {
  /** 1 to 16 letters and digits. */
  readonly id: string;
  /** 32 random bytes or more. */
  readonly secret: Uint8Array;
}

const KEY_ID = /^[0-9A-Za-z]{1,16}$/;
const MIN_SECRET_BYTES = 32;

const DECLARATIONS = {
  keys: {
    type: "value",
    read: (keys: unknown): readonly SigningKey[] | undefined => readKeys(keys),
    expected: "one or more keys with different ids",
    programOnly: true,
    required: true,
    description:
      "`{ id, secret }` of each key. The first one signs, and all verify, so you can rotate keys by adding a new one in front",
  },
  lifetime: {
    type: "duration",
    min: 1000,
    max: 86_400_000_000,
    default: 86_400_000,
    description: "validity of a link",
  },
  scope: {
    type: "choice",
    choices: ["server", "url"],
    default: "server",
    description:
      "what a signature covers: all URLs of a server, so that relative references in its documents work, or one URL",
  },
} as const;

/** The options of `sign`. */
export const signingOptions: OptionSet<typeof DECLARATIONS> = defineOptions("sign", DECLARATIONS);

export type SigningOptions = OptionsInput<typeof signingOptions>;

function readKeys(given: unknown): readonly SigningKey[] | undefined {
  const keys = Array.isArray(given) ? (given as readonly Partial<SigningKey>[]) : [];
  for (const { id, secret } of keys) {
    if (typeof id !== "string" || !KEY_ID.test(id))
      throw new OptionValueError("an id of 1 to 16 letters and digits for each key");
    if (!(secret instanceof Uint8Array) || secret.length < MIN_SECRET_BYTES)
      throw new OptionValueError(`a secret of ${MIN_SECRET_BYTES} bytes or more for each key`);
  }
  const areDifferent = keys.length > 0 && new Set(keys.map(({ id }) => id)).size === keys.length;
  return areDifferent ? (keys as readonly SigningKey[]) : undefined;
}
