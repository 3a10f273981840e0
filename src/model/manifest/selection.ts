import { listNearest } from '../../kit/text/nearest.ts';
import { toShortText } from '../../kit/text/visible-text.ts';
import { type Diagnostic, reportError } from '../diagnostic/diagnostic.ts';

/** Reasons why a cycle needs a person, in the order of a report. */
export const cycleProblems = [
  'gone',
  'errors',
  'signed-out',
  'stopped',
  'left-paused',
  'run-unknown',
] as const;
export type CycleProblem = (typeof cycleProblems)[number];

/** One part of `--select`: a condition on an account's key or label. */
export type Condition = {
  readonly isNegated: boolean;
  readonly kind: 'account' | 'label';
  /** The label's name; empty for accounts. */
  readonly name: string;
  /** `*` matches any text. */
  readonly pattern: string;
};

/** Commas mean and; alternatives mean or. No alternatives: everything. */
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

/** The properties of an account that a selection reads. */
export type Selectable = {
  readonly key: string;
  readonly labels: Readonly<Record<string, string>>;
};

/** Returns whether an account is selected. */
export function isSelected(selection: Selection, account: Selectable): boolean {
  if (selection.alternatives.length === 0) return true;
  return selection.alternatives.some((conditions) =>
    conditions.every((condition) => isConditionMatch(account, condition) !== condition.isNegated),
  );
}

/** Returns whether an account matches a condition, before negation. */
export function isConditionMatch(account: Selectable, condition: Condition): boolean {
  const value = condition.kind === 'account' ? account.key : findLabel(account, condition.name);
  return value !== undefined && isWildcardMatch(value, condition.pattern);
}

/** A label of an account, by own properties alone, because one may be called `constructor`. */
export function findLabel(account: Pick<Selectable, 'labels'>, name: string): string | undefined {
  return Object.hasOwn(account.labels, name) ? account.labels[name] : undefined;
}

/** Number of accounts that it names; null with patterns or labels. */
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
    'Write account=NAME or label=NAME=VALUE. * matches any text, and ! before a part excludes it.';
  return reportError('selection-invalid', {
    summary: `Invalid --select ${JSON.stringify(toShortText(part, 80))}`,
    remedy: meant === null ? forms : `Did you mean ${meant}? ${forms}`,
  });
}

/**
 * The likely intent of a part with a missing or misspelled name before the `=`; null if unknown.
 */
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

/**
 * Returns whether a text matches a pattern with `*`. Without a regular expression, so that the time
 * is bounded.
 */
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
