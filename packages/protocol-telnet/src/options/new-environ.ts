import { octetsOf, textOf } from "@anyurl/core";
import type { TelnetOption } from "./option.ts";

const NEW_ENVIRON = 39;

const IS = 0;
const SEND = 1;
const VAR = 0;
const VALUE = 1;
const ESC = 2;
const USERVAR = 3;

/** RFC 1572 §5. Any other name is a user variable. */
const WELL_KNOWN: ReadonlySet<string> = new Set(["USER", "JOB", "ACCT", "PRINTER", "SYSTEMTYPE", "DISPLAY"]);

type Kind = typeof VAR | typeof USERVAR;

/** An item of a SEND: one variable, or all of a kind. */
interface RequestedVariable {
  readonly kind: Kind;
  readonly name: string | undefined;
}

/**
 * NEW-ENVIRON (RFC 1572): sends only the variables that the caller set, if the server requests them. The environment of
 * the process is never sent. Without variables the option is rejected.
 */
export function createNewEnviron(variables: ReadonlyMap<string, string>): TelnetOption {
  return {
    code: NEW_ENVIRON,
    name: "new-environ",
    cite: "RFC 1572",
    agrees: (side) => side === "us" && variables.size > 0,
    answer: (parameters) => {
      if (parameters[0] !== SEND) return undefined;
      const asked = parseSend(parameters.subarray(1));
      // Send a variable once, even if the server requests it repeatedly.
      const told = [...variables].filter(([name]) => matchesRequest(name, asked));
      return [IS, ...told.flatMap(formatVariable)];
    },
  };
}

function matchesRequest(name: string, asked: readonly RequestedVariable[]): boolean {
  // An empty SEND requests all variables (RFC 1572 §2).
  if (asked.length === 0) return true;
  return asked.some(
    (one) => one.kind === variableKind(name) && (one.name === undefined || one.name === name),
  );
}

function variableKind(name: string): Kind {
  return WELL_KNOWN.has(name) ? VAR : USERVAR;
}

function formatVariable([name, value]: readonly [string, string]): readonly number[] {
  return [variableKind(name), ...escapeText(name), VALUE, ...escapeText(value)];
}

/** Escapes VAR, VALUE, ESC, and USERVAR in a name or a value with ESC. */
function escapeText(text: string): readonly number[] {
  return [...octetsOf(text)].flatMap((octet) => (octet <= USERVAR ? [ESC, octet] : [octet]));
}

function parseSend(parameters: Uint8Array): readonly RequestedVariable[] {
  const asked: RequestedVariable[] = [];
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
