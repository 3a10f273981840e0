const word =
  'api[-_ ]?key|pass(?:word|wd|phrase)|pwd|auth[-_ ]?value|tokens?|secret|credentials?|private[-_ ]?key|bearer';

const inName = new RegExp(word, 'i');

const inLine = new RegExp(`(?:${word})[\\w-]*["']?\\s*:\\s*(?:[^\\s{]|\\{\\{)|://[^/?#\\s]*@`, 'i');
const inHead = new RegExp(`(?:${word})[\\w-]*["']?\\s*:\\s*(?:[|>][-+0-9]*)?\\s*(?:#.*)?$`, 'i');

/** Whether a key is called as secrets are. It is for what no schema tells the type of: a key that none knows. */
export function isSecretName(name: string): boolean {
  return inName.test(name);
}

/** Texts that are secrets by their look: an address with a user, a private key, tokens of known makers, a JWT. */
const inText =
  /:\/\/[^/?#\s]*@|-----BEGIN [A-Z ]*PRIVATE KEY|^(?:Bearer|Basic) \S|\bAKIA[0-9A-Z]{16}\b|\b(?:gh[pousr]|xox[a-z]|sk|rk|glpat)[-_][\w-]{16,}|\bAGE-SECRET-KEY-1|\beyJ[\w-]{8,}\.[\w-]{8,}\./;

/** Whether a text is a secret by its look, whatever it is called. It knows few forms; most secrets have none. */
export function isSecretText(text: string): boolean {
  return inText.test(text);
}

/**
 * Whether a line of a file shows a secret that was written out, or may lie in a text that hangs under a key
 * of such a name. It is for files that may be too broken for anything but their lines to be judged.
 */
export function mayShowSecret(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? '';
  if (inLine.test(line)) return true;
  // In a broken file the indentation tells nothing: what comes after such a key may belong to it.
  const before = lines.slice(0, index).findLast((above) => /:(?:\s|$)/.test(above));
  if (before !== undefined && inHead.test(before)) return true;
  let depth = indentOf(line);
  for (let at = index - 1; at >= 0 && depth > 0; at -= 1) {
    const above = lines[at] ?? '';
    if (above.trim() === '' || indentOf(above) >= depth) continue;
    depth = indentOf(above);
    if (inHead.test(above) || (inLine.test(above) && !above.includes('{'))) return true;
  }
  return false;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
