import { displayText } from "anyurl";
import type { Finding } from "../../doctor/finding.ts";
import { loginFindings } from "../../doctor/logins.ts";
import { inspectMachine } from "../../doctor/machine.ts";
import { networkFindings } from "../../doctor/network.ts";
import { onlineFindings } from "../../doctor/online.ts";
import { programFindings } from "../../doctor/program.ts";
import { settingsFindings } from "../../doctor/settings.ts";
import { formatJson } from "../../json.ts";
import { alignColumns } from "../../render/columns.ts";
import { createPainter, type Paint } from "../../render/style.ts";
import { parseUrl } from "../text/read-url.ts";
import { defineVerb, type Verb } from "../verb.ts";

/** The default URL of --online: the name is reserved for examples (RFC 2606 §3), but the site exists. */
const DEFAULT_ONLINE_URL = "https://example.com/";
/** The status if something does not work. */
const FAILED = 9;

/** Checks this machine and suggests fixes. Opens no connection without --online. */
export const verb: Verb = defineVerb({
  loadsConfig: true,
  args: [],
  options: {
    online: {
      value: "[url]",
      description: "also look up and open a URL (default: https://example.com/)",
      completes: ["url"],
    },
  },
  examples: ["anyurl doctor", "anyurl doctor --online", "anyurl doctor --json"],
  async run(_, options, io) {
    const machine = inspectMachine();
    const { online } = options;
    const url =
      online === undefined
        ? undefined
        : parseUrl(typeof online === "string" ? online : DEFAULT_ONLINE_URL, io).url;
    const findings: readonly Finding[] = [
      ...programFindings(machine, io),
      ...(await settingsFindings(options, machine, io)),
      ...loginFindings(io),
      ...networkFindings(machine, io),
      ...(url === undefined ? [] : await onlineFindings(url, options, machine, io)),
    ];
    const failed = findings.some(({ is }) => is === "fail");
    await io.stdout.write(
      options.json === true
        ? formatJson({ ok: !failed, findings })
        : `${findingLines(findings, createPainter(io.stdout, io.env)).join("\n")}\n`,
    );
    return failed ? FAILED : 0;
  },
});

const COLOURS = { ok: "green", warn: "yellow", fail: "red" } as const;

function findingLines(findings: readonly Finding[], paint: Paint): readonly string[] {
  const rows = alignColumns(
    findings.map(({ what, is, found }) => [
      { text: is, painted: paint(COLOURS[is], is) },
      { text: displayText(what), painted: paint("bold", displayText(what)) },
      { text: displayText(found) },
    ]),
  );
  return findings.flatMap(({ hint: cure }, i) => [
    rows[i]!,
    ...(cure === undefined ? [] : [`      ${paint("dim", displayText(`-> ${cure}`))}`]),
  ]);
}
