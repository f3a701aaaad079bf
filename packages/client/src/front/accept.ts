/** A media-range of an Accept header, and its weight from 0 to 1 (RFC 9110 §12.5.1, §12.4.2). */
interface Weighed {
  readonly type: string;
  readonly subtype: string;
  readonly weight: number;
}

/**
 * Returns the offer that an Accept header prefers. If several are equal or none is acceptable, it is the first one: an
 * unacceptable response is more useful than an error.
 */
export function negotiateType<const T extends string>(
  header: string | null,
  offers: readonly [T, ...(readonly T[])],
): T {
  if (header === null) return offers[0];
  const ranges = split(header, ",").flatMap((text) => weighed(text) ?? []);
  let [best, most]: [T, number] = [offers[0], 0];
  for (const offer of offers) {
    const weight = findWeight(offer, ranges);
    if (weight > most) [best, most] = [offer, weight];
  }
  return best;
}

/** Returns the weight of the most specific matching range, or 0 if no range matches. */
function findWeight(offer: string, ranges: readonly Weighed[]): number {
  let [weight, closest] = [0, -1];
  for (const range of ranges) {
    const closeness = measureSpecificity(offer, range);
    if (closeness > closest || (closeness === closest && range.weight > weight))
      [weight, closest] = [range.weight, closeness];
  }
  return closest < 0 ? 0 : weight;
}

function measureSpecificity(offer: string, { type, subtype }: Weighed): number {
  if (`${type}/${subtype}` === offer) return 2;
  if (subtype !== "*") return -1;
  return type === "*" ? 0 : offer.startsWith(`${type}/`) ? 1 : -1;
}

/** Returns `undefined` for an invalid media range, or one with a parameter that no offer has. */
function weighed(text: string): Weighed | undefined {
  const [range = "", ...parameters] = split(text, ";").map((piece) => piece.trim().toLowerCase());
  const slash = range.indexOf("/");
  if (slash < 1 || slash === range.length - 1) return undefined;
  let weight = 1;
  for (const parameter of parameters) {
    if (parameter.startsWith("q=")) {
      const given = qvalue(parameter.slice(2));
      if (given === undefined) return undefined;
      weight = given;
      // Parameters after the weight were an extension, and are ignored (RFC 9110 §12.5.1).
      break;
    }
    if (parameter !== "" && parameter !== "charset=utf-8" && parameter !== 'charset="utf-8"')
      return undefined;
  }
  return { type: range.slice(0, slash), subtype: range.slice(slash + 1), weight };
}

/** RFC 9110 §12.4.2: 0 to 1, with at most three decimals. */
function qvalue(text: string): number | undefined {
  const isOne = text.length <= 5 && /^(?:0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)$/.test(text);
  return isOne ? Number(text) : undefined;
}

/** Splits a text at delimiters outside of a quoted-string (RFC 9110 §5.6.4). */
function split(text: string, delimiter: string): readonly string[] {
  const pieces: string[] = [];
  let from = 0;
  let isQuoted = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === '"') isQuoted = !isQuoted;
    else if (char === "\\" && isQuoted) i++;
    else if (char === delimiter && !isQuoted) {
      pieces.push(text.slice(from, i));
      from = i + 1;
    }
  }
  pieces.push(text.slice(from));
  return pieces;
}
