import { AccessError } from "@anyurl/core";

/**
 * Takes the place of the transport where there is no Node.js: a bundler for browsers and workers selects it by the
 * conditions "browser" and "workerd", so that programs that parse URLs need no sockets to be bundled.
 *
 * @throws {AccessError} unsupported, always.
 */
export function nodeTransport(): never {
  throw new AccessError(
    "unsupported",
    "cannot open URLs: this runtime does not have the sockets of Node.js",
    {
      hint: "use a transport for this runtime, such as @anyurl/transport-web or @anyurl/transport-workerd",
    },
  );
}
