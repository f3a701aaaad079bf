import { octetsOf, textOf } from "@anyurl/core";
import type { TelnetOption } from "./option.ts";

const NEW_ENVIRON = 39;

const IS = 0;
const SEND = 1;
const VAR = 0;
const VALUE = 1;
const ESC = 2;
const USERVAR = 3;

/** RFC 1572 §5. Any other name is a variable of the user's own. */
const WELL_KNOWN: ReadonlySet<string> = new Set(["USER", "JOB", "ACCT", "PRINTER", "SYSTEMTYPE", "DISPLAY"]);

type Kind = typeof VAR | typeof USERVAR;

/** What a SEND asks for: one variable, or all of a kind. */
interface Asked {
  readonly kind: Kind;
  readonly name: string | undefined;
}

/**
 * NEW-ENVIRON (RFC 1572): the variables that the caller has named, when the server asks for them, and no
 * other one: the environment of the process is nobody's business. Without variables we do not have the
 * option.
 */
export function newEnviron(variables: ReadonlyMap<string, string>): TelnetOption {
  return {
    code: NEW_ENVIRON,
    name: "new-environ",
    cite: "RFC 1572",
    agrees: (side) => side === "us" && variables.size > 0,
    answer: (parameters) => {
      if (parameters[0] !== SEND) return undefined;
      const asked = askedFor(parameters.subarray(1));
      // Whoever asks for a variable ten times is told once.
      const told = [...variables].filter(([name]) => isAsked(name, asked));
      return [IS, ...told.flatMap(variableOctets)];
    },
  };
}

function isAsked(name: string, asked: readonly Asked[]): boolean {
  // A SEND of nothing asks for everything (RFC 1572 §2).
  if (asked.length === 0) return true;
  return asked.some((one) => one.kind === kindOf(name) && (one.name === undefined || one.name === name));
}

function kindOf(name: string): Kind {
  return WELL_KNOWN.has(name) ? VAR : USERVAR;
}

function variableOctets([name, value]: readonly [string, string]): readonly number[] {
  return [kindOf(name), ...escaped(name), VALUE, ...escaped(value)];
}

/** VAR, VALUE, ESC and USERVAR within a name or a value have an ESC before them. */
function escaped(text: string): readonly number[] {
  return [...octetsOf(text)].flatMap((octet) => (octet <= USERVAR ? [ESC, octet] : [octet]));
}

function askedFor(parameters: Uint8Array): readonly Asked[] {
  const asked: Asked[] = [];
  let kind: Kind | undefined;
  let name: number[] = [];
  const end = () => {
    if (kind !== undefined) {
      asked.push({ kind, name: name.length === 0 ? undefined : textOf(Uint8Array.from(name)) });
    }
    name = [];
  };
  for (let at = 0; at < parameters.length; at++) {
    const octet = parameters[at]!;
    if (octet === VAR || octet === USERVAR) {
      end();
      kind = octet;
    } else if (octet === ESC && at + 1 < parameters.length) {
      name.push(parameters[++at]!);
    } else name.push(octet);
  }
  end();
  return asked;
}
