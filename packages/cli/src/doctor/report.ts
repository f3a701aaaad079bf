import { displayText } from "anyurl";
import type { ConfigOptions } from "../config/load-config.ts";
import type { Io } from "../io.ts";
import { fail, succeed, writeAnswer } from "../json.ts";
import { say } from "../language.ts";
import { loadSchemes } from "../load-schemes.ts";
import type { OpenOptions } from "../opener.ts";
import { fitRows, wrapToWidth } from "../render/columns.ts";
import { createPainter, type Paint } from "../render/style.ts";
import { readTypedUrl } from "../typed-url.ts";
import { parseUrl } from "../verbs/text/read-url.ts";
import type { Finding } from "./finding.ts";
import { loginFindings } from "./logins.ts";
import { inspectMachine } from "./machine.ts";
import { networkFindings } from "./network.ts";
import { onlineFindings } from "./online.ts";
import { programFindings } from "./program.ts";
import { settingsFindings } from "./settings.ts";

/** The status if something does not work. */
const FAILED = 9;

/**
 * Prints the results of all checks, and returns the exit status.
 *
 * @param online also opens this URL.
 */
export async function report(
  online: string | undefined,
  options: ConfigOptions & OpenOptions & { readonly json?: boolean },
  io: Io,
): Promise<number> {
  const machine = inspectMachine();
  const world: Io = online === undefined ? io : { ...io, ...(await loadSchemes()) };
  const url =
    online === undefined ? undefined : parseUrl(await readTypedUrl(online, options, world), world).url;
  const findings: readonly Finding[] = [
    ...programFindings(machine, io),
    ...(await settingsFindings(options, machine, io)),
    ...loginFindings(io),
    ...networkFindings(machine, io),
    ...(url === undefined ? [] : await onlineFindings(url, options, machine, world)),
  ];
  const failed = findings.some(({ is }) => is === "fail");
  if (options.json === true) {
    await writeAnswer(failed ? fail("check-failed", { findings }) : succeed({ findings }), options, io);
  } else {
    const lines = findingLines(findings, createPainter(io.stdout, io.env), io.stdout.columns);
    await io.stdout.write(`${lines.join("\n")}\n`);
  }
  return failed ? FAILED : 0;
}

const COLOURS = { ok: "green", warn: "yellow", fail: "red" } as const;

function findingLines(
  findings: readonly Finding[],
  paint: Paint,
  width: number | undefined,
): readonly string[] {
  const rows = fitRows(
    findings.map(({ what, is, found }) => [
      { text: is, look: (text) => paint(COLOURS[is], text) },
      { text: displayText(what), look: (text) => paint("bold", text) },
      { text: displayText(say(found)) },
    ]),
    { width, flexible: 2 },
  );
  return findings.flatMap(({ hint }, i) => [
    ...rows[i]!,
    ...(hint === undefined ? [] : hintLines(hint, paint, width)),
  ]);
}

/** Columns before the text of a hint. */
const HINT_INDENT = 9;

function hintLines(hint: string, paint: Paint, width = Number.POSITIVE_INFINITY): readonly string[] {
  const rows = wrapToWidth(displayText(say(hint)), width - HINT_INDENT);
  return rows.map((row, i) =>
    i === 0 ? `      ${paint("dim", `-> ${row}`)}` : " ".repeat(HINT_INDENT) + paint("dim", row),
  );
}
