import type { Comparison } from '../../../src/model/diff/disposition.ts';
import {
  listCells,
  type Outcome,
  type Reason,
  toOutcome,
} from '../../../src/model/diff/outcome.ts';
import { renderNotice, renderTable, toCode } from '../markdown.ts';

const comparisons: Readonly<Record<Comparison, string>> = {
  same: 'Git and the service have the same value',
  git: 'changed in Git',
  live: 'changed outside Git',
  both: 'changed in both',
  unknown: 'different; the direction is unknown',
  unfinished: 'left by an apply that was interrupted',
  'not-readable': 'the service does not show the value',
  'not-compared':
    'a secret without a value here, a sign-in, or the schedule of a cycle that does not run',
  'other-key': 'a secret whose fingerprint was made with another key',
  new: 'the object does not exist yet',
};

const reasons: Readonly<Record<Reason, string>> = {
  'out-of-scope': 'an undo or a revert does not restore it',
  ignored: 'an entry under `ignore` covers it until its date',
  seeded: 'a seeded field after its creation',
  observed: 'an observed field',
  'secret-unavailable': 'its secret has no value here',
  'companion-lacks-secret':
    'a field of the same request has a secret without a value here, or a value that this run leaves and that may be a secret',
  'not-offered': 'the service offers no request for it',
  restored: 'an undo restores it',
  'pending-seed': 'a seeded field that its creation has still to write',
  new: 'its object is created',
  unfinished: 'an interrupted apply has still to write it',
  differs: 'it differs',
  companion: 'it is sent unchanged, in the request of another field',
  deferred: 'it waits for a sign-in, a schedule, the end of a single run, or a manual action',
  none: 'there is nothing to do',
};

const plans: Readonly<Record<Outcome['plan'], string>> = {
  writes: 'write',
  sends: 'sent along',
  manual: 'manual action',
  waits: 'a later plan',
  keeps: '',
};

const states: Readonly<Record<Outcome['state'], string>> = {
  desired: 'the value of Git',
  assumed: 'the value of Git, assumed, if newly adopted',
  open: 'unchanged',
  kept: 'unchanged',
  dropped: 'none',
};

const intro = `# Why a field is written, or not

Each managed field is compared first, and then one reason decides about it. The first reason that holds counts,
in the order of the tables. Plan, drift, notices and state follow from both.

Some reasons depend on other fields, and replace the first answer: \`companion-lacks-secret\`; \`not-offered\`, for the start
of a cycle with another field that needs manual action; \`companion\`; and \`deferred\`, where the whole cycle waits. The
sign-in of a connector is \`deferred\` ahead of \`secret-unavailable\`.

A plan with anything to *write* ends with 2 under \`plan --exit-code\`, and \`drift\` ends with 2 where a row has
*Drift*. Notices change no exit code. A secret without a value refuses the creation of its object, so that plan ends with 1.
`;

/** Renders the reference page of comparisons, reasons and their consequences. */
export function makeOutcomesPage(): string {
  const groups = Map.groupBy(listCells(), ({ reason }) => reason);
  return `${[
    renderNotice('src/model/diff/outcome.ts'),
    intro,
    '## Comparisons\n',
    renderTable(
      ['Comparison', 'Means'],
      Object.entries(comparisons).map(([name, means]) => [toCode(name), means]),
    ),
    '\n## Reasons\n',
    ...[...groups].map(([reason, cells]) => renderReason(reason, cells)),
  ].join('\n')}\n`;
}

function renderReason(
  reason: Reason,
  cells: readonly { readonly comparison: Comparison }[],
): string {
  const table = renderTable(
    ['Comparison', 'Plan', 'Drift', 'Notice', 'Last applied value becomes'],
    cells.map(({ comparison }) => {
      const { plan, drift, notice, state } = toOutcome(comparison, reason);
      const isDrift = drift === null ? '' : 'drift';
      const noticed = notice === null ? '' : toCode(notice);
      return [toCode(comparison), plans[plan], isDrift, noticed, states[state]];
    }),
  );
  return `### ${toCode(reason)}: ${reasons[reason]}\n\n${table}\n`;
}
