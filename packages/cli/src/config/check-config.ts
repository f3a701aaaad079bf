import { clientOptions, parseGateways } from "@anyurl/client";
import { checkSchemeName, defineOptions, limitOptions, OptionValueError, resolveOptions } from "@anyurl/core";
import { type AccessError, type AnyurlConfig, displayText } from "anyurl";
import { LocalError } from "../errors.ts";

/** The fields of a config. */
const CONFIG_OPTIONS = defineOptions("config", {
  plugins: {
    type: "value",
    read: (value: unknown): AnyurlConfig["plugins"] => (Array.isArray(value) ? value : undefined),
    expected: "a list of schemes or package names",
    description: "more schemes",
  },
  policy: clientOptions.declarations.policy,
  gateways: {
    ...clientOptions.declarations.gateways,
    read: (value: unknown) => {
      checkSchemeNames(value);
      return parseGateways(value);
    },
  },
  options: {
    type: "value",
    read: readSchemeOptions,
    expected: "an object with the options of each scheme",
    description: "options of schemes",
  },
  limits: { type: "group", options: limitOptions.declarations, description: "changes to the default limits" },
});

const NO_LOGINS = "put credentials into a netrc file, and use --netrc";
const PROXY = "use --proxy, or set all_proxy in the environment";
/** What to use instead of a field that users may expect. */
const OTHERS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ["credentials", "login", "logins", "password", "passwords", "auth"].map((name) => [name, NO_LOGINS]),
  ),
  ...{ schemes: "use plugins", proxy: PROXY, proxies: PROXY },
};

/**
 * Checks the contents of a config file.
 *
 * @throws {LocalError} bad-config: a field is unknown or invalid. Unknown fields are not ignored: a misspelled one may
 *   have been meant to forbid something.
 */
export function checkConfig(found: unknown, file: string): AnyurlConfig {
  try {
    resolveOptions(CONFIG_OPTIONS, found as AnyurlConfig);
    return found as AnyurlConfig;
  } catch (error) {
    const { message, hint } = error as AccessError;
    const other = Object.keys(Object(found)).find((name) => Object.hasOwn(OTHERS, name));
    throw new LocalError(
      "bad-config",
      displayText(`${file}: ${message}`),
      other === undefined ? hint : OTHERS[other],
    );
  }
}

function readSchemeOptions(value: unknown): object | undefined {
  if (!isObject(value)) return undefined;
  checkSchemeNames(value);
  const wrong = Object.keys(value).find((name) => !isObject(value[name]));
  if (wrong !== undefined) throw new OptionValueError(`an object as the options of ${wrong}`);
  return value;
}

/** @throws {OptionValueError} a name is not a scheme name in lower case. */
function checkSchemeNames(value: unknown): void {
  if (!isObject(value)) return;
  for (const name of Object.keys(value)) {
    const isInvalid = checkSchemeName(name).some(({ severity }) => severity === "error");
    if (isInvalid || name !== name.toLowerCase())
      throw new OptionValueError(`scheme names in lower case, and not "${name.slice(0, 40)}"`);
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
