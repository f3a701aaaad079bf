import type { AccessCode } from "../exchange/access-error.ts";
import { ACCESS_CODES, ACCESS_TEXTS } from "./access-codes.ts";
import type { CodeFacts, CodeText } from "./code.ts";
import { SCHEME_CODES, SCHEME_TEXTS } from "./scheme-codes.ts";
import { SYNTAX_CODES, SYNTAX_TEXTS } from "./syntax-codes.ts";

type Table<Row> = Readonly<Record<string, Row>>;

/** The facts of a code of a third-party scheme, such as "x-quota": an error of the server. */
const THIRD_PARTY_CODE: CodeFacts = { exit: 8, status: 502 };

/** Returns the facts of a code; for an unknown code, those of a third-party scheme. */
export function getCodeFacts(code: string): CodeFacts {
  return findRow<CodeFacts>([ACCESS_CODES, SYNTAX_CODES, SCHEME_CODES], code) ?? THIRD_PARTY_CODE;
}

/** Returns the text of a code; `undefined` for a code of a third-party scheme. */
export function getCodeText(code: string): CodeText | undefined {
  return findRow<CodeText>([ACCESS_TEXTS, SYNTAX_TEXTS, SCHEME_TEXTS], code);
}

/** Returns every code that docs/errors.md explains for a UrlSyntaxError or an AccessError. */
export function listCodes(): readonly AccessCode[] {
  return [ACCESS_CODES, SYNTAX_CODES, SCHEME_CODES].flatMap((table) => Object.keys(table) as AccessCode[]);
}

function findRow<Row>(tables: readonly Table<Row>[], code: string): Row | undefined {
  return tables.find((table) => Object.hasOwn(table, code))?.[code];
}
