/*
 * What the tests take from `node:net`, asked of the browser's own URL parser: there it is the system that ours is held
 * against.
 */

const DEC_OCTETS = /(?:^|:)(?:0|[1-9][0-9]{0,2})(?:\.(?:0|[1-9][0-9]{0,2})){3}$/;

/** Is it an IPv6address (RFC 3986 §3.2.2)? Chromium takes zeros in front of an IPv4 number there, and is alone with it. */
export function isIPv6(text: string): boolean {
  if (!/^[0-9A-Fa-f:.]{1,45}$/.test(text)) return false;
  return URL.canParse(`http://[${text}]/`) && (!text.includes(".") || DEC_OCTETS.test(text));
}

/** Is it an IPv4address? Browsers take more spellings of one, and write each as four numbers. */
export function isIPv4(text: string): boolean {
  return (
    DEC_OCTETS.test(text) && URL.canParse(`http://${text}/`) && new URL(`http://${text}/`).hostname === text
  );
}
