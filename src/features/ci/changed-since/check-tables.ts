import { indexFleets } from '../../../engine/index/index-fleets.ts';
import { withOverlay } from '../../../engine/load/with-overlay.ts';
import { count } from '../../../kit/text/text-layout.ts';
import { type Diagnostic, hasErrors, reportWarning } from '../../../model/diagnostic/diagnostic.ts';
import type { KnownEnvironments } from '../../../model/manifest/variable.ts';
import type { Files } from '../../../model/ports.ts';
import type { FilesSince } from './files-since.ts';
import { findDamage } from './find-damage.ts';
import { listCellChanges, type TableChanges } from './list-cell-changes.ts';

/**
 * Compares the tables of fleets with those at a commit, and reports what looks like the damage of a
 * spreadsheet: each kind once for a fleet, at its first cell.
 */
export async function checkTables(
  since: FilesSince,
  files: Files,
  environments: KnownEnvironments,
): Promise<readonly Diagnostic[]> {
  const texts = await since.readEarlierTexts();
  if (texts === null) {
    return [
      reportUnclear(`links changed since ${since.ref}, or it has several merge bases with HEAD`),
    ];
  }
  const before = withOverlay(files, texts);
  const earlier = await indexFleets(before, environments);
  const found: Diagnostic[] = hasErrors(earlier.diagnostics)
    ? [reportUnclear(`fleets have mistakes where the branch left ${since.ref}`)]
    : [];
  const was = new Map(earlier.fleets.map((fleet) => [fleet.name, fleet]));
  for (const fleet of (await indexFleets(files, environments)).fleets) {
    const old = was.get(fleet.name);
    if (old === undefined) continue;
    const changes = await listCellChanges([before, old], [files, fleet]);
    if (changes !== null) found.push(...report(changes, since));
  }
  return found;
}

function report(
  { changes, before, lost, at }: TableChanges,
  { ref, base }: FilesSince,
): readonly Diagnostic[] {
  const since = `since ${ref} (${base.slice(0, 12)})`;
  const damaged = findDamage(changes, before).map(({ summary, remedy, cells: [first] }) =>
    reportWarning('table-suspect', { summary: `${summary}, ${since}`, at: first.at, remedy }),
  );
  if (lost.length === 0) return damaged;
  const summary = `${count(lost.length, 'column')} with values went missing ${since}: ${lost.join(', ')}`;
  return [
    ...damaged,
    reportWarning('table-suspect', { summary, at, remedy: 'Restore the columns.' }),
  ];
}

function reportUnclear(why: string): Diagnostic {
  return reportWarning('commit-unclear', {
    summary: `The tables of fleets are not compared: ${why}`,
    remedy: 'Compare with another commit.',
  });
}
