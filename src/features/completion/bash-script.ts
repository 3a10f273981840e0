/**
 * The script of bash. The one of the library evaluates the typed line and each candidate, so that a name
 * in a manifest would run a program.
 */
export const bashScript = `# bash completion for cyclectl
_cyclectl() {
  local reply bits value
  COMPREPLY=()
  reply=$(cyclectl complete bash complete -- "\${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null) || return 0
  bits=\${reply##*:}
  while IFS= read -r value; do
    [[ -n $value ]] && COMPREPLY+=("$value")
  done <<< "\${reply%:*}"
  ((bits & 2)) && compopt -o nospace
  ((bits & 4)) && compopt +o default +o bashdefault
  ((bits & 16)) && compopt +o default +o bashdefault -o dirnames
  return 0
}
complete -o bashdefault -o default -F _cyclectl cyclectl
`;
