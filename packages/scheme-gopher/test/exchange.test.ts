import { replayTranscripts } from "@anyurl/testkit";
import { gopher } from "../src/index.ts";

replayTranscripts(new URL("transcripts/", import.meta.url), { scheme: gopher });
