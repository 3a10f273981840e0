/**
 * The script of zsh. The one of the library evaluates the typed word, and inserts candidates without
 * quotes, so that a name in a manifest would run a program. compadd quotes them.
 */
export const zshScript = `#compdef cyclectl
_cyclectl() {
  local line
  local -a values shown space
  local -i bits=0
  while IFS= read -r line; do
    if [[ $line == :<-> ]]; then
      bits=\${line#:}
      continue
    fi
    values+=("\${line%%$'\\t'*}")
    shown+=("\${line/$'\\t'/  -- }")
  done < <(cyclectl complete zsh complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  ((bits & 2)) && space=(-S '')
  ((\${#values})) && compadd -d shown "\${(@)space}" -- "\${(@)values}"
  ((bits & 4)) && return 0
  compset -P '*='
  if ((bits & 16)); then _files -/; else _files; fi
}
compdef _cyclectl cyclectl
`;
