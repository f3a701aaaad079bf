import { describeValues, type OperationName, type OptionDeclaration } from "@anyurl/core";
import { displayText } from "anyurl";
import { say } from "../language.ts";
import { alignColumns } from "../render/columns.ts";
import type { Paint } from "../render/style.ts";
import type { SchemeHelp } from "./scheme-help.ts";
import { wrapText } from "./wrap-text.ts";

/** Formats the help of a scheme for users, `width` columns wide. */
export function schemeHelpLines(help: SchemeHelp, paint: Paint, width: number): readonly string[] {
  const heading = (text: string) => ["", paint("bold", say(text))];
  const { scheme, plugin, fault, cite, parts, options, examples } = help;
  return [
    `${paint("bold", `${scheme}:`)}${plugin === undefined ? "" : `  from ${displayText(plugin)}`}`,
    ...(fault === undefined ? [] : [paint("red", displayText(`  ${say(`does not load: ${fault}`)}`))]),
    ...portLines(help),
    ...heading("Rules:"),
    ...wrapText(displayText(cite.join(", ")), width, "  "),
    ...heading("Examples:"),
    ...examples.flatMap(({ url, title, rfc1738 }) => [
      `  ${paint("cyan", displayText(url))}`,
      paint(
        "dim",
        `      ${displayText(say(title))}${rfc1738 ? "" : `; ${say("not valid by the grammar of RFC 1738")}`}`,
      ),
    ]),
    ...heading("Parts:"),
    ...alignColumns(
      parts.map(({ name, meaning, example, cite: rule }) => [
        { text: `  ${displayText(name)}`, painted: `  ${paint("bold", displayText(name))}` },
        { text: displayText(say(meaning)) },
        { text: `"${displayText(example)}"` },
        { text: displayText(rule), painted: paint("dim", displayText(rule)) },
      ]),
    ),
    ...heading("Profiles:"),
    ...wrapText(say("rfc3986 (the default): RFC 3986 and the rules above"), width, "  "),
    ...wrapText(
      say("rfc1738: the grammar of RFC 1738 §5; for --profile of check, norm, same, build, resolve"),
      width,
      "  ",
    ),
    ...heading("Commands:"),
    ...wrapText(verbsFor(help), width, "  "),
    ...heading("Options (--option NAME=VALUE, or in a config file):"),
    ...(Object.keys(options).length === 0 ? [`  ${say("none")}`] : []),
    ...Object.entries(options).flatMap(([name, option]) => optionLines(name, option, paint, width)),
  ];
}

/** Formats the names with their ports, and the other ports that may be used. */
function portLines({ names, ports }: SchemeHelp): readonly string[] {
  const all = names.map(({ name, port }) =>
    port === undefined ? say(`${name} without a port`) : say(`${name} on port ${port}`),
  );
  const { reserved = "ask", usual = [] } = ports ?? {};
  const hasPort = names.some(({ port }) => port !== undefined) || usual.length > 0;
  return [
    `  ${all.join(", ")}`,
    ...(usual.length === 0 ? [] : [`  ${say(`other usual ports: ${usual.join(", ")}`)}`]),
    ...(hasPort ? [`  ${say(RESERVED[reserved])}`] : []),
  ];
}

const RESERVED: Readonly<Record<NonNullable<NonNullable<SchemeHelp["ports"]>["reserved"]>, string>> = {
  refuse: "other ports below 1024, and ports of other protocols, need --any-port",
  ask: "other ports below 1024, and ports of other protocols, need --any-port",
  allow: "ports of other protocols need --any-port",
  any: "any port",
};

/** The commands for each operation; none for one that only programs use. */
const VERBS: Readonly<Record<OperationName, string>> = {
  get: "get, cat, cp",
  list: "ls",
  stat: "stat",
  search: "search",
  put: "put, cp",
  append: "append",
  remove: "rm",
  rename: "mv",
  makeDirectory: "mkdir",
  send: "send",
  open: "open",
  request: "",
};

function verbsFor({ operations, isForProgram }: SchemeHelp): string {
  const verbs = operations.flatMap((operation) =>
    VERBS[operation] === "" ? [] : VERBS[operation].split(", "),
  );
  if (isForProgram) verbs.push("open --program");
  return verbs.length === 0 ? say("none") : [...new Set(verbs)].join(", ");
}

function optionLines(
  name: string,
  option: OptionDeclaration,
  paint: Paint,
  width: number,
): readonly string[] {
  const { description, rule } = option;
  const cite = rule === undefined ? "" : ` (${rule})`;
  const kind = displayText(formatOptionType(option));
  return [
    `  ${paint("bold", displayText(name))}${kind === "" ? "" : `  ${kind}`}`,
    ...wrapText(displayText(`${say(description)}${cite}`), width, "      "),
  ];
}

/** Formats the type of an option and its default. */
function formatOptionType(option: OptionDeclaration): string {
  const usual = "default" in option ? formatDefault(option) : "";
  return `${say(formatValues(option))}${say(HOW[option.type] ?? "")}${usual === "" ? "" : say(`; default: ${usual}`)}`;
}

/** How to give the value, if that is not obvious. */
const HOW: Partial<Readonly<Record<OptionDeclaration["type"], string>>> = {
  list: " (separate the items by commas, or repeat the option)",
  duration: ", or with a unit: 500ms, 30s",
  bytes: ", or with a unit: 64KiB",
  function: " (in programs and config files only)",
  object: " (in programs and config files only)",
};

function formatValues(option: OptionDeclaration): string {
  if (option.type === "choice") return option.choices.join(" | ");
  if (option.type === "boolean") return "true | false";
  return describeValues(option);
}

function formatDefault(option: Extract<OptionDeclaration, { readonly default?: unknown }>): string {
  const usual = option.default;
  if (!Array.isArray(usual)) return typeof usual === "object" ? "" : String(usual);
  const isAll = "choices" in option && option.choices?.length === usual.length;
  return isAll ? "all" : usual.join(", ");
}
