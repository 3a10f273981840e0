import type { Block } from '../block.ts';

/** Parts of a block that are words of ours. */
const ofOurs: ReadonlySet<string> = new Set([
  'is',
  'mark',
  'alarm',
  'severity',
  'code',
  'kind',
  'result',
]);

/**
 * Makes a function that writes `*` for the name of an account in a text: in addresses, in values that
 * are made of it, and in capitals in references of secrets.
 */
export function makeNameNormaliser(account: string): (text: string) => string {
  if (account === '') return (text) => text;
  const names = [account, account.toUpperCase().replaceAll('-', '_')];
  const [name = '', capitals = ''] = names;
  const either = names.map(escapePattern).join('|');
  const pattern = new RegExp(`(?<![A-Za-z0-9])(?:${either})(?![A-Za-z0-9])`, 'g');
  return (text) =>
    text.includes(name) || text.includes(capitals) ? text.replaceAll(pattern, '*') : text;
}

/** The same for all texts of a block. */
export function normaliseName(block: Block, account: string): Block {
  return replaceTexts(block, makeNameNormaliser(account)) as Block;
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

function replaceTexts(value: unknown, normalise: (text: string) => string): unknown {
  if (typeof value === 'string') return normalise(value);
  if (Array.isArray(value)) return value.map((item) => replaceTexts(item, normalise));
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).map(([name, item]) => [
    name,
    ofOurs.has(name) ? item : replaceTexts(item, normalise),
  ]);
  return Object.fromEntries(parts);
}
