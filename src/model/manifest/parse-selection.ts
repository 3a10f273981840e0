import { formatNearest, listNearest } from '../../kit/text/nearest.ts';
import { toShortText } from '../../kit/text/visible-text.ts';
import { type Diagnostic, reportError } from '../diagnostic/diagnostic.ts';
import {
  type Condition,
  cycleHealths,
  cycleStates,
  formatCondition,
  isOfService,
  isOutsideGit,
  manifestKeys,
  outsideKinds,
  type Selection,
} from './selection.ts';

/** Values of the keys whose values are listed. */
const listedValues: Readonly<Record<'state' | 'health', readonly string[]>> = {
  state: cycleStates,
  health: cycleHealths,
};

/** Reads `account=north*,label=tier=enterprise`, one text per `--select`. */
export function parseSelection(
  texts: readonly string[],
): { readonly selection: Selection } | { readonly diagnostics: readonly Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const alternatives = texts.map((text) =>
    text.split(',').flatMap((part) => {
      const condition = parseCondition(part.trim());
      const wrong = condition === null ? reportPart(part.trim()) : checkValue(condition);
      if (wrong !== null) diagnostics.push(wrong);
      return condition === null || wrong !== null ? [] : [condition];
    }),
  );
  return diagnostics.length > 0 ? { diagnostics } : { selection: { alternatives } };
}

/** Things that a command chooses among; the parts of `--select` that it takes depend on them. */
export type SelectionUse =
  /** Accounts of manifests, all of which it acts on. */
  | 'accounts'
  /** Accounts of manifests. */
  | 'manifests'
  /** The same, which it reads before it reports them. */
  | 'observed'
  /** The same, and accounts outside Git. */
  | 'status'
  /** Accounts of the service. */
  | 'service';

const uses: Readonly<Record<SelectionUse, readonly Condition['kind'][]>> = {
  accounts: ['account', 'label'],
  manifests: manifestKeys,
  observed: [...manifestKeys, 'state', 'health'],
  status: [...manifestKeys, 'state', 'health', ...outsideKinds],
  service: ['account', 'label', ...outsideKinds],
};

/** Refuses the parts of a selection that mean nothing to a command. */
export function checkSelectionUse(
  { alternatives }: Selection,
  use: SelectionUse,
): readonly Diagnostic[] {
  const joined = use === 'status' ? alternatives.flatMap(checkAlone) : [];
  const misused = alternatives.flat().flatMap((condition) => {
    if (uses[use].includes(condition.kind)) return [];
    const summary = `--select ${formatCondition(condition)} does not work with this command`;
    const remedy = `${explainUse(condition)} Here, write ${uses[use].join(', ')}.`;
    return [reportError('selection-invalid', { summary, remedy })];
  });
  return [...joined, ...misused];
}

// A listing of accounts outside Git cannot be narrowed by what manifests say.
function checkAlone(conditions: readonly Condition[]): readonly Diagnostic[] {
  const outside = conditions.find((each) => isOutsideGit(each) && !each.isNegated);
  if (outside === undefined || conditions.length === 1) return [];
  const whole = conditions.map(formatCondition).join(',');
  const summary = `--select ${whole} joins accounts without a manifest with what manifests say`;
  const remedy = `Write --select ${formatCondition(outside)} alone.`;
  return [reportError('selection-invalid', { summary, remedy })];
}

function explainUse(condition: Condition): string {
  if (isOfService(condition)) {
    return 'state= and health= need what the service shows: they work with cyclectl status, drift and plan. To apply to such accounts, save a plan with --out and apply its file.';
  }
  if (isOutsideGit(condition)) {
    return `${condition.kind} means accounts without a manifest: it works with cyclectl status, export, init --from-live and adopt --propose.`;
  }
  return `${condition.kind}= chooses whole accounts by their manifests, and would do more here than it seems to. It works with cyclectl status, drift, plan and apply.`;
}

function parseCondition(part: string): Condition | null {
  const isNegated = part.startsWith('!');
  const [key, ...rest] = (isNegated ? part.slice(1) : part).split('=');
  const flag = outsideKinds.find((each) => each === key);
  if (flag !== undefined && rest.length === 0) {
    return { isNegated, kind: flag, name: '', pattern: '' };
  }
  const [name = '', ...value] = rest;
  if (key === 'label' && name !== '' && value.length > 0) {
    return { isNegated, kind: key, name, pattern: value.join('=') };
  }
  const kind = ([...manifestKeys, 'state', 'health'] as const).find((each) => each === key);
  if (kind === undefined || kind === 'label' || name === '') return null;
  // Names of connectors may have any text.
  if (value.length > 0 && kind !== 'connector') return null;
  return { isNegated, kind, name: '', pattern: rest.join('=') };
}

function checkValue(condition: Condition): Diagnostic | null {
  const { kind, pattern } = condition;
  if (kind !== 'state' && kind !== 'health') return null;
  const values = listedValues[kind];
  if (values.includes(pattern)) return null;
  return reportError('selection-invalid', {
    summary: `Invalid --select ${JSON.stringify(toShortText(formatCondition(condition), 80))}`,
    remedy: `${formatNearest(pattern, values) ?? ''} Write ${kind}= with one of ${values.join(', ')}.`,
  });
}

function reportPart(part: string): Diagnostic {
  const meant = suggestPart(part);
  const forms =
    'Write account=NAME, label=NAME=VALUE, cycle=KEY, connector=NAME, blueprint=NAME, state=STATE, health=HEALTH, orphaned or unmanaged. * matches any text, and ! before a part excludes it.';
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
  const [key = '', ...rest] = part.slice(not.length).split('=');
  const value = rest.join('=');
  if (key === '') return null;
  if (rest.length === 0) return `${not}${listNearest(key, outsideKinds)[0] ?? `account=${key}`}`;
  if (value === '' || value.startsWith('=') || isValued(key)) return null;
  if (key === 'label') return `${not}label=${value}=*`;
  const [flag] = outsideKinds.filter((each) => each === key);
  if (flag !== undefined) return `${not}${flag}`;
  if (rest.length > 1) return `${not}label=${value}`;
  const [near] = listNearest(key, [
    'account',
    'cycle',
    'connector',
    'blueprint',
    'state',
    'health',
  ]);
  return near === undefined ? `${not}label=${key}=${value}` : `${not}${near}=${value}`;
}

function isValued(key: string): boolean {
  return ['account', 'cycle', 'connector', 'blueprint', 'state', 'health'].includes(key);
}
