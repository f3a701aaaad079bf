/* The codes of Telnet that several files need (RFC 854, RFC 856). */

export const SE = 240;
export const SB = 250;
export const WILL = 251;
export const WONT = 252;
export const DO = 253;
export const DONT = 254;
export const IAC = 255;

export const BINARY = 0;
