import { Buffer } from "node:buffer";

/** The rows of a terminal for a picture. */
export const PICTURE_ROWS = 12;

/** Characters of one escape sequence (kitty graphics protocol, "remote client"). */
const CHUNK = 4096;

/**
 * Can the terminal show a picture of this type? Terminals with the graphics protocol of kitty decode PNG themselves. A
 * multiplexer between would have to pass the pictures on.
 */
export function canShowPicture(
  mediaType: string,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  const { TERM = "", TERM_PROGRAM = "", KITTY_WINDOW_ID, TMUX, STY } = env;
  if (mediaType !== "image/png" || TMUX !== undefined || STY !== undefined) return false;
  return (
    KITTY_WINDOW_ID !== undefined ||
    /^xterm-(?:kitty|ghostty)$/.test(TERM) ||
    /^(?:ghostty|WezTerm)$/.test(TERM_PROGRAM)
  );
}

/** Draws a PNG at a row of the screen, and returns to the cursor. The bytes of the server are in base64. */
export function drawPicture(bytes: Uint8Array, row: number): string {
  const text = Buffer.from(bytes).toString("base64");
  let drawn = `\x1b7\x1b[${row};1H`;
  for (let at = 0; at < text.length; at += CHUNK) {
    const first = at === 0 ? `a=T,f=100,q=2,C=1,r=${PICTURE_ROWS - 1},` : "";
    const more = at + CHUNK < text.length ? 1 : 0;
    drawn += `\x1b_G${first}m=${more};${text.slice(at, at + CHUNK)}\x1b\\`;
  }
  return `${drawn}\x1b8`;
}

/** Removes all pictures. */
export const ERASE_PICTURES = "\x1b_Ga=d,q=2\x1b\\";
