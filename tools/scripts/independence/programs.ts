import type { SchemeFacts } from "../first-party-files.ts";
import type { Opening } from "./openings.ts";

/** The program for the generic syntax, without schemes. */
export function coreProgram(): string {
  return `import { createRegistry, parse, redact, resolve } from "@anyurl/core";
import { explain, toTerminal } from "@anyurl/core/explain";

${CHECK}
const urls = createRegistry();
const url = parse("x-any://h.example/a/%7Eb?q#f");
check(String(url) === "x-any://h.example/a/%7Eb?q#f", "a URL is its text");
check(urls.normalize("X-ANY://H.example/a/../%7Eb") !== "", "any URL has a normal form");
check(String(resolve("http://h.example/a/b", "../c")) === "http://h.example/c", "a reference is resolved");
check(toTerminal(explain(url, urls)).includes("RFC 3986"), "any URL is explained");
check(!redact("x-any://me:secret@h.example/").includes("secret"), "a password is hidden");
console.log("ok");
`;
}

/** Parses, formats, explains, and plans each example of the scheme, with the types of its own package. */
export function readingProgram({ constant, packageName, names, examples, operations }: SchemeFacts): string {
  const [first] = examples;
  const scheme = names.find((name) => first!.url.startsWith(`${name}:`));
  return `import { createRegistry, isAccessError, type InitOf } from "@anyurl/core";
import { explain, toTerminal } from "@anyurl/core/explain";
import { ${constant} } from "${packageName}";

${CHECK}
const urls = createRegistry(${constant});
// The text says which scheme it is, and so which parts it has.
const first = urls.parse(${JSON.stringify(first!.url)});
const name: ${JSON.stringify(scheme)} = first.scheme;
check(${constant}.is(first) && name === ${JSON.stringify(scheme)}, "the scheme reads its own URLs");

let planned = 0;
type Fields = Omit<InitOf<typeof ${constant}, ${JSON.stringify(scheme)}>, "scheme">;
for (const text of ${JSON.stringify(examples.map(({ url }) => url))}) {
  const url = urls.parse(text);
  check(String(url) === text, "a URL is its text: " + text);
  const normal = urls.normalize(url);
  check(urls.normalize(normal) === normal, "a normal form is its own: " + text);
  check(toTerminal(explain(url, urls)).includes(text), "it is explained: " + text);
  const { host, port } = url;
  // Some parts follow from others, and format rejects them.
  const known = urls.scheme(url.scheme)?.fields;
  const isField = ([name]: readonly [string, unknown]) => known?.includes(name) ?? true;
  const parts: object = Object.fromEntries(Object.entries(url.parts ?? {}).filter(isField));
  const fields = { ...(host !== undefined && { host }), ...(port && { port: Number(port) }), ...parts };
  const written = urls.format(url.scheme as ${JSON.stringify(scheme)}, fields as unknown as Fields);
  check(urls.parse(written).scheme === url.scheme, "it is written: " + text);
  for (const operation of ${JSON.stringify(operations)}) {
    try {
      urls.plan(url, operation);
    } catch (error) {
      check(isAccessError(error), "what has no plan says so by a code: " + operation + " of " + text);
    }
    planned++;
  }
}
${operations.length === 0 ? "" : 'check(planned > 0, "an operation is planned, or says why not");'}
console.log("ok");
`;
}

/** Opens a URL on a server, or on a port without a listener if there is no server for the scheme. */
export function openingProgram({ constant, packageName }: SchemeFacts, opening: Opening | undefined): string {
  return `import { createClient } from "@anyurl/client";
import { isAccessError } from "@anyurl/core";
import { ${constant} } from "${packageName}";
import { nodeTransport } from "@anyurl/transport-node";

${CHECK}
const client = createClient({
  schemes: [${constant}],
  transport: nodeTransport(),
  limits: { deadline: 20_000 },
  ${opening?.client ?? ""}
});
${opening === undefined ? UNREACHED(constant) : openedBy(opening)}
await client.close?.();
console.log("ok");
`;
}

/** Uses all schemes: parses all examples, and opens those for which there is a server. */
export function togetherProgram(
  schemes: readonly SchemeFacts[],
  openings: ReadonlyMap<string, Opening>,
): string {
  const opened = schemes.flatMap(({ constant }) => openings.get(constant) ?? []);
  const constants = schemes.map(({ constant }) => constant).join(", ");
  return `import { createAnyurl, isAccessError, ${constants} } from "anyurl";

${CHECK}
for (const scheme of [${constants}]) check(scheme.names.length > 0, "a scheme has a name");
const plain = createAnyurl();
for (const text of ${JSON.stringify(schemes.flatMap(({ examples }) => examples.map(({ url }) => url)))})
  check(String(plain.parse(text)) === text, "a URL is its text: " + text);
check(isAccessError(await plain.get("x-any://h.example/" as string).catch((error: unknown) => error)), "no other scheme is opened");
${opened
  .map(
    (opening) => `{
  const client = createAnyurl({ limits: { deadline: 20_000 }, ${opening.client ?? ""} });
  ${openedBy(opening)}
  await client.close();
}`,
  )
  .join("\n")}
console.log("ok");
`;
}

const CHECK = `function check(holds: boolean, claim: string): asserts holds {
  if (!holds) throw new Error("it does not hold that " + claim);
}
`;

const UNREACHED = (constant: string) => `// Its server is not known here.
const url = ${constant}.names[0] + "://127.0.0.1:1/";
check(isAccessError(await client.get(url as never).catch((error: unknown) => error)), "no server listens there");`;

function openedBy({ url, shown, expected }: Opening): string {
  return `const url = ${JSON.stringify(url)};
  const shown: string = ${shown};
  check(shown.includes(${JSON.stringify(expected)}), "the server sends its content: " + shown);
  check(!isAccessError(shown), "the content is a string");`;
}
