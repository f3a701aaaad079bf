/** Is it probably a text for people? */
export function looksLikeProse(text: string): boolean {
  return /[a-z]{2,} .*[a-z]{2,}/.test(text) && !/[<>]|^anyurl |^default-src|\bRFC \d+ §[^a-z]*$/.test(text);
}
