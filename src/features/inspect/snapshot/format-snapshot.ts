import { formatName, formatQuoted } from '../../../kit/text/format-name.ts';
import {
  count,
  formatAligned,
  formatSpread,
  type TextPlacement,
} from '../../../kit/text/text-layout.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { ShownValue } from '../../../model/plan/change.ts';
import type { PlanTarget } from '../../../model/plan/plan.ts';
import { makeDifference } from '../../../reports/blocks/objects/make-field-block.ts';
import { formatPath } from '../../../reports/blocks/words/format-path.ts';
import { formatTarget } from '../../../reports/blocks/words/format-target.ts';
import { formatDocument } from '../../../reports/json/format-document.ts';
import { formatDifference } from '../../../reports/text/format-blocks.ts';
import type { Paint } from '../../../reports/text/paint.ts';
import type {
  AccountChanges,
  ChangeOwner,
  CycleChanges,
  CycleSnapshot,
  SnapshotValue,
} from './snapshot.ts';

const placement: TextPlacement = { column: 44, hang: 6, most: 2 };

/** Formats cycles behind their templates, a line each. */
export function formatBehind(
  cycles: readonly CycleSnapshot[],
  target: PlanTarget,
  paint: Paint,
): string {
  const title = paint.bold(`Behind their templates  ${formatTarget(target)}`);
  const lines = cycles.map(({ account, name, template }) =>
    formatAligned(
      `  ${formatName(account)}: ${formatQuoted(name)}`,
      formatTemplate(template),
      placement,
    ),
  );
  return [formatSpread(title, count(cycles.length, 'cycle')), ...lines]
    .map((line) => `${line}\n`)
    .join('');
}

function formatTemplate(template: string | null): string {
  return template === null ? 'a template that is not listed' : `template ${formatQuoted(template)}`;
}

const headings: Readonly<Record<ChangeOwner, string>> = {
  plan: 'plan restores the value in Git:',
  settled: 'in sync with Git:',
  person: 'not owned by Git; needs manual action:',
  unknown: 'unknown: the name in Git is gone, or the account could not be read; run plan:',
};
const owners = ['plan', 'person', 'unknown', 'settled'] as const;

/** Formats the differences since a snapshot, grouped by who restores them. */
export function formatChangesSince(accounts: readonly AccountChanges[], paint: Paint): string {
  const lines = accounts.flatMap(({ cycles }) =>
    cycles.flatMap((cycle) => formatCycleChanges(cycle, paint)),
  );
  return lines.length === 0 ? 'No cycle was compared.\n' : `${lines.join('\n')}\n`;
}

function formatCycleChanges(
  { cycle, address, state, changes }: CycleChanges,
  paint: Paint,
): string[] {
  const name =
    address === null
      ? `${formatName(cycle.account)}: ${formatQuoted(cycle.name)}`
      : formatPath(address);
  const text = {
    gone: 'no longer exists',
    behind: 'is still behind its template',
    upgraded: 'is not behind its template',
  }[state];
  const nothing = state !== 'gone' && changes.length === 0 ? '; it is unchanged' : '';
  return [
    paint.bold(`${name} ${text}${nothing}`),
    ...owners.flatMap((owner) => {
      const own = changes.filter((change) => change.owner === owner);
      if (own.length === 0) return [];
      return [`  ${headings[owner]}`, ...own.map((change) => formatChange(change, paint))];
    }),
  ];
}

function formatChange(change: CycleChanges['changes'][number], paint: Paint): string {
  if (change.kind === 'step') {
    const [before, after] = [change.before, change.after].map((does) =>
      does === null ? 'no step' : formatName(does),
    );
    return formatAligned(
      `    step ${formatQuoted(change.step)}`,
      `${before} → ${after}`,
      placement,
    );
  }
  const { path, before, after } = change;
  if (before?.kind === 'secret' && after?.kind === 'secret') {
    return formatAligned(`    ${formatPath(path)}`, 'secret changed', placement);
  }
  const difference = makeDifference(path, { before: toShown(before), after: toShown(after) }, [
    'Before',
    'Now',
  ]);
  return formatDifference({ left: `    ${formatPath(path)}`, placement }, difference, paint);
}

function toShown(value: SnapshotValue | null): ShownValue {
  if (value === null) return { kind: 'plain', value: null };
  return value.kind === 'secret' ? { kind: 'secret', from: null } : value;
}

/** Formats either as data, with fingerprints for secrets. */
export function formatSnapshotJson(
  reported:
    | { readonly cycles: readonly CycleSnapshot[] }
    | { readonly accounts: readonly AccountChanges[] },
  diagnostics: Iterable<Diagnostic>,
): string {
  return formatDocument('snapshot', { snapshot: { ...reported, diagnostics: [...diagnostics] } });
}
