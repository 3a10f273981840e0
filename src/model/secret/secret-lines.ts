import { listNearest } from '../../kit/text/nearest.ts';
import { isSecretName } from './secret-name.ts';

/** Names, and their letters in order. */
type Names = { readonly all: readonly string[]; readonly shuffled: ReadonlySet<string> };

const toNames = (...all: string[]): Names => ({ all, shuffled: new Set(all.map(sortLetters)) });

/** Keys of manifests that may contain a secret at any depth. */
const holders = toNames(
  'auth',
  'properties',
  'parameters',
  'variables',
  'errorWebhook',
  'token',
  'postgres',
  'slack',
  'webhook',
);

/** Words in keys of secrets, in any spelling. */
const secretWords = toNames(
  'apiKey',
  'accessKey',
  'privateKey',
  'password',
  'passwd',
  'passphrase',
  'passwort',
  'kennwort',
  'secret',
  'clientSecret',
  'credential',
  'credentials',
  'accessToken',
  'authValue',
  'bearer',
);

/** A line above, with the lines that belong to it by their indentation. */
type Level = {
  readonly indent: number;
  /** True if one of them holds secrets, or is below a line that does. */
  readonly holds: boolean;
  /** Its key has no value yet. */
  readonly isEmpty: boolean;
};

/** A key without anything behind it, or with the head of a text that begins in the next line. */
const emptyValue = /:\s*(?:[|>][-+0-9]*\s*)?(?:#.*)?$|^\s*\?\s/s;

/** A key, and the sign that was meant to end it: it may be one of another keyboard, or of another language. */
const keyed =
  /([A-Za-z_-]{3,40})["']?\s*(?:[:：]|=(?!=))|(?:^|[{,])\s*\?\s+["']?([A-Za-z_-]{3,40})/g;

/**
 * For each line of a broken file, returns whether it may belong to a key of secrets, by
 * indentation. Ambiguous indentation and unclosed brackets or quotes count as inside. The time is
 * linear.
 */
export function findSecretLines(lines: readonly string[]): readonly boolean[] {
  // From the outermost on, each indented deeper than the one before it, and each `holds` once that one does.
  const levels: Level[] = [];
  const known = new Map<string, boolean>();
  let isOpen = false;
  return lines.map((line) => {
    if (line.trim() !== '') {
      const indent = line.length - line.trimStart().length;
      // Text without a key continues the line above.
      if (hasKey(line)) dropEnded(levels, indent);
      const holds = (levels.at(-1)?.holds ?? false) || namesHolder(line, known);
      isOpen ||= holds && isLeftOpen(line);
      pushLevel(levels, { indent, holds, isEmpty: emptyValue.test(line) });
    }
    return isOpen || (levels.at(-1)?.holds ?? false);
  });
}

/** A sign between names with something before it, or a mark of an entry. */
function hasKey(line: string): boolean {
  const first = line.search(/[^\s:]/);
  const last = Math.max(line.lastIndexOf(':'), line.lastIndexOf('：'));
  return (first !== -1 && first < last) || /^\s*[-?]\s/.test(line);
}

/** Removes the levels that a line of this indentation has ended. */
function dropEnded(levels: Level[], indent: number): void {
  const ended = levels.findIndex((level) => level.indent >= indent);
  // An indentation that fits none is wrong, and ends nothing.
  if (ended === -1 || levels[ended]?.indent !== indent) return;
  // A key without a value may be meant to have this line.
  const isMeant = ended === levels.length - 1 && levels[ended]?.isEmpty === true;
  if (!isMeant) levels.length = ended;
}

/** A line that is indented no deeper than the last level ends with it, whatever comes. */
function pushLevel(levels: Level[], level: Level): void {
  const last = levels.at(-1);
  if (last === undefined || last.indent < level.indent) levels.push(level);
  else levels[levels.length - 1] = { ...last, holds: level.holds, isEmpty: false };
}

function namesHolder(line: string, known: Map<string, boolean>): boolean {
  return [...line.matchAll(keyed)].some(([, before, after]) => {
    const key = before ?? after ?? '';
    const isKnown = known.get(key) ?? isHolder(key);
    known.set(key, isKnown);
    return isKnown;
  });
}

function isHolder(key: string): boolean {
  return (
    isSecretName(key) ||
    isNear(key, holders) ||
    [...listWords(key)].some((each) => isNear(each, secretWords))
  );
}

/** The key, and its last word and last two: what the first ones say of `crmPassword` is whose it is. */
function listWords(key: string): ReadonlySet<string> {
  const words = key.split(/[_-]+|(?<=[a-z])(?=[A-Z])/).filter((word) => word !== '');
  return new Set([key, words.slice(-2).join(''), words.at(-1) ?? '']);
}

function isNear(key: string, names: Names): boolean {
  // Two letters that changed places count as two, which is too far from a short name.
  return names.shuffled.has(sortLetters(key)) || listNearest(key, names.all, 1).length > 0;
}

function isLeftOpen(line: string): boolean {
  const count = (signs: RegExp) => (line.match(signs) ?? []).length;
  return count(/[[{]/g) > count(/[\]}]/g) || count(/"/g) % 2 === 1 || count(/'/g) % 2 === 1;
}

function sortLetters(text: string): string {
  return [...text].sort().join('');
}
