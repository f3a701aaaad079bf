import { octetsOf, textOf } from "@anyurl/core";

/*
 * The text of Prospero: lines that end in LF, tokens separated by spaces, and "'" around tokens with special
 * characters. Within quotes "''" is one quote, and spaces and line ends are data.
 */

const QUOTE = 0x27;
const LF = 0x0a;
const BLANK = 0x20;
const TAB = 0x09;

export type Tokens = readonly string[];

/** Parses the lines of a request to tokens; returns `undefined` if a quote is not closed. */
export function readLines(text: Uint8Array): readonly Tokens[] | undefined {
  const lines: string[][] = [];
  let tokens: string[] = [];
  let token: number[] | undefined;
  let quoted = false;
  const endToken = (): void => {
    if (token !== undefined) tokens.push(textOf(Uint8Array.from(token)));
    token = undefined;
  };
  const endLine = (): void => {
    endToken();
    lines.push(tokens);
    tokens = [];
  };
  for (let i = 0; i < text.length; i++) {
    const octet = text[i]!;
    if (octet === QUOTE) {
      token ??= [];
      if (quoted && text[i + 1] === QUOTE) token.push(text[++i]!);
      else quoted = !quoted;
    } else if (quoted) token!.push(octet);
    else if (octet === LF) endLine();
    else if (octet === BLANK || octet === TAB) endToken();
    else {
      token ??= [];
      token.push(octet);
    }
  }
  if (quoted) return undefined;
  if (token !== undefined || tokens.length > 0) endLine();
  return lines;
}

/** Formats a token, in quotes if it needs them. */
export function quote(token: string): string {
  return token === "" || /[\t\n\v\f\r '/+,]/.test(token) ? `'${token.replaceAll("'", "''")}'` : token;
}

export function formatLine(...tokens: Tokens): Uint8Array {
  return octetsOf(`${tokens.join(" ")}\n`);
}

/** Formats the bytes of a file as one token. */
export function* quoteBytes(chunks: Iterable<Uint8Array>): Generator<Uint8Array> {
  const mark = Uint8Array.of(QUOTE);
  yield mark;
  for (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(QUOTE); at >= 0; at = chunk.indexOf(QUOTE, at + 1)) {
      yield chunk.subarray(from, at + 1);
      yield mark;
      from = at + 1;
    }
    yield chunk.subarray(from);
  }
  yield mark;
}
