import type { CommandNode, CommandTree, CompletionKind, OptionNode } from "./command-tree.ts";

/** Returns a completion program for zsh, based on its `_arguments`. */
export function zshCompletion({ verbs, urls }: CommandTree): string {
  return `#compdef anyurl
# zsh completion for anyurl. Created by: anyurl completion zsh

_anyurl_urls() {
  if [[ $PREFIX == *://*/* ]]; then
    _anyurl_ask
  else
    compadd -Q -S '' -- ${urls.map(quoted).join(" ")}
  fi
}

# What depends on a URL: texts, and what they mean. No space follows.
_anyurl_ask() {
  local line
  local -a texts shown
  for line in "\${(@f)$(anyurl completion words -- "\${(@)words[1,CURRENT]}" </dev/null 2>/dev/null)}"; do
    [[ -n $line ]] || continue
    texts+=("\${line%%$'\\t'*}")
    shown+=("\${line/$'\\t'/  }")
  done
  (( $#texts )) && compadd -S '' -l -d shown -- $texts
}

_anyurl_urls_or_files() {
  _anyurl_urls
  _files
}

# Words; no space follows a word that ends in "=".
_anyurl_words() {
  local -a whole begun
  whole=(\${@:#*=}) begun=(\${(M)@:#*=})
  (( $#whole )) && compadd -Q -- $whole
  (( $#begun )) && compadd -Q -S '' -- $begun
}

_anyurl() {
  local -a verbs
  verbs=(
${verbs.map(({ name, description }) => `    ${quoted(`${name}:${description}`)}`).join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' verbs
    return
  fi
  local verb=$words[2]
  shift words
  (( CURRENT-- ))
  case $verb in
${verbs.map(verbCase).join("\n")}
  esac
}

# Loaded from fpath, this file is the body of the function; sourced, it registers the function.
if [[ $funcstack[1] == _anyurl ]]; then
  _anyurl "$@"
else
  compdef _anyurl anyurl
fi
`;
}

function verbCase({ name, options, wanted }: CommandNode): string {
  const specs = [...options.map(optionSpec), quoted(`*:argument:${action(wanted)}`)];
  return `    ${name})\n      _arguments -s -S \\\n        ${specs.join(" \\\n        ")}\n      ;;`;
}

function optionSpec({ flags, description, value, optional, wanted }: OptionNode): string {
  const [first = "", second] = flags;
  const said = `[${description.replace(/[[\]\\:]/g, "\\$&")}]`;
  const given =
    value === undefined ? "" : `${optional ? "::" : ":"}${value.replaceAll(":", "\\:")}:${action(wanted)}`;
  const form = (flag: string) => (value === undefined ? flag : flag + valuePlace(flag, optional));
  // "*" marks an option that can be repeated.
  const again = /^--(?:option|limit)$/.test(first) ? "*" : "";
  if (second === undefined) return quoted(`${again}${form(first)}${said}${given}`);
  return `${quoted(`(${first} ${second})`)}{${form(first)},${form(second)}}${quoted(`${said}${given}`)}`;
}

/** Where `_arguments` expects a value: in the word of the option, and in the next one unless the value is optional. */
function valuePlace(flag: string, optional: boolean): string {
  if (flag.startsWith("--")) return optional ? "=-" : "=";
  return optional ? "-" : "+";
}

function action({ files = false, urls = false, asks = false, values = [] }: CompletionKind): string {
  if (asks) return "_anyurl_ask";
  if (values.length > 0) return `_anyurl_words ${values.join(" ")}`;
  if (urls) return files ? "_anyurl_urls_or_files" : "_anyurl_urls";
  return files ? "_files" : " ";
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
