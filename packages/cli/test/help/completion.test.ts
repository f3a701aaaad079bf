import { execFile, spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { bundled } from "../bundled.ts";
import { run } from "../captured.ts";
import { type Folder, folderOf, schemeText } from "../config/world.ts";
import { NO_PTY, startPty } from "../terminal/pty.ts";

const has = (shell: string) => spawnSync(shell, ["--version"]).status === 0;

/** The command itself, which the programs of the shells ask. */
const ANYURL = `anyurl() { "${process.execPath}" "${bundled().command}" "$@"; }`;

let folder: Folder;

beforeAll(async () => {
  folder = await folderOf({
    "files/readme.txt": "",
    "files/two words.txt": "",
    "files/deep/x.txt": "",
    "c.mjs": `export default { plugins: [${schemeText("x-word", 'options: { name: "x-word", declarations: { loud: { type: "boolean", description: "in capital letters" } }, defaults: {} },')}] };`,
  });
  for (const shell of ["bash", "zsh", "fish"]) {
    const { status, out } = await run(["completion", shell]);
    expect(status).toBe(0);
    await writeFile(folder.at(`anyurl.${shell}`), out);
  }
  return () => folder[Symbol.asyncDispose]();
});

/** Returns what bash offers for a line, with the text appended on acceptance, for these word breaks. */
async function offered(
  line: string,
  breaks = " \t\n\"'><=;|&(:",
  script = folder.at("anyurl.bash"),
): Promise<readonly string[]> {
  const program = `
    ${ANYURL}
    source ${script}
    cd ${folder.at("files")}
    COMP_WORDBREAKS=$1 COMP_LINE=$2 COMP_POINT=\${#2}
    _anyurl
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = await promisify(execFile)("bash", [
    "--norc",
    "-c",
    program,
    "bash",
    breaks,
    line,
  ]);
  // compopt fails outside of a completion. The script hides its error message.
  expect(stderr).toBe("");
  return stdout.split("\n").filter((each) => each !== "");
}

describe.skipIf(!has("bash"))("completion in bash", () => {
  test.each([
    ["anyurl pa", ["parse"]],
    ["anyurl sea", ["search"]],
    ["anyurl parse --js", ["--json"]],
    ["anyurl get --no-g", ["--no-glob"]],
    ["anyurl get -o re", ["readme.txt"]],
    ["anyurl get -o", ["-o"]],
    ["anyurl get --output tw", ["two words.txt"]],
    ["anyurl get --output=re", ["readme.txt"]],
    ["anyurl get --config de", ["deep"]],
    ["anyurl get --config deep/", ["deep/x.txt"]],
    ["anyurl get go", ["gopher://", "gophers://"]],
    ["anyurl get gopher:", ["//"]],
    ["anyurl parse mai", ["mailto:"]],
    ["anyurl check --profile ", ["rfc3986", "rfc1738"]],
    ["anyurl same --level=s", ["string", "syntax", "scheme"]],
    ["anyurl send --tls no", ["none"]],
    ["anyurl get --option tls=r", ["required"]],
    ["anyurl get ftp://h/ --option hiddenF", ["hiddenFiles=false", "hiddenFiles=true"]],
    ["anyurl get ftp://h/ --option=hiddenFiles=f", ["false"]],
    ["anyurl get gopher://h/ --option hiddenF", []],
    ["anyurl build news news", ["newsgroupName="]],
    ["anyurl build ftp cw", ["cwds[]="]],
    ["anyurl get --option tls", ["tls=none", "tls=preferred", "tls=required"]],
    ["anyurl get --limit connect", ["connectTimeout="]],
    ["anyurl get --proxy soc", ["socks5://", "socks5h://"]],
    ["anyurl get --max-time ", []],
    ["anyurl get --max-time 10 go", ["gopher://", "gophers://"]],
    ["anyurl put re", ["readme.txt"]],
    ["anyurl put ft", ["ftp://", "ftps://"]],
    ["anyurl build tel", ["tel", "telnet", "telnets"]],
    ["anyurl help sch", ["schemes"]],
    ["anyurl help fi", ["file"]],
    ["anyurl plan --operation ren", ["rename"]],
    ["anyurl completion z", ["zsh"]],
    ["anyurl nonesuch x", []],
    ["anyurl get $(touch", []],
    ["anyurl get `tou", []],
  ])("%s", async (line, words) => {
    expect((await offered(line)).toSorted()).toEqual([...words].toSorted());
  });

  test("offers entries of a directory", async () => {
    const directory = `file://${folder.at("files")}/`;
    expect(await offered(`anyurl ls ${directory}t`, " \t\n")).toEqual([`${directory}two%20words.txt`]);
    expect((await offered(`anyurl get -o x ${directory}`, " \t\n")).toSorted()).toEqual([
      ...[`${directory}deep/`, `${directory}readme.txt`, `${directory}two%20words.txt`],
    ]);
    expect(await offered(`anyurl ls ${directory}t`)).toEqual([
      `${directory.slice("file:".length)}two%20words.txt`,
    ]);
  });

  test("offers whole words if : and = are not word breaks", async () => {
    const breaks = " \t\n";
    expect(await offered("anyurl get gopher:", breaks)).toEqual(["gopher://"]);
    expect(await offered("anyurl get --option tls=r", breaks)).toEqual(["tls=required"]);
    expect(await offered("anyurl same --level=s", breaks)).toEqual([
      ...["--level=string", "--level=syntax", "--level=scheme"],
    ]);
  });

  test("offers schemes of plugins", async () => {
    const { out } = await run(["completion", "--config", folder.at("c.mjs"), "bash"]);
    await writeFile(folder.at("more.bash"), out);
    const breaks = " \t\n";
    expect(await offered("anyurl get x-", breaks, folder.at("more.bash"))).toEqual(["x-word://"]);
  });

  test.skipIf(NO_PTY !== undefined)("completes on Tab in a terminal", async () => {
    const command = `cd ${folder.at("files")}; TERM=dumb PS1='$ ' INPUTRC=/dev/null exec bash --norc -i`;
    await using pty = await startPty(command);
    await pty.sees("$ ");
    const real = ANYURL.replace("anyurl()", "real()");
    const stub = `anyurl() { if [ "$1" = completion ]; then real "$@"; else echo "got:" "$@"; fi; }`;
    pty.type(`${real}; ${stub}; source ${folder.at("anyurl.bash")}\r`);
    await pty.sees("$ ");
    pty.type("anyurl expl\t");
    await pty.sees("anyurl explain ");
    pty.type("mail\tjoe@h.example\r");
    await pty.sees("got: explain mailto:joe@h.example");
    pty.type("anyurl get --option tls=req\t--outp\ttwo\tgophe\t");
    // Two schemes match, so the bell rings.
    await pty.sees(/two\\ words\.txt gophe\x07?r/);
    pty.type("://h.example/\r");
    await pty.sees("got: get --option tls=required --output two words.txt gopher://h.example/");
    pty.type("exit\r");
    await pty.ended;
  });
});

