import { findNearest } from '../kit/nearest.ts';
import { isSecretName } from './secret-name.ts';

/** Keys of manifests under which a secret may stand, whatever the key that it stands at is called. */
const holders = [
  'auth',
  'properties',
  'parameters',
  'variables',
  'errorWebhook',
  'token',
  'postgres',
  'slack',
  'webhook',
];

/** Words that keys of secrets are called by, and that somebody may have written otherwise. */
const secretWords = [
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
];

/** A line above, which lines beneath it belong to. */
type Level = {
  readonly indent: number;
  readonly holds: boolean;
  /** Nothing stands behind its key. */
  readonly isEmpty: boolean;
};

/** A key without anything behind it, or with the head of a text that begins in the next line. */
const emptyValue = /:\s*(?:[|>][-+0-9]*)?\s*(?:#.*)?$|^\s*\?\s/;

/** A key, and the sign that was meant to end it: it may be one of another keyboard, or of another language. */
const keyed =
  /([A-Za-z_-]{3,40})["']?\s*(?:[:：]|=(?!=))|(?:^|[{,])\s*\?\s+["']?([A-Za-z_-]{3,40})/g;

/**
 * Whether a line of a broken file may belong to a key that holds secrets, by its indentation. No schema can judge such
 * a file, so that a line counts as beneath where its indentation fits no line above, or where a bracket or a quote of
 * a line beneath is left open.
 */
export function isBeneathHolder(lines: readonly string[], index: number): boolean {
  let levels: readonly Level[] = [];
  for (const line of lines.slice(0, index + 1)) {
    if (line.trim() === '') continue;
    const indent = line.length - line.trimStart().length;
    // A text alone, without a key, goes on with what stands above it.
    const above = /[^\s:].*[:：]|^\s*[-?]\s/.test(line) ? listAbove(levels, indent) : levels;
    const holds = above.some((level) => level.holds) || namesHolder(line);
    if (holds && isLeftOpen(line)) return true;
    levels = [...above, { indent, holds, isEmpty: emptyValue.test(line) }];
  }
  return levels.at(-1)?.holds ?? false;
}

/** The levels that a line with so much indentation may stand beneath. */
function listAbove(levels: readonly Level[], indent: number): readonly Level[] {
  const ended = levels.findIndex((level) => level.indent >= indent);
  // Deeper than all of them.
  if (ended === -1) return levels;
  // An indentation that fits none is wrong, and ends nothing.
  if (levels[ended]?.indent !== indent) return levels;
  // A key without anything behind it and beneath it may have been meant to have this line.
  const isMeant = ended === levels.length - 1 && levels[ended]?.isEmpty === true;
  return isMeant ? levels : levels.slice(0, ended);
}

function namesHolder(line: string): boolean {
  return [...line.matchAll(keyed)].some(([, before, after]) => isHolder(before ?? after ?? ''));
}

function isHolder(key: string): boolean {
  const words = listWords(key);
  return (
    isSecretName(key) || isNear(key, holders) || words.some((each) => isNear(each, secretWords))
  );
}

/** The key, and its last word and last two: what the first ones say of `crmPassword` is whose it is. */
function listWords(key: string): readonly string[] {
  const words = key.split(/[_-]+|(?<=[a-z])(?=[A-Z])/).filter((word) => word !== '');
  return [key, words.slice(-2).join(''), words.at(-1) ?? ''];
}

function isNear(key: string, names: readonly string[]): boolean {
  return findNearest(key, names).length > 0 || isShuffled(key, names);
}

// Two letters that changed places count as two, which is too far from a short name.
function isShuffled(key: string, names: readonly string[]): boolean {
  const sort = (text: string) => [...text].sort().join('');
  return names.some((holder) => sort(holder) === sort(key));
}

function isLeftOpen(line: string): boolean {
  const count = (signs: RegExp) => (line.match(signs) ?? []).length;
  return count(/[[{]/g) > count(/[\]}]/g) || count(/"/g) % 2 === 1 || count(/'/g) % 2 === 1;
}
