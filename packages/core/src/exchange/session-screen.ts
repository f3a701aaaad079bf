/** How a run of characters looks. Absent: not so. */
export interface ScreenLook {
  readonly bold?: true;
  readonly underline?: true;
  readonly reverse?: true;
  readonly blink?: true;
  readonly color?: "black" | "red" | "green" | "yellow" | "blue" | "magenta" | "cyan" | "white";
  /** Text can be typed here. */
  readonly input?: true;
}

/** Characters that look the same, side by side. The text is not trusted, and has one character for each column. */
export interface ScreenRun extends ScreenLook {
  readonly text: string;
}

/** What a screen shows at one time. Characters that must not be shown, such as typed passwords, are blanks. */
export interface ScreenView {
  readonly rows: number;
  readonly columns: number;
  /** For each row, the runs that fill it. */
  readonly lines: readonly (readonly ScreenRun[])[];
  /** From 0. */
  readonly cursor: { readonly row: number; readonly column: number };
  /** Input is not accepted now: the server has to answer first. */
  readonly isLocked: boolean;
  /** A message of the terminal for its user, such as why input was rejected. Not trusted; may be empty. */
  readonly status: string;
}

/** A key of the terminal that a screen belongs to. */
export interface ScreenKey {
  /** The name for `press`, such as "PF3". */
  readonly name: string;
  /**
   * Keys of a usual keyboard that stand for it: "enter", "tab", "backspace", "delete", "insert", "home", "end", "up",
   * "down", "left", "right", "pageup", "pagedown", "f1" to "f24"; before it "shift+", "alt+", or "ctrl+", also with a
   * letter or a digit: "alt+1", "ctrl+c".
   */
  readonly keys: readonly string[];
  /** What it does, for help. */
  readonly description: string;
}

/**
 * The screen of a session whose server does not send text line by line: a terminal with fields to fill in. It changes
 * by keys, and while `readable` of the session is read.
 */
export interface SessionScreen {
  /** What the screen shows now. */
  readonly view: ScreenView;
  /** The keys of the terminal. */
  readonly keys: readonly ScreenKey[];
  /**
   * Types characters at the cursor.
   *
   * @throws {AccessError} bad-argument: not here; busy: the screen is locked. Characters before that one were typed.
   */
  type(text: string): Promise<void>;
  /** Presses a key of `keys`. @throws {AccessError} bad-argument, busy: as `type`; truncated: the session has ended. */
  press(name: string): Promise<void>;
  /** Adds a listener for changes of the view. Returns a function that removes it. */
  onChange(listener: () => void): () => void;
}
