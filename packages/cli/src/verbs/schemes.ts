import type { OperationName } from "@anyurl/core";
import { createAnyurl, displayText, type Scheme } from "anyurl";
import type { Io } from "../io.ts";
import { jsonText } from "../json.ts";
import { columns } from "../render/columns.ts";
import { painter } from "../render/style.ts";

/** A scheme that is here, and what can be done with its URLs. */
interface SchemeFacts {
  readonly name: string;
  readonly port: number | undefined;
  readonly operations: readonly OperationName[];
  readonly cite: readonly string[];
  readonly examples: Scheme["examples"];
}

/** Lists the schemes whose URLs are read here: port, what can be done, the rules. */
export async function schemes(_: string, { json }: { readonly json?: boolean }, io: Io): Promise<void> {
  const urls = createAnyurl();
  const all = await Promise.all(urls.names().map((name) => factsOf(name, urls.scheme(name)!)));
  if (json === true) return io.stdout.write(jsonText(all));
  const paint = painter(io.stdout, io.env);
  const rows = all.map(({ name, port, operations, cite }) => [
    { text: `${name}:`, painted: paint("bold", `${name}:`) },
    { text: port === undefined ? "" : String(port) },
    { text: operations.join(" ") },
    { text: displayText(cite[0] ?? ""), painted: paint("dim", displayText(cite[0] ?? "")) },
  ]);
  await io.stdout.write(
    columns(rows, ["left", "right"])
      .map((line) => `${line}\n`)
      .join(""),
  );
}

/** In the order in which one gets to know them. */
const OPERATIONS: readonly OperationName[] = [
  ...(["get", "list", "stat", "search", "put", "append", "remove", "rename", "makeDirectory"] as const),
  ...(["send", "open"] as const),
];

/** What an access module exports is what can be done. */
async function factsOf(name: string, scheme: Scheme): Promise<SchemeFacts> {
  const access: object = (await scheme.access?.()) ?? {};
  const operations = OPERATIONS.filter((operation) => operation in access);
  const { cite, examples } = scheme;
  const own = examples.filter(({ url }) => url.startsWith(`${name}:`));
  return { name, port: scheme.defaultPort(name), operations, cite, examples: own };
}
