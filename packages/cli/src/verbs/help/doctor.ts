import { displayText } from "anyurl";
import type { Finding } from "../../doctor/finding.ts";
import { loginFindings } from "../../doctor/logins.ts";
import { inspectMachine, type Machine } from "../../doctor/machine.ts";
import { networkFindings } from "../../doctor/network.ts";
import { onlineFindings } from "../../doctor/online.ts";
import { programFindings } from "../../doctor/program.ts";
import { settingsFindings } from "../../doctor/settings.ts";
import type { Io } from "../../io.ts";
import { formatJson } from "../../json.ts";
import type { OpenOptions } from "../../opener.ts";
import { alignColumns } from "../../render/columns.ts";
import { createPainter, type Paint } from "../../render/style.ts";
import { parseUrl } from "../text/read-url.ts";

export interface DoctorOptions extends OpenOptions {
  readonly json?: boolean;
  readonly config?: string;
  /** Check the network as well; the value is the URL to open. */
  readonly online?: boolean | string;
}

/** The default URL of --online: the name is reserved for examples (RFC 2606 §3), but the site exists. */
const DEFAULT_ONLINE_URL = "https://example.com/";
/** The status if something does not work. */
const FAILED = 9;

/** Checks this machine and suggests fixes. Opens no connection without --online. */
export async function doctor(
  _: string,
  options: DoctorOptions,
  io: Io,
  machine: Machine = inspectMachine(),
): Promise<number> {
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
}

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
