import { AccessError } from "../exchange/access-error.ts";
import type { NumberOption, OptionDeclaration, OptionSet, ValueOption } from "./declaration.ts";
import { findDeclaration, invalidValueError, optionError } from "./options.ts";

/**
 * Reads the value of an option from text, for example from a command line: "true", "5", "30s", "64KiB", "a,b". The
 * result is a value for {@link resolveOptions}, which checks it.
 *
 * @param texts the text, or several texts of a list.
 * @throws {AccessError} bad-option: an unknown option; the text is not a value of its type; only a program can set it.
 */
export function readOptionText(set: OptionSet, option: string, texts: readonly string[]): unknown {
  const declaration = findDeclaration(set, option);
  const joint = declaration.type === "value" ? declaration.separator : undefined;
  const [text = "", ...more] = joint === undefined ? texts : [texts.join(joint)];
  if (declaration.type === "list") {
    const { separator = "," } = declaration;
    const items = texts.flatMap((each) => each.split(separator));
    return items.map((item) => item.trim()).filter((item) => item !== "");
  }
  if (more.length > 0) throw optionError(set, option, "one value, not several");
  if (isProgramOnly(declaration))
    throw new AccessError("bad-option", `cannot read the ${set.name} option ${option} from text`, {
      hint: "set it in a program or in a config file",
    });
  const value = parseText(declaration, text);
  if (value === undefined) throw invalidValueError(set, option, declaration, text);
  return value;
}

/** Can only a program give the option, because its value has no text? */
export function isProgramOnly(declaration: OptionDeclaration): boolean {
  const { type } = declaration;
  if (type === "value") return declaration.programOnly === true;
  return type === "function" || type === "object" || type === "group";
}

function parseText(declaration: OptionDeclaration, text: string): unknown {
  switch (declaration.type) {
    case "boolean":
      return text === "true" ? true : text === "false" ? false : undefined;
    case "integer":
    case "number":
    case "duration":
    case "bytes":
      return parseNumber(declaration, text);
    case "value":
      return parseValue(declaration, text);
    default:
      return text;
  }
}

/** The unit after a number, and its factor. */
const UNITS: Readonly<Record<NumberOption["type"], Readonly<Record<string, number>>>> = {
  integer: {},
  number: {},
  duration: { ms: 1, s: 1_000, min: 60_000, h: 3_600_000 },
  bytes: { B: 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3, KB: 1_000, MB: 1_000_000, GB: 1_000_000_000 },
};

function parseNumber({ type }: NumberOption, text: string): number | undefined {
  if (text === "Infinity") return Number.POSITIVE_INFINITY;
  const [, number, unit = ""] = /^(-?\d{1,15}(?:\.\d{1,9})?)(?: ?([A-Za-z]+))?$/.exec(text) ?? [];
  if (number === undefined) return undefined;
  const factor = unit === "" ? 1 : Object.hasOwn(UNITS[type], unit) ? UNITS[type][unit]! : Number.NaN;
  const value = Number(number) * factor;
  return Number.isNaN(value) ? undefined : value;
}

function parseValue({ fromText = JSON.parse }: ValueOption, text: string): unknown {
  try {
    return fromText(text);
  } catch {
    return undefined;
  }
}
