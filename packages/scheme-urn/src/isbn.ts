import type { UrnNamespace, UrnWarning } from "./namespace.ts";

/** A name of the namespace isbn (RFC 3187; ISO 2108). */
export interface IsbnName {
  readonly kind: "isbn10" | "isbn13";
  /** Without hyphens; an "X" at the end of an ISBN-10 in upper case. */
  readonly digits: string;
}

export const isbn: UrnNamespace = {
  nid: "isbn",
  cite: "RFC 3187 §3",
  parse: parseIsbn,
  expected: "an ISBN: ten digits, the last of which can be X, or thirteen digits that begin with 978 or 979",
  warn: checkIsbn,
  identify: (nss) => readDigits(nss),
};

function readDigits(nss: string): string {
  return nss.replaceAll("-", "").toUpperCase();
}

function parseIsbn(nss: string): IsbnName | undefined {
  // Hyphens stand between digits.
  if (!/^[0-9]+(?:-[0-9]+)*-?[0-9Xx]$/.test(nss)) return undefined;
  const digits = readDigits(nss);
  if (/^[0-9]{9}[0-9X]$/.test(digits)) return Object.freeze({ kind: "isbn10", digits });
  return /^97[89][0-9]{10}$/.test(digits) ? Object.freeze({ kind: "isbn13", digits }) : undefined;
}

function checkIsbn(nss: string): UrnWarning | undefined {
  const digits = readDigits(nss);
  const right = (digits.length === 10 ? checkDigit10 : checkDigit13)(digits);
  if (digits.at(-1) === right) return undefined;
  const message = "the check digit of the ISBN is wrong";
  return {
    code: "bad-check-digit",
    message,
    hint: `check the number; these digits have the check digit ${right}`,
  };
}

/** The sum of the digits, the first with the weight 10, is a multiple of 11. */
function checkDigit10(digits: string): string {
  let sum = 0;
  for (let i = 0; i < 9; i++) sum += (10 - i) * Number(digits[i]);
  const rest = (11 - (sum % 11)) % 11;
  return rest === 10 ? "X" : String(rest);
}

/** The sum of the digits, with the weights 1 and 3 in turn, is a multiple of 10. */
function checkDigit13(digits: string): string {
  let sum = 0;
  for (let i = 0; i < 12; i++) sum += (i % 2 === 0 ? 1 : 3) * Number(digits[i]);
  return String((10 - (sum % 10)) % 10);
}

/** Returns the ISBN-13 of a book by its ISBN-10 or ISBN-13, with a right check digit, without hyphens. */
export function toIsbn13({ kind, digits }: IsbnName): string {
  const body = kind === "isbn10" ? `978${digits.slice(0, 9)}` : digits.slice(0, 12);
  return body + checkDigit13(body);
}

/** Returns the ISBN-10 of a book, without hyphens; `undefined` if it has none, as with an ISBN-13 that begins with 979. */
export function toIsbn10({ kind, digits }: IsbnName): string | undefined {
  if (kind === "isbn13" && !digits.startsWith("978")) return undefined;
  const body = kind === "isbn10" ? digits.slice(0, 9) : digits.slice(3, 12);
  return body + checkDigit10(body);
}
