const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|(?:com|lpt)[0-9¹²³]) *(?:\.|$)/i;

/**
 * Is this the name of a Windows device in every directory? A suffix, or spaces before it, make no difference: `con
 * .txt` is the console.
 */
export function isDeviceName(name: string): boolean {
  return DEVICE.test(name);
}
