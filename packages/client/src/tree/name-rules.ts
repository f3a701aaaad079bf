import { escapeName, NOT_UTF8, type TargetNames } from "./target-name.ts";

/** What the file systems of Windows do not have in a name, at its end also what some of them remove. */
const WINDOWS_PROBE = '\\:*?"<>| .';

/** A byte that is not UTF-8. */
const BYTE_PROBE = "\udcff";

/**
 * The rules of names in one local directory. A POSIX system can have file systems with other rules, such as those of USB
 * sticks, which refuse some names, and silently change others. So a name that only some of them can have is not tried:
 * the directory is asked first, with a name of the same kind.
 */
export class DirectoryRules {
  readonly #names: TargetNames;
  readonly #canHave: ((ending: string) => Promise<boolean>) | undefined;
  readonly #answers = new Map<string, Promise<boolean>>();

  /** @param canHave tries a name with this ending; absent: the rules are those of the target. */
  constructor(names: TargetNames, canHave: ((ending: string) => Promise<boolean>) | undefined) {
    this.#names = names;
    this.#canHave = names.system === "posix" ? canHave : undefined;
  }

  /** Returns the rules for a name. */
  async find(name: string): Promise<TargetNames> {
    if (this.#canHave === undefined) return this.#names;
    const unicode: TargetNames = { ...this.#names, unicodeOnly: true };
    const isUnicode =
      this.#names.unicodeOnly === true || (NOT_UTF8.test(name) && !(await this.#ask(BYTE_PROBE)));
    const rules = isUnicode ? unicode : this.#names;
    const windows: TargetNames = { ...unicode, system: "windows" };
    // A name that looks like the escape of such a name is another one, too.
    if (escapeName(name, windows) === escapeName(name, rules)) return rules;
    return (await this.#ask(WINDOWS_PROBE)) ? rules : windows;
  }

  #ask(ending: string): Promise<boolean> {
    const known = this.#answers.get(ending) ?? this.#canHave!(ending);
    this.#answers.set(ending, known);
    return known;
  }
}
