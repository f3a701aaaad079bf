import type { Command } from "commander";

/** Creates the whole command line in order to read its description; its output goes to `printed`. */
export type CreateHelp = (printed: { out: string; err: string }, columns: number | undefined) => Command;