describe.skipIf(!has("zsh") || NO_PTY !== undefined)("completion in zsh, on Tab in a terminal,", () => {
  test.each([
    ["anyurl same --level=sch", "anyurl same --level=scheme"],
    ["anyurl get --option=tls=req", "anyurl get --option=tls=required"],
    ["anyurl get --option tls=req", "anyurl get --option tls=required"],
    ["anyurl get -oread", "anyurl get -oreadme.txt"],
    ["anyurl get --color=al", "anyurl get --color=always"],
  ])("%s", { timeout: 60_000 }, async (line, completed) => {
    await using pty = await startPty(`cd ${folder.at("files")}; TERM=dumb PS1='$ ' exec zsh -f -i`);
    await pty.sees("$ ");
    const stub = `anyurl() { if [ "$1" = completion ]; then real "$@"; else echo "got:" anyurl "$@"; fi; }`;
    const load = `autoload -Uz compinit; compinit -D -u; source ${folder.at("anyurl.zsh")}; echo ready`;
    pty.type(`${ANYURL.replace("anyurl()", "real()")}; ${stub}; ${load}\r`);
    await pty.sees(/ready\r?\n/);
    pty.type(`${line}\t`);
    await pty.sees(completed.slice(line.length));
    pty.type("\r");
    await pty.sees(`got: ${completed}`);
    pty.type("exit\r");
    await pty.ended;
  });
});

describe("for every shell", () => {
  test("contains each verb, its options, and the URL prefixes", async () => {
    const help = await run(["help"]);
    const verbs = [...help.out.matchAll(/^ {2}([a-z]+)(?: [[<].*?)? {2,}/gm)].map(([, verb]) => verb!);
    expect(verbs.length).toBeGreaterThan(25);
    for (const shell of ["bash", "zsh", "fish"]) {
      const { out } = await run(["completion", shell]);
      for (const verb of verbs) expect(out).toContain(verb);
      for (const word of [
        "idle-timeout",
        "rfc1738",
        "completion words",
        "gopher://",
        "mailto:",
        "connectTimeout=",
      ])
        expect(`${shell}: ${out.includes(word)} ${word}`).toBe(`${shell}: true ${word}`);
    }
  });

  // Most systems include neither shell. Skip the test if it is not installed.
  for (const shell of ["zsh", "fish"]) {
    test.skipIf(!has(shell))(`can be loaded by ${shell}`, () => {
      const { status, stderr } = spawnSync(shell, ["-n", folder.at(`anyurl.${shell}`)]);
      expect({ status, said: String(stderr) }).toEqual({ status: 0, said: "" });
    });
  }
});

test("fails for an unknown shell", async () => {
  expect(await run(["completion", "tcsh"])).toMatchObject({ status: 2, out: "" });
});
