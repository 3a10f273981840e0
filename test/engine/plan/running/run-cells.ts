import { findRunState, type RunStateName, runStates } from './run-states.ts';

// The other axes of the table of run states, and the cells that cannot exist.

/** State and schedule of the manifest. */
export const wantedRuns = {
  unmanaged: 'No `state` in the manifest',
  paused: '`state: paused`',
  every: '`state: active` with `schedule: {every: 1h}`',
  webhook: '`state: active`, started by its webhook',
  active: '`state: active` without a schedule',
} as const;

export type WantedName = keyof typeof wantedRuns;

/** Other differences between Git and the live cycle. */
export const edits = ['none', 'fields', 'schedule', 'both'] as const;
export type Edit = (typeof edits)[number];

/** Further facts that keep a cycle as it is. */
export const conditions = {
  none: '',
  signIn: 'A connector waits for a sign-in',
  manual: 'A field needs manual action',
  scheduled: '`state: paused` has a `schedule` beside it',
  renamed: 'It has the tag of its earlier key',
} as const;

export type Condition = keyof typeof conditions;

export const contracts = ['full', 'documented'] as const;

export type RunCell = {
  readonly state: RunStateName;
  readonly wanted: WantedName;
  readonly edit: Edit;
  readonly condition: Condition;
  readonly contract: (typeof contracts)[number];
};

/** All cells of the table, possible or not. */
export function listCells(): readonly RunCell[] {
  const names = Object.keys(runStates) as RunStateName[];
  return (Object.keys(wantedRuns) as WantedName[]).flatMap((wanted) =>
    names.flatMap((state) =>
      (Object.keys(conditions) as Condition[]).flatMap((condition) =>
        edits.flatMap((edit) =>
          contracts.map((contract) => ({ state, wanted, edit, condition, contract })),
        ),
      ),
    ),
  );
}

/** A combination that cannot exist, and the reason. */
export type Impossible = {
  readonly because: string;
  readonly fits: (cell: RunCell, facts: CellFacts) => boolean;
};

type CellFacts = { readonly isNew: boolean; readonly isRunning: boolean };

const isRescheduled = ({ edit }: RunCell): boolean => edit === 'schedule' || edit === 'both';
const isUntracked = (state: RunStateName) =>
  state.startsWith('untracked') || state === 'createOpen';

const isSingleRun = (state: RunStateName) => findRunState(state).isSingleRun === true;

/** The first reason that fits counts. */
export const impossible: readonly Impossible[] = [
  {
    because: 'A cycle that does not exist has no edits: its create writes every value.',
    fits: ({ edit }, { isNew }) => isNew && edit !== 'none',
  },
  {
    because: 'A cycle that does not exist has no tag of an earlier key.',
    fits: ({ condition }, { isNew }) => isNew && condition === 'renamed',
  },
  {
    because: 'A cycle that starts by its webhook has no single run.',
    fits: ({ wanted, state }) => wanted === 'webhook' && isSingleRun(state),
  },
  {
    because: 'Without a schedule in the manifest there is no schedule to edit.',
    fits: (cell) => isRescheduled(cell) && ['unmanaged', 'webhook', 'active'].includes(cell.wanted),
  },
  {
    because: 'The schedule of a cycle that must be paused is not compared.',
    fits: (cell) => isRescheduled(cell) && cell.wanted === 'paused',
  },
  {
    because: 'The schedule of a paused cycle is not compared: a start sends that of the manifest.',
    fits: (cell, { isRunning }) => isRescheduled(cell) && !isRunning,
  },
  {
    because: 'Without state, a schedule that the service does not show is not compared.',
    fits: (cell) => isRescheduled(cell) && cell.state === 'untrackedRunsUnknown',
  },
  {
    because: 'Without state, a variable that the cycle lacks is a wrong name, and refused.',
    fits: ({ condition, contract, state }) =>
      condition === 'manual' && contract === 'full' && isUntracked(state),
  },
  {
    because: 'A single run differs from an interval.',
    fits: (cell, { isRunning }) =>
      isRunning && cell.wanted === 'every' && isSingleRun(cell.state) && !isRescheduled(cell),
  },
  {
    because: 'A manifest without `state`, or with `state: active`, has its schedule in its table.',
    fits: ({ condition, wanted }) => condition === 'scheduled' && wanted !== 'paused',
  },
  {
    because: 'The template of a new cycle has the variables that the manifest names.',
    fits: ({ condition, contract }, { isNew }) =>
      isNew && condition === 'manual' && contract === 'full',
  },
];

/** The reason why a cell cannot exist; null if it can. */
export function findImpossible(cell: RunCell): string | null {
  const { own } = findRunState(cell.state).observe({ kind: 'every', every: '1h' });
  const facts = { isNew: own === null, isRunning: own?.isActive === true };
  return impossible.find(({ fits }) => fits(cell, facts))?.because ?? null;
}
