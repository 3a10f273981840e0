import { isSameJson } from '../../../../src/kit/json/canonical-json.ts';
import type { AccountPlan } from '../../../../src/model/plan/plan.ts';
import { deriveRunPlan, formatOutcome, type RunOutcome } from './derive-run-plan.ts';
import {
  type Condition,
  conditions,
  contracts,
  type Edit,
  edits,
  findImpossible,
  impossible,
  listCells,
  type RunCell,
  type WantedName,
  wantedRuns,
} from './run-cells.ts';
import { findRunState, type RunStateName } from './run-states.ts';

/** A possible cell and its outcome. */
type Met = { readonly cell: RunCell; readonly outcome: RunOutcome };

/** A row of a table: run states with the same outcomes for the same edits. */
type Row = {
  readonly states: readonly RunStateName[];
  readonly edits: readonly Edit[];
  /** By contract. */
  readonly texts: readonly string[];
};

/** Plans every possible cell and formats docs/reference/run-states.md. */
export function formatRunTable(planCell: (cell: RunCell) => AccountPlan): string {
  const met = listCells()
    .filter((cell) => findImpossible(cell) === null)
    .map((cell): Met => ({ cell, outcome: deriveRunPlan(planCell(cell)) }));
  const names = Object.keys(wantedRuns) as WantedName[];
  const parts = names.map((wanted) => met.filter(({ cell }) => cell.wanted === wanted));
  const others = (Object.keys(conditions) as Condition[]).filter((each) => each !== 'none');
  return [
    introduction,
    ...names.flatMap((wanted, index) => [
      `## ${wantedRuns[wanted]}`,
      '',
      ...formatRows(listRows(parts[index] ?? [], 'none')),
      '',
    ]),
    conditionsTitle,
    ...others.flatMap((condition) => [
      `### ${conditions[condition]}`,
      '',
      ...formatConditionRows(parts, condition),
      '',
    ]),
    impossibleTitle,
    ...impossible.map(({ because }) => `- ${because}`),
    '',
  ].join('\n');
}

function formatRows(rows: readonly Row[]): string[] {
  return [
    '| Run state | Edits | Full contract | Documented contract |',
    '| --- | --- | --- | --- |',
    ...rows.map(
      (row) => `| ${formatStates(row)} | ${row.edits.join(', ')} | ${row.texts.join(' | ')} |`,
    ),
  ];
}

function formatConditionRows(parts: readonly (readonly Met[])[], condition: Condition): string[] {
  const names = Object.values(shortRuns);
  const merged = new Map<string, string[]>();
  for (const [index, part] of parts.entries()) {
    const isOther = new Set(part.filter((met) => isPlannedOtherwise(met, part)));
    for (const row of listRows(
      part.filter((met) => isOther.has(met)),
      condition,
    )) {
      const text = `${formatStates(row)} | ${row.edits.join(', ')} | ${row.texts.join(' | ')} |`;
      merged.set(text, [...(merged.get(text) ?? []), names[index] ?? '']);
    }
  }
  if (merged.size === 0) return ['It changes no cell.'];
  return [
    '| Manifest | Run state | Edits | Full contract | Documented contract |',
    '| --- | --- | --- | --- | --- |',
    ...[...merged].map(([text, wanted]) => `| ${wanted.join(', ')} | ${text}`),
  ];
}

// A condition that only adds its own notice or tag has no row.
function isPlannedOtherwise({ cell, outcome }: Met, part: readonly Met[]): boolean {
  const plain = part.find(
    (met) =>
      met.cell.condition === 'none' &&
      met.cell.state === cell.state &&
      met.cell.edit === cell.edit &&
      met.cell.contract === cell.contract,
  );
  return plain === undefined || !isSameJson(toRunPlan(plain.outcome), toRunPlan(outcome));
}

function toRunPlan({
  notices: _,
  tags: __,
  ...plan
}: RunOutcome): Omit<RunOutcome, 'notices' | 'tags'> {
  return plan;
}

