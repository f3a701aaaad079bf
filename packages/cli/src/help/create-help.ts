import type { Command } from "commander";

/** Creates the whole command line, of which only the description is read; what it prints goes to `printed`. */
export type CreateHelp = (printed: { out: string; err: string }, columns: number | undefined) => Command;
