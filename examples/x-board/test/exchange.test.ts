import { replayTranscripts } from "@anyurl/testkit";
import { board } from "../src/index.ts";

replayTranscripts(new URL("transcripts/", import.meta.url), { scheme: board });