function listRows(met: readonly Met[], condition: Condition): readonly Row[] {
  const own = met.filter(({ cell }) => cell.condition === condition);
  const merged = new Map<string, Row>();
  for (const state of new Set(own.map(({ cell }) => cell.state))) {
    const all = own.filter(({ cell }) => cell.state === state);
    for (const { edits: same, texts } of mergeEdits(all)) {
      const key = [same, texts].join(';');
      const states = [...(merged.get(key)?.states ?? []), state];
      merged.set(key, { states, edits: same, texts });
    }
  }
  return [...merged.values()];
}

// Edits with the same outcome, or with the same one and an edit, are one row.
function mergeEdits(met: readonly Met[]): readonly Omit<Row, 'states'>[] {
  const groups = Map.groupBy(
    edits.filter((edit) => met.some(({ cell }) => cell.edit === edit)),
    (edit) => formatTexts(met, [edit], false),
  );
  return [...groups.values()].map((same) => ({
    edits: same,
    texts: formatTexts(met, same, true).split('\n'),
  }));
}

function formatTexts(met: readonly Met[], same: readonly Edit[], withEdit: boolean): string {
  const texts = contracts.map((contract) => {
    const own = met.filter(({ cell }) => cell.contract === contract && same.includes(cell.edit));
    const [first] = own;
    if (first === undefined) return '—';
    const isEdited = withEdit && own.some(({ outcome }) => outcome.edits);
    const mayEdit = isEdited && own.some(({ outcome }) => !outcome.edits);
    return formatOutcome({ ...first.outcome, edits: isEdited }, mayEdit);
  });
  return texts.join('\n');
}

function formatStates({ states }: Row): string {
  return states.map((state) => findRunState(state).words).join('<br>');
}

const shortRuns: Readonly<Record<WantedName, string>> = {
  unmanaged: 'no state',
  paused: 'paused',
  every: 'every',
  webhook: 'webhook',
  active: 'no schedule',
};

const conditionsTitle = `## Conditions

Rows of a condition are the cells that it changes. A dash: it changes nothing, or the cell cannot exist. *Manifest* names
the tables above: *no state*, *paused*, *every*, *webhook* and *no schedule*.
`;

const impossibleTitle = `## Not in the tables

Some combinations cannot exist:
`;

const introduction = `<!-- Written by test/engine/plan/running/run-table.test.ts from what the planner does. Do not edit: run it with CYCLECTL_GOLDEN=write. -->
# Run states

Why does a cycle not start, and what will apply do to it? Find the table of its \`state\` and \`schedule\` in the manifest,
then its run state in the service. The cell lists the steps of the plan in order.

- **Edits**: what else differs between Git and the service. *fields*: values that need a pause, such as a mapping;
  *schedule*: the schedule that it runs on; *both*. With *(edit)*, the plan writes the fields that differ, if any.
- **Full contract**, **Documented contract**: what the service offers; see [limits](limits.md). The documented contract
  has no request that stops or deletes a cycle.
- The **deposed** cycle is the one that a new origin in the manifest replaces. *Not in state*: a first apply, or a lost
  store.
- A known schedule is \`1h\` here. A cycle *runs once* while a single run of \`cyclectl run\`, or of others, waits or
  works. No apply stops it: \`cyclectl run --cancel\` stops one of cyclectl, the console one of others.

A code after *refused* is in [errors](errors.md); apply leaves the cycle, and what depends on it, as it is. A code in
parentheses is a notice of the plan:

| Notice | Meaning | To go on |
| --- | --- | --- |
| \`stays-paused\` | It does not start before a person signs in its connectors. | Sign in, and apply. |
| \`edit-waits\` | It runs, and could not start again after the edit. | Sign in its connectors, and apply. |
| \`not-started\` | It must run, and no schedule is known. | Write \`schedule\` in the manifest, and apply. |
| \`single-run\` | A single run of it waits or works, and edits wait for its end. | Wait, and apply; or stop it: \`cyclectl run --cancel\` if it is of cyclectl, otherwise the console. |
| \`by-hand\` | The service offers no request for a value. A paused cycle does not start before it is set. | Set it in the console, and apply. |
| \`paused-by-us\` | An unfinished run of cyclectl paused it. | Apply. |
| \`write-interrupted\`, \`create-interrupted\` | A request has no recorded answer. | Apply. |
| \`makes-way\` | A deposed cycle is still in the service. | Apply. |
`;
