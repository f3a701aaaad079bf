import type { CommandNode, CommandTree, CompletionKind, OptionNode } from "./command-tree.ts";

/**
 * Returns a completion program for bash 3.2 and newer. It splits the line itself, because bash may split words at ":"
 * and "="; a completion then replaces only the text after the last split.
 */
export function bashCompletion({ verbs, urls }: CommandTree): string {
  return `# bash completion for anyurl. Created by: anyurl completion bash
_anyurl() {
  local line=\${COMP_LINE:0:COMP_POINT} cur verb previous each head='' breaks='' want='' values='' options=''
  local -a words
  IFS=$' \\t' read -r -a words <<<"$line"
  case $line in *[$' \\t']) words+=('') ;; esac
  COMPREPLY=()
  [ \${#words[@]} -gt 1 ] || return 0
  cur=\${words[\${#words[@]}-1]} verb=\${words[1]} previous=\${words[\${#words[@]}-2]}
  case $cur in --*=*) previous=\${cur%%=*} head=$previous= cur=\${cur#*=} ;; esac
  if [ \${#words[@]} -eq 2 ]; then
    values=${quoted([...verbs.map(({ name }) => name), "--help", "--version"].join(" "))}
  else
    case $verb in
${verbs.map(verbCase).join("\n")}
    esac
    case "$verb $previous" in
${valueCases(verbs).join("\n")}
      *)
        case $cur in -*) [ -n "$head" ] || { want='' values=$options; } ;; esac ;;
    esac
  fi
  case $want in *urls*) values="$values ${urls.join(" ")}" ;; esac
  case $COMP_WORDBREAKS in *:*) breaks=: ;; esac
  case $COMP_WORDBREAKS in *=*) breaks=$breaks= head='' ;; esac
  # The text before the last word break is already on the line.
  local done=''
  [ -z "$breaks" ] || done=\${cur%"\${cur##*[$breaks]}"}
  while IFS= read -r each; do
    COMPREPLY+=("$head\${each#"$done"}")
  done < <(compgen -W "$values" -- "$cur")
  # What depends on a URL. It has only characters that no shell changes.
  case "$want $cur" in *ask* | *urls*' '*://*/*)
    while IFS=$'\\t' read -r each _; do
      case $each in "$cur"*) COMPREPLY+=("$head\${each#"$done"}") ;; esac
    done < <(anyurl completion words -- "\${words[@]:1}" </dev/null 2>/dev/null) ;;
  esac
  case $want in *files*)
    compopt -o filenames 2>/dev/null
    while IFS= read -r each; do
      COMPREPLY+=("$head\${each#"$done"}")
    done < <(compgen -f -- "$cur") ;;
  esac
  # Do not add a space after an incomplete word.
  case \${COMPREPLY[0]-} in *[=:/]) compopt -o nospace 2>/dev/null ;; esac
  return 0
}
complete -F _anyurl anyurl
`;
}

function verbCase({ name, options, wanted }: CommandNode): string {
  const flags = options.flatMap((option) => option.flags);
  return `      ${name}) options=${quoted(flags.join(" "))}${assigned(wanted)} ;;`;
}

/**
 * Returns the cases for options with a value, grouped by the values that they take. An option that takes the same
 * values for every command has one case.
 */
function valueCases(verbs: readonly CommandNode[]): readonly string[] {
  const uses = verbs.flatMap(({ name, options }) =>
    options
      .filter(takesValue)
      .flatMap(({ flags, wanted }) => flags.map((flag) => ({ name, flag, set: assigned(wanted, true) }))),
  );
  const places = new Map<string, Set<string>>();
  for (const { name, flag, set } of uses) {
    const isEverywhere = uses.every((other) => other.flag !== flag || other.set === set);
    const patterns = places.get(set) ?? new Set();
    places.set(set, patterns.add(isEverywhere ? `*' ${flag}'` : `'${name} ${flag}'`));
  }
  return [...places].map(([set, patterns]) => `      ${[...patterns].join(" | ")})\n       ${set} ;;`);
}

/** An option with an optional value takes it only in the form `--online=VALUE`, never as the next word. */
function takesValue({ value, optional }: OptionNode): boolean {
  return value !== undefined && !optional;
}

/** Returns the assignments for a completion kind; with `all`, it clears unused variables as well. */
function assigned(
  { files = false, urls = false, asks = false, values = [] }: CompletionKind,
  all = false,
): string {
  const want = [...(files ? ["files"] : []), ...(urls ? ["urls"] : []), ...(asks ? ["ask"] : [])].join(" ");
  const sets = [
    ...(want === "" && !all ? [] : [`want=${quoted(want)}`]),
    ...(values.length === 0 && !all ? [] : [`values=${quoted(values.join(" "))}`]),
  ];
  return sets.map((set) => ` ${set}`).join("");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
