import type { Io } from "../io.ts";
import { hasColor } from "../render/style.ts";
import { type Finding, fail, ok, warn } from "./finding.ts";
import type { Machine } from "./machine.ts";

/** Checks Node and the terminal. */
export function programFindings({ node, readsTypeScript }: Machine, io: Io): readonly Finding[] {
  return [nodeFinding(node, readsTypeScript), terminalFinding(io), ...localeFindings(io)];
}

/** The minimum version of Node, from the package. */
const MIN_NODE_VERSION: readonly [major: number, minor: number] = [22, 12];

function nodeFinding(version: string, readsTypeScript: boolean): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const is = `Node ${version}`;
  if (major < MIN_NODE_VERSION[0] || (major === MIN_NODE_VERSION[0] && minor < MIN_NODE_VERSION[1]))
    return fail("Node", is, `install Node ${MIN_NODE_VERSION.join(".")} or newer`);
  if (readsTypeScript) return ok("Node", is);
  return warn("Node", `${is}, which cannot read TypeScript`, "use anyurl.config.js, or Node 22.18 or newer");
}

function terminalFinding({ stdout, env }: Io): Finding {
  if (!stdout.isTerminal) return ok("terminal", "standard output is not a terminal: no color, no progress");
  const { FORCE_COLOR: forced, NO_COLOR: noColor } = env;
  const why = forced ? `FORCE_COLOR is ${forced}` : noColor ? "NO_COLOR is set" : "TERM is dumb";
  const colours = hasColor(stdout, env) ? "color" : `no color: ${why}`;
  return ok("terminal", `${stdout.columns ?? "unknown"} columns, ${colours}`);
}

/** Names with characters beyond ASCII are written in UTF-8, even if the terminal cannot show them. */
function localeFindings({ stdout, env }: Io): readonly Finding[] {
  const locale = [env["LC_ALL"], env["LC_CTYPE"], env["LANG"]].find((value) => value) ?? "";
  if (!stdout.isTerminal || locale === "" || /utf-?8/i.test(locale)) return [];
  return [
    warn(
      "characters",
      `the locale is ${locale}, but anyurl prints UTF-8`,
      "set LANG=C.UTF-8 if the terminal supports it",
    ),
  ];
}
