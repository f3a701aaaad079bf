import { displayText } from "anyurl";
import type { Finding } from "../../doctor/finding.ts";
import { loginFindings } from "../../doctor/logins.ts";
import { type Machine, thisMachine } from "../../doctor/machine.ts";
import { networkFindings } from "../../doctor/network.ts";
import { onlineFindings } from "../../doctor/online.ts";
import { programFindings } from "../../doctor/program.ts";
import { settingsFindings } from "../../doctor/settings.ts";
import type { Io } from "../../io.ts";
import { jsonText } from "../../json.ts";
import type { OpenOptions } from "../../opener.ts";
import { columns } from "../../render/columns.ts";
import { type Paint, painter } from "../../render/style.ts";
import { readUrl } from "../text/read-url.ts";

export interface DoctorOptions extends OpenOptions {
  readonly json?: boolean;
  readonly config?: string;
  /** Look at the network, too; a URL says where. */
  readonly online?: boolean | string;
}

/** The default URL of --online: the name is reserved for examples (RFC 2606 §3), but the site exists. */
const SOMEWHERE = "https://example.com/";
/** The status where something does not work. */
const FAILED = 9;

/** Checks this machine and suggests fixes. Opens no connection without --online. */
export async function doctor(
  _: string,
  options: DoctorOptions,
  io: Io,
  machine: Machine = thisMachine(),
): Promise<number> {
  const { online } = options;
  const url =
    online === undefined ? undefined : readUrl(typeof online === "string" ? online : SOMEWHERE, io).url;
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
      ? jsonText({ ok: !failed, findings })
      : `${findingLines(findings, painter(io.stdout, io.env)).join("\n")}\n`,
  );
  return failed ? FAILED : 0;
}

const COLOURS = { ok: "green", warn: "yellow", fail: "red" } as const;

function findingLines(findings: readonly Finding[], paint: Paint): readonly string[] {
  const rows = columns(
    findings.map(({ what, is, found }) => [
      { text: is, painted: paint(COLOURS[is], is) },
      { text: displayText(what), painted: paint("bold", displayText(what)) },
      { text: displayText(found) },
    ]),
  );
  return findings.flatMap(({ cure }, i) => [
    rows[i]!,
    ...(cure === undefined ? [] : [`      ${paint("dim", displayText(`-> ${cure}`))}`]),
  ]);
}
