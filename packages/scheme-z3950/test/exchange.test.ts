import { replayTranscripts } from "@anyurl/testkit";
import { z3950 } from "../src/index.ts";

replayTranscripts(new URL("transcripts/", import.meta.url), { scheme: z3950 });
