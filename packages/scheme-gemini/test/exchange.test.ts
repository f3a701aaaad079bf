import { replayTranscripts } from "@anyurl/testkit";
import { gemini } from "../src/index.ts";

replayTranscripts(new URL("./transcripts/", import.meta.url), { scheme: gemini });
