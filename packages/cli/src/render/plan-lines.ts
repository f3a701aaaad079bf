import { displayText, type Plan, type PlanStep } from "anyurl";
import { say } from "../language.ts";
import { type Cell, fitColumns } from "./columns.ts";
import type { Paint } from "./style.ts";

/**
 * Formats a plan as RFCs print a dialogue. Each line has the part of the URL that it comes from, and its rule:
 *
 *     -- connect to ftp.example:21                RFC 959
 *     C: CWD poems                    cwds[0]     RFC 1738 §3.2.2
 */
export function planLines(plan: Plan, paint: Paint, width?: number): readonly string[] {
  const lines = plan.steps.flatMap((step) => planStepLines(step, plan.operation));
  return fitColumns(
    lines.map(({ step, sign, text }): readonly Cell[] => {
      const part = step.do === "send" && step.part !== undefined ? displayText(step.part) : "";
      const isSent = step.do === "send" || step.do === "message";
      const look = (row: string) => {
        if (!isSent) return paint("dim", row);
        // Only the first row of a wrapped line has the sign.
        return row.startsWith(`${sign} `) ? paint("green", sign) + row.slice(sign.length) : row;
      };
      return [
        { text: `${sign} ${text}`, look },
        { text: part, look: (row) => paint("cyan", row) },
        { text: displayText(step.cite), look: (row) => paint("dim", row) },
      ];
    }),
    { width, flexible: 0 },
  );
}

const describeOpening = (path: string, system: string) => say(`open ${path} (${system})`);

/** What an operation does with a file; any other operation opens it. */
const FILE_STEPS: Readonly<Record<string, typeof describeOpening>> = {
  list: (path, system) => say(`list ${path} (${system})`),
  stat: (path, system) => say(`read the metadata of ${path} (${system})`),
  put: (path, system) => say(`write ${path} (${system})`),
  append: (path, system) => say(`append to ${path} (${system})`),
  remove: (path, system) => say(`remove ${path} (${system})`),
  makeDirectory: (path, system) => say(`create the directory ${path} (${system})`),
};

interface Line {
  readonly step: PlanStep;
  readonly sign: string;
  readonly text: string;
}

/** A message has several lines; every other step has one. */
function planStepLines(step: PlanStep, operation: string): readonly Line[] {
  if (step.do !== "message") return [{ step, ...describeStep(step, operation) }];
  const lines = step.text.replace(/\r?\n$/, "").split(/\r?\n/);
  const message = lines.map((line) => ({ step, sign: "|", text: displayText(line) }));
  const { leftOut = [] } = step;
  if (leftOut.length === 0) return message;
  return [
    ...message,
    { step, sign: "--", text: displayText(say(`Not used from the URL: ${leftOut.join(", ")}`)) },
  ];
}

function describeStep(
  step: Exclude<PlanStep, { readonly do: "message" }>,
  operation: string,
): Omit<Line, "step"> {
  if (step.do === "local") return { sign: "--", text: displayText(say(step.text)) };
  if (step.do === "file") {
    const describe = FILE_STEPS[operation] ?? describeOpening;
    return { sign: "--", text: describe(displayText(step.path), step.system) };
  }
  const channel = step.on === "control" ? "" : `/${displayText(step.on)}`;
  if (step.do === "send") return { sign: `C${channel}:`, text: displayText(step.text) };
  if (step.do === "secure") return { sign: "--", text: say(`start TLS${channel}`) };
  if (step.do === "receive") return { sign: `S${channel}:`, text: say("the resource") };
  if (step.on === "control") return { sign: "--", text: say(`connect to ${hostport(step.host, step.port)}`) };
  return { sign: "--", text: say(`connect for ${displayText(step.on)}, to a port chosen by the server`) };
}

function hostport(host: string | undefined, port: number | undefined): string {
  const name = displayText(host ?? say("the same host"));
  return port === undefined ? name : `${name.includes(":") ? `[${name}]` : name}:${port}`;
}
