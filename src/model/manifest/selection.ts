/** Keys of parts with a value that manifests answer. */
export const manifestKeys = ['account', 'label', 'cycle', 'connector', 'blueprint'] as const;

/** States of a cycle that can be selected; `other` is any further word of the service. */
export const cycleStates = ['active', 'paused', 'other', 'absent', 'gone'] as const;
export type CycleState = (typeof cycleStates)[number];

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

/** Health of a cycle that can be selected; one can have several. */
export const cycleHealths = ['healthy', 'unhealthy', 'warnings', ...cycleProblems] as const;
export type CycleHealth = (typeof cycleHealths)[number];

/** Accounts without a manifest: of ours, and of others. */
export const outsideKinds = ['orphaned', 'unmanaged'] as const;
export type OutsideKind = (typeof outsideKinds)[number];

/** One part of `--select`: a condition on an account. */
export type Condition = {
  readonly isNegated: boolean;
  readonly kind: (typeof manifestKeys)[number] | 'state' | 'health' | OutsideKind;
  /** The label's name; empty otherwise. */
  readonly name: string;
  /** `*` matches any text. Empty for a part without a value. */
  readonly pattern: string;
};

/** Commas mean and; alternatives mean or. No alternatives: everything. */
export type Selection = { readonly alternatives: readonly (readonly Condition[])[] };

/** The selection of a run without `--select`. */
export const selectAll: Selection = { alternatives: [] };

/** The properties of an account that a selection reads in its manifest. */
export type Selectable = {
  readonly key: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Absent if unread. */
  readonly names?: ObjectNames;
  /** The blueprint that it uses; absent for none. */
  readonly layering?: { readonly blueprint: NamedBlueprint };
};

type NamedBlueprint = { readonly name: string; readonly base: NamedBlueprint | null };

/** Names in the manifest of an account. */
export type ObjectNames = {
  /** Keys of its cycles. */
  readonly cycles: readonly string[];
  /** Keys of its connectors, and the names that these have in the catalog. */
  readonly connectors: readonly string[];
};

/** A cycle as it is. */
export type SelectableCycle = {
  /** Null: it has no key. */
  readonly key: string | null;
  readonly state: CycleState;
  readonly health: readonly CycleHealth[];
};

/** Returns whether a part depends on what the service shows. */
export function isOfService({ kind }: Condition): boolean {
  return kind === 'state' || kind === 'health';
}

/** Returns whether a part is about accounts without a manifest. */
export function isOutsideGit({ kind }: Condition): boolean {
  return kind === 'orphaned' || kind === 'unmanaged';
}

/** Returns whether a selection depends on what the service shows. */
export function hasPartsOfService({ alternatives }: Selection): boolean {
  return alternatives.some((conditions) => conditions.some(isOfService));
}

/** The kinds of accounts outside Git that a selection asks for. */
export function listOutsideKinds({ alternatives }: Selection): readonly OutsideKind[] {
  const asked = alternatives.flat().filter(({ isNegated }) => !isNegated);
  return outsideKinds.filter((kind) => asked.some((each) => each.kind === kind));
}

/** Returns whether an account of a manifest is selected, as far as manifests show it. */
export function isSelected(selection: Selection, account: Selectable): boolean {
  if (selection.alternatives.length === 0) return true;
  return selection.alternatives.some((conditions) => areMet(conditions, account));
}

/** Returns whether an account of a manifest is selected, with its cycles as they are. */
export function isSelectedLive(
  selection: Selection,
  account: Selectable,
  cycles: readonly SelectableCycle[],
): boolean {
  return selection.alternatives.some(
    (conditions) =>
      areMet(conditions, account) &&
      (!conditions.some(isOfService) || hasCycle(conditions, cycles)),
  );
}

// Leaves open every part that depends on the service.
function areMet(conditions: readonly Condition[], account: Selectable): boolean {
  const others = conditions.filter((each) => !isOfCycle(each));
  if (!others.every((each) => isConditionMatch(account, each) !== each.isNegated)) return false;
  const ofCycle = conditions.filter(isOfCycle);
  const keys = account.names?.cycles ?? [];
  if (!ofCycle.some(isOfService)) return isMetByOne(ofCycle, keys, isKeyMatch);
  // A cycle that only the service has may meet a negated key.
  const positive = ofCycle.filter((each) => each.kind === 'cycle' && !each.isNegated);
  return isMetByOne(positive, keys, isKeyMatch);
}

function hasCycle(conditions: readonly Condition[], cycles: readonly SelectableCycle[]): boolean {
  return isMetByOne(conditions.filter(isOfCycle), cycles, (cycle, condition) => {
    if (condition.kind === 'state') return cycle.state === condition.pattern;
    if (condition.kind === 'health') return cycle.health.some((each) => each === condition.pattern);
    return cycle.key !== null && isKeyMatch(cycle.key, condition);
  });
}

function isOfCycle({ kind }: Condition): boolean {
  return kind === 'cycle' || kind === 'state' || kind === 'health';
}

function isKeyMatch(key: string, { pattern }: Condition): boolean {
  return isWildcardMatch(key, pattern);
}

/** Returns whether one item meets all conditions; if all are negated, whether every item does. */
function isMetByOne<T>(
  conditions: readonly Condition[],
  items: readonly T[],
  isMatch: (item: T, condition: Condition) => boolean,
): boolean {
  const meets = (item: T) => conditions.every((each) => isMatch(item, each) !== each.isNegated);
  return conditions.every(({ isNegated }) => isNegated) ? items.every(meets) : items.some(meets);
}

/** Returns whether the manifest of an account matches a condition, before negation. */
export function isConditionMatch(account: Selectable, condition: Condition): boolean {
  const { name, pattern } = condition;
  return listValues(account, condition.kind, name).some((value) => isWildcardMatch(value, pattern));
}

/** The texts of an account that a part with this key is compared with. */
export function listValues(
  account: Selectable,
  kind: Condition['kind'],
  label: string,
): readonly string[] {
  switch (kind) {
    case 'account':
      return [account.key];
    case 'label': {
      const value = findLabel(account, label);
      return value === undefined ? [] : [value];
    }
    case 'cycle':
      return account.names?.cycles ?? [];
    case 'connector':
      return account.names?.connectors ?? [];
    case 'blueprint':
      return listBlueprints(account.layering?.blueprint ?? null);
    default:
      return [];
  }
}

function listBlueprints(blueprint: NamedBlueprint | null): readonly string[] {
  return blueprint === null ? [] : [blueprint.name, ...listBlueprints(blueprint.base)];
}

/** A label of an account, by own properties alone, because one may be called `constructor`. */
export function findLabel(account: Pick<Selectable, 'labels'>, name: string): string | undefined {
  return Object.hasOwn(account.labels, name) ? account.labels[name] : undefined;
}

/** Number of accounts that it names; null with any other part. */
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

/** A part of `--select` as it is written. */
export function formatCondition({ isNegated, kind, name, pattern }: Condition): string {
  const value = kind === 'label' ? `=${name}=${pattern}` : pattern === '' ? '' : `=${pattern}`;
  return `${isNegated ? '!' : ''}${kind}${value}`;
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
