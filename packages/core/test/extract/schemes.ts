import { createRegistry, defineScheme, type Registry, type Scheme, type Url } from "../../src/index.ts";
import { ftp, http } from "../schemes.ts";

/** A scheme without any rule but for the one that is wanted here. */
function opaque<const Name extends string>(
  name: Name,
  inText?: (url: Url) => boolean,
): Scheme<Name, object, object, Record<never, never>> {
  return defineScheme({
    name,
    cite: ["RFC 3986 §3"],
    parse: () => ({}),
    format: () => `${name}:`,
    examples: [],
    ...(inText && { inText }),
  });
}

/** Stand-ins: what extraction asks of a scheme, and no more. */
export const urls: Registry = createRegistry(
  http,
  ftp,
  opaque("https"),
  opaque("mailto", ({ path }) => path.includes("@")),
  opaque("news", ({ path }) => path === "*" || path.includes(".") || path.includes("@")),
  opaque("urn", () => true),
  // Registered, but found only if the option `schemes` names them.
  opaque("javascript", () => true),
  opaque("data", () => true),
  opaque("file", () => true),
);
