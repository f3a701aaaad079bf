import { displayText } from "anyurl";
import { succeed, writeAnswer } from "../../json.ts";
import { say } from "../../language.ts";
import { alignColumns } from "../../render/columns.ts";
import { createPainter } from "../../render/style.ts";
import { type SchemeFacts, schemeFacts } from "../../scheme-facts.ts";
import { defineVerb, type Verb } from "../verb.ts";

/** Lists the supported schemes: port, operations, standards, origin. */
export const verb: Verb = defineVerb({
  args: [],
  options: {},
  examples: ["anyurl schemes", "anyurl schemes --json"],
  async run(_, options, io) {
    const { urls, configured } = io;
    const all = await Promise.all(
      urls.names().map((name) => schemeFacts(name, urls.scheme(name)!, configured)),
    );
    if (options.json === true) return writeAnswer(succeed({ schemes: all }), options, io);
    const paint = createPainter(io.stdout, io.env);
    const rows = all.map((facts) => {
      const { name, port, operations, cite, fault } = facts;
      const rule = displayText(cite[0] ?? "");
      const failed = fault === undefined ? undefined : displayText(`does not load: ${fault}`);
      return [
        { text: `${name}:`, painted: paint("bold", `${name}:`) },
        { text: port === undefined ? "" : String(port) },
        failed === undefined
          ? { text: operations.join(" ") }
          : { text: failed, painted: paint("red", failed) },
        { text: rule, painted: paint("dim", rule) },
        { text: displayText(say(formatOrigin(facts))) },
      ];
    });
    for (const line of alignColumns(rows, ["left", "right"])) await io.stdout.write(`${line}\n`);
  },
});

function formatOrigin({ origin, package: name, version = "", plugin }: SchemeFacts): string {
  if (origin === "built-in") return "built in";
  return origin === "config" ? `${plugin} of the config file` : `${name} ${version}`.trim();
}
