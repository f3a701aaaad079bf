import { replayTranscripts } from "@anyurl/testkit";
import { ftp } from "../src/index.ts";

replayTranscripts(new URL("transcripts/", import.meta.url), { scheme: ftp });
