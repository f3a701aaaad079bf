import { defineScheme, type Scheme } from "@anyurl/core";
import { describe } from "./describe.ts";
import { prosperoOptions } from "./options.ts";
import { prosperoSyntax } from "./parser.ts";
import { plan } from "./plan.ts";
import {
  check,
  DEFAULT_PORT,
  format,
  normalize,
  type ProsperoInit,
  type ProsperoName,
  type ProsperoParts,
  parse,
} from "./syntax.ts";

export type { ProsperoOptions } from "./options.ts";
export type { Fieldspec, ProsperoInit, ProsperoName, ProsperoParts, ProsperoUrl } from "./syntax.ts";

/** `prospero:` (RFC 4157), with the Prospero protocol, version 5, over ARDP. */
export const prospero: Scheme<
  ProsperoName,
  ProsperoParts,
  ProsperoInit,
  typeof import("./access.ts"),
  typeof prosperoOptions
> = defineScheme({
  name: prosperoSyntax.names,
  defaultPort: DEFAULT_PORT,
  ports: { reserved: "refuse" },
  cite: ["RFC 4157", "RFC 1738 §3.11"],
  check,
  parse,
  format,
  fields: ["host", "port", "hsoname", "fieldspecs", "fragment"],
  normalize,
  describe,
  plan,
  examples: [
    { url: "prospero://pros.example//pros/name", title: "the object /pros/name" },
    { url: "prospero://pros.example/pros/name", title: "the object pros/name, a different object" },
    { url: "prospero://pros.example/name;OBJECT-VERSION=3", title: "a version of an object" },
    { url: "prospero://pros.example/name;KIND=a;KIND=b", title: "a field with two values" },
  ],
  presentation: { view: { search: { title: "Find by name", label: "Name (* and ? are wildcards)" } } },
  options: prosperoOptions,
  // Loaded on first use, so that parsing a URL does not load the access code.
  access: () => import("./access.ts"),
});
