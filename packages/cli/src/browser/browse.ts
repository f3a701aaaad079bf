import { join } from "node:path";
import type { Url } from "anyurl";
import { configHome } from "../config/locate.ts";
import type { HostIo } from "../host-io.ts";
import type { Io } from "../io.ts";
import { type OpenOptions, withClient } from "../opener.ts";
import type { Console } from "../terminal/console.ts";
import { createBookmarks } from "./bookmarks.ts";
import { Browser } from "./browser.ts";
import { downloadPage } from "./download.ts";
import { canShowPicture } from "./picture.ts";
import { PlainFront } from "./plain-front.ts";
import { ScreenFront } from "./screen-front.ts";

export interface BrowseOptions extends OpenOptions {
  /** Line by line, for a screen reader or a simple terminal. */
  readonly plain?: boolean;
  /** Bytes of a document that are shown. */
  readonly maxPage: number;
}

type TerminalIo = Io & { readonly askLine: NonNullable<HostIo["askLine"]> };

/** Browses from a URL until the user quits. */
export async function browse(
  url: Url,
  options: BrowseOptions,
  io: TerminalIo,
  console: Console,
): Promise<void> {
  const isScreen = options.plain !== true && io.env["TERM"] !== "dumb";
  const screen = isScreen ? new ScreenFront(console, io) : undefined;
  const front = screen ?? new PlainFront(console, io, io.askLine);
  const frontIo = screen === undefined ? io : withScreen(io, screen);
  const file = configHome(io.env);
  await withClient({ urls: [url], options, io: frontIo, isPooled: true }, async ({ opener, call }) => {
    const { urls, signal } = io;
    const browser: Browser = new Browser({
      ...{ opener, urls, call, signal, isScreen, ask: front.ask, maxBytes: options.maxPage },
      bookmarks: createBookmarks(file && join(file, "bookmarks")),
      canShow: (mediaType) => isScreen && canShowPicture(mediaType, io.env),
      width: () => front.width,
      download: (request) => downloadPage(request, { opener, call, urls, ask: front.ask, io: frontIo }),
      onChange: () => screen?.redraw(),
    });
    await front.run(browser, () => browser.open({ url: url.href }));
  });
}

/** While there is a screen, questions and messages of the client appear on it, which they would overwrite otherwise. */
function withScreen(io: TerminalIo, screen: Pick<ScreenFront, "ask" | "notify" | "isOver">): Io {
  return {
    ...io,
    askSecret: (prompt) => screen.ask(prompt, "", "secret"),
    askLine: (prompt, signal) => (screen.isOver ? io.askLine(prompt, signal) : screen.ask(prompt)),
    stderr: {
      ...{ isTerminal: true, columns: io.stderr.columns },
      async write(data) {
        if (screen.isOver) return io.stderr.write(data);
        screen.notify(typeof data === "string" ? data : new TextDecoder().decode(data));
      },
    },
  };
}
