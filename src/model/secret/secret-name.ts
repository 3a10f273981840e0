import { withRememberedAnswers } from '../../kit/text/with-remembered-answers.ts';

const word =
  'api[-_ ]?key|pass(?:word|wd|phrase)|pwd|auth[-_ ]?value|tokens?|secret|credentials?|private[-_ ]?key|bearer';

const inName = new RegExp(word, 'i');

const inLine = new RegExp(`(?:${word})[\\w-]*["']?\\s*:\\s*(?:[^\\s{]|\\{\\{)|://[^/?#\\s]*@`, 'i');
const inHead = new RegExp(`(?:${word})[\\w-]*["']?\\s*:\\s*(?:[|>][-+0-9]*)?\\s*(?:#.*)?$`, 'i');

/** Returns whether a key has the name of a secret, for keys of unknown type. */
export function isSecretName(name: string): boolean {
  return inName.test(name);
}

/** Texts that are secrets by their look: an address with a user, a private key, tokens of known makers, a JWT. */
const inText =
  /:\/\/[^/?#\s]*@|-----BEGIN [A-Z ]*PRIVATE KEY|^(?:Bearer|Basic) (?=\S*(?:[a-z][A-Z]|[^A-Za-z\s]))\S{8,}$|\bA(?:KIA|SIA)[0-9A-Z]{16}\b|\b(?:gh[pousr]|xox[a-z]|sk|rk|glpat)[-_][\w-]{16,}|\bAGE-SECRET-KEY-1|\beyJ[\w-]{8,}\.[\w-]{8,}\./;

/** Those of them that their makers gave a form of its own, so that hardly anything else has it. */
const ofMaker =
  /-----BEGIN [A-Z ]*PRIVATE KEY|\bA(?:KIA|SIA)[0-9A-Z]{16}\b|\b(?:gh[pousr]_|xox[abprs]-|sk_live_|rk_live_|glpat-)[\w-]{16,}|\bAGE-SECRET-KEY-1/;

/** Returns whether a text contains an access key of a known format. */
export function hasKnownKey(text: string): boolean {
  return ofMaker.test(text);
}

/** A value after the word for a secret: `password=…`, `"clientSecret": "…"`, `Bearer …`. */
const assigned =
  /(?:pass(?:word|wd|phrase)|pwd|secret|credentials?|(?:api|private|account|access|shared)[-_ ]?key|auth[-_ ]?value)["']?\s{0,5}=\s{0,5}["']?([^\s"';,&)]+)/gi;
const assignedToken = /(?:token|signature|\bsig)["']?\s{0,5}=\s{0,5}["']?([^\s"';,&)]+)/gi;
const labelled = new RegExp(`(?:${word})["']?\\s{0,5}:\\s{0,5}["']?([^\\s"',;)]+)`, 'gi');
const headed = /\b(?:bearer|basic|token)\s{1,5}(?!HTTP\/)([\w.~+/-]+={0,2})/gi;

/**
 * Returns whether a text has the form of a secret, whatever its key. It knows few forms; most
 * secrets have none.
 */
export const isSecretText = withRememberedAnswers(
  (text) =>
    inText.test(text) ||
    hasValue(text, assigned, isWord) ||
    hasValue(text, assignedToken, isRandom) ||
    hasValue(text, labelled, isRandom) ||
    hasValue(text, headed, (value) => isRandom(value) || isBasic(value)),
  5000,
);

function hasValue(text: string, form: RegExp, isOne: (value: string) => boolean): boolean {
  return [...text.matchAll(form)].some(([, value = '']) => isOne(value));
}

// A placeholder, a field of a record and a word of a configuration are none.
function isWord(value: string): boolean {
  if (/^(?:true|false|null|none|yes|no|on|off|required|optional)$/i.test(value)) return false;
  return value.length >= 4 && !/^[{$<>*%=[]|^[a-z_]+(?:\.[a-z_]+)+$/i.test(value);
}

// Letters with digits among them, because words alone are ambiguous.
function isRandom(value: string): boolean {
  if (value.length < 8 || !isWord(value)) return false;
  return /\d/.test(value) && /[a-z]/i.test(value);
}

/** Base64 of `user:password`. */
function isBasic(value: string): boolean {
  if (value.length < 8 || !/^[\w+/-]+={0,2}$/.test(value)) return false;
  const decoded = Buffer.from(value, 'base64').toString('utf8');
  return /^[ -~]+$/.test(decoded) && decoded.includes(':');
}

/**
 * Returns whether a line of a broken file may contain a secret, by its key or by a key above it.
 */
export function isPossiblySecretLine(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? '';
  if (inLine.test(line)) return true;
  // In a broken file the indentation is unreliable: a line after such a key may belong to it.
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
