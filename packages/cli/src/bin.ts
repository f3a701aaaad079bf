#!/usr/bin/env node
import process from "node:process";
import { main } from "./main.ts";
import { nodeIo } from "./node-io.ts";

// Whatever is still waiting then, a name's look-up for one, has nobody left to wait for it.
process.exit(await main(process.argv.slice(2), nodeIo()));
