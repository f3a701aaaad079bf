/*
 * The functions of `node:net` that the tests use, implemented with the browser's URL parser, which is the reference
 * there.
 */

const DEC_OCTETS = /(?:^|:)(?:0|[1-9][0-9]{0,2})(?:\.(?:0|[1-9][0-9]{0,2})){3}$/;

/**
 * Returns whether the text is an IPv6address (RFC 3986 §3.2.2). Only Chromium accepts leading zeros in its IPv4 part.
 */
export function isIPv6(text: string): boolean {
  if (!/^[0-9A-Fa-f:.]{1,45}$/.test(text)) return false;
  return URL.canParse(`http://[${text}]/`) && (!text.includes(".") || DEC_OCTETS.test(text));
}

/** Returns whether the text is an IPv4address. Browsers accept more forms, and write each as four numbers. */
export function isIPv4(text: string): boolean {
  return (
    DEC_OCTETS.test(text) && URL.canParse(`http://${text}/`) && new URL(`http://${text}/`).hostname === text
  );
}
