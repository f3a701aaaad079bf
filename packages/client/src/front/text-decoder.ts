/**
 * Returns a decoder for the character set of the server if it is supported. Otherwise decodes as UTF-8, and lines that
 * are not valid UTF-8 as Windows-1252, like most old texts. Give it whole lines.
 */
export function createTextDecoder(charset: string | undefined): (octets: Uint8Array) => string {
  if (charset !== undefined && !/^(?:us-)?ascii$|^utf-?8$/i.test(charset)) {
    try {
      const decoder = new TextDecoder(charset);
      return (octets) => decoder.decode(octets, { stream: true });
    } catch {
      // Ignore an unknown character set.
    }
  }
  const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const legacy = new TextDecoder("windows-1252");
  const line = (octets: Uint8Array) => {
    try {
      return utf8.decode(octets);
    } catch {
      return legacy.decode(octets);
    }
  };
  return (octets) => {
    try {
      return utf8.decode(octets);
    } catch {
      return splitLines(octets).map(line).join("");
    }
  };
}

const LF = 0x0a;

function splitLines(octets: Uint8Array): readonly Uint8Array[] {
  const lines: Uint8Array[] = [];
  let from = 0;
  while (from < octets.length) {
    const at = octets.indexOf(LF, from);
    const end = at < 0 ? octets.length : at + 1;
    lines.push(octets.subarray(from, end));
    from = end;
  }
  return lines;
}
