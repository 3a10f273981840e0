import { listNearest } from '../../kit/text/nearest.ts';
import { truncateText } from '../../kit/text/truncate-text.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';

/** One part of a `--select`: what an account's key or label must be, or must not. */
export type Condition = {
  readonly isNegated: boolean;
  readonly kind: 'account' | 'label';
  /** The label's name; empty for accounts. */
  readonly name: string;
  /** What `*` stands for is any text. */
  readonly pattern: string;
};

/** What commas join must all hold; alternatives add. No alternatives: everything. */
export type Selection = { readonly alternatives: readonly (readonly Condition[])[] };

/** The selection of a run without `--select`. */
export const selectAll: Selection = { alternatives: [] };

/** Reads `account=north*,label=tier=enterprise`, one text per `--select`. */
export function parseSelection(
  texts: readonly string[],
): { readonly selection: Selection } | { readonly diagnostics: readonly Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const alternatives = texts.map((text) =>
    text.split(',').flatMap((part) => {
      const condition = parseCondition(part.trim());
      if (condition === null) diagnostics.push(reportPart(part.trim()));
      return condition === null ? [] : [condition];
    }),
  );
  return diagnostics.length > 0 ? { diagnostics } : { selection: { alternatives } };
}

/** What of an account a selection looks at. */
export type Selectable = {
  readonly key: string;
  readonly labels: Readonly<Record<string, string>>;
};

/** Whether an account is of the selection. */
export function isSelected(selection: Selection, account: Selectable): boolean {
  if (selection.alternatives.length === 0) return true;
  return selection.alternatives.some((conditions) =>
    conditions.every((condition) => isConditionMatch(account, condition) !== condition.isNegated),
  );
}

/** Whether an account has what a condition names, be that wanted or not. */
export function isConditionMatch(account: Selectable, condition: Condition): boolean {
  const value = condition.kind === 'account' ? account.key : findLabel(account, condition.name);
  return value !== undefined && isWildcardMatch(value, condition.pattern);
}

/** A label of an account. One may be called `constructor`; only what the manifest writes counts. */
export function findLabel(account: Pick<Selectable, 'labels'>, name: string): string | undefined {
  return Object.hasOwn(account.labels, name) ? account.labels[name] : undefined;
}

/** How many accounts it names one by one; null where it has patterns or labels. */
export function countNamed(selection: Selection): number | null {
  const names = selection.alternatives.map(
    ([only, ...others]) =>
      only?.kind === 'account' &&
      others.length === 0 &&
      !only.isNegated &&
      !only.pattern.includes('*'),
  );
  return names.length > 0 && names.every(Boolean) ? names.length : null;
}

function parseCondition(part: string): Condition | null {
  const isNegated = part.startsWith('!');
  const [kind, ...rest] = (isNegated ? part.slice(1) : part).split('=');
  const [name = '', ...value] = rest;
  if (kind === 'account' && name !== '' && value.length === 0) {
    return { isNegated, kind, name: '', pattern: name };
  }
  if (kind === 'label' && name !== '' && value.length > 0) {
    return { isNegated, kind, name, pattern: value.join('=') };
  }
  return null;
}

function reportPart(part: string): Diagnostic {
  const meant = suggestPart(part);
  const forms =
    'Write account=NAME or label=NAME=VALUE; * stands for any text, ! before it is not.';
  return {
    code: 'selection-invalid',
    severity: 'error',
    summary: `--select cannot be ${JSON.stringify(truncateText(part, 80))}`,
    remedy: meant === null ? forms : `Did you mean ${meant}? ${forms}`,
  };
}

/** What somebody meant who left out, or misspelt, what comes before the `=`; null where nothing tells. */
function suggestPart(part: string): string | null {
  const not = part.startsWith('!') ? '!' : '';
  const [kind = '', ...rest] = part.slice(not.length).split('=');
  const value = rest.join('=');
  if (kind === '') return null;
  if (rest.length === 0) return `${not}account=${kind}`;
  if (value === '' || value.startsWith('=') || kind === 'account') return null;
  if (kind === 'label') return `${not}label=${value}=*`;
  if (rest.length > 1) return `${not}label=${value}`;
  const isAccount = listNearest(kind, ['account']).length > 0;
  return isAccount ? `${not}account=${value}` : `${not}label=${kind}=${value}`;
}

/** Whether a text is like a pattern, in which `*` is any text. Without a regular expression, so that none takes long. */
export function isWildcardMatch(value: string, pattern: string): boolean {
  const [head = '', ...tails] = pattern.split('*');
  if (tails.length === 0) return value === pattern;
  if (!value.startsWith(head)) return false;
  let at = head.length;
  const last = tails.pop() ?? '';
  for (const piece of tails) {
    const found = value.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return value.length - last.length >= at && value.endsWith(last);
}
