import { align, count, type Place, spread } from '../../../kit/text/text-layout.ts';
import { quote, writeName } from '../../../kit/text/write-name.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { ShownValue } from '../../../model/plan/change.ts';
import type { PlanTarget } from '../../../model/plan/plan.ts';
import { writeHead, writeSafeJson } from '../../../reports/json/write-document.ts';
import type { Paint } from '../../../reports/text/parts/paint.ts';
import { writeDifference } from '../../../reports/text/parts/write-difference.ts';
import { writeTarget } from '../../../reports/text/parts/write-target.ts';
import { writePath } from '../../../reports/words/write-path.ts';
import type {
  AccountMoves,
  ChangeOwner,
  CycleMoves,
  CycleSnapshot,
  SnapshotValue,
} from './snapshot.ts';

const place: Place = { column: 44, hang: 6, most: 2 };

/** The cycles that are behind their templates, a line each. */
export function writeBehind(
  cycles: readonly CycleSnapshot[],
  target: PlanTarget,
  paint: Paint,
): string {
  const title = paint.bold(`Behind their templates  ${writeTarget(target)}`);
  const lines = cycles.map(({ account, name, template }) =>
    align(`  ${writeName(account)}: ${quote(name)}`, sayTemplate(template), place),
  );
  return [spread(title, count(cycles.length, 'cycle')), ...lines]
    .map((line) => `${line}\n`)
    .join('');
}

function sayTemplate(template: string | null): string {
  return template === null ? 'a template that is not listed' : `template ${quote(template)}`;
}

const headings: Readonly<Record<ChangeOwner, string>> = {
  plan: 'plan puts back what Git has:',
  settled: 'as Git has it:',
  person: 'Git has no say over it; a person decides:',
  unknown: 'the name in Git is gone, or its account could not be read; plan tells:',
};
const owners = ['plan', 'person', 'unknown', 'settled'] as const;

/** What became of the cycles of a snapshot, in words, by who is to put it back. */
export function writeMovesSince(accounts: readonly AccountMoves[], paint: Paint): string {
  const lines = accounts.flatMap(({ cycles }) =>
    cycles.flatMap((cycle) => writeCycleMoves(cycle, paint)),
  );
  return lines.length === 0 ? 'No cycle was compared.\n' : `${lines.join('\n')}\n`;
}

function writeCycleMoves({ cycle, address, state, changes }: CycleMoves, paint: Paint): string[] {
  const name =
    address === null ? `${writeName(cycle.account)}: ${quote(cycle.name)}` : writePath(address);
  const says = {
    gone: 'is not there any more',
    behind: 'is still behind its template',
    upgraded: 'is not behind its template',
  }[state];
  const nothing = state !== 'gone' && changes.length === 0 ? '; it has what it had' : '';
  return [
    paint.bold(`${name} ${says}${nothing}`),
    ...owners.flatMap((owner) => {
      const own = changes.filter((change) => change.owner === owner);
      if (own.length === 0) return [];
      return [`  ${headings[owner]}`, ...own.map((change) => writeChange(change, paint))];
    }),
  ];
}

function writeChange(change: CycleMoves['changes'][number], paint: Paint): string {
  if (change.kind === 'step') {
    const [before, after] = [change.before, change.after].map((does) =>
      does === null ? 'no step' : writeName(does),
    );
    return align(`    step ${quote(change.step)}`, `${before} → ${after}`, place);
  }
  const { path, before, after } = change;
  if (before?.kind === 'secret' && after?.kind === 'secret') {
    return align(`    ${writePath(path)}`, 'another secret than before', place);
  }
  const sides = { before: toShown(before), after: toShown(after) };
  return writeDifference({ left: `    ${writePath(path)}`, path, ...sides }, place, paint);
}

function toShown(value: SnapshotValue | null): ShownValue {
  if (value === null) return { kind: 'plain', value: null };
  return value.kind === 'secret' ? { kind: 'secret', from: null } : value;
}

/** Either as data. Of secrets there are fingerprints alone. */
export function writeSnapshotJson(
  told:
    | { readonly cycles: readonly CycleSnapshot[] }
    | { readonly accounts: readonly AccountMoves[] },
  diagnostics: Iterable<Diagnostic>,
): string {
  const body = { ...told, diagnostics: [...diagnostics] };
  return `${writeHead('snapshot')},"snapshot":${writeSafeJson(body)}}\n`;
}
