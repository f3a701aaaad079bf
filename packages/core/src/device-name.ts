const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i;

/**
 * Is this the name of a device on Windows, in every directory? A suffix changes nothing, and neither do blanks before it:
 * `con .txt` is the console.
 */
export function isDeviceName(name: string): boolean {
  return DEVICE.test(name);
}
