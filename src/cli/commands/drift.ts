import { readMachine } from '../../kit/machine.ts';
import type { DriftAccount } from '../../model/report.ts';
import type { DriftReport } from '../../model/report-document.ts';
import { listLeftovers } from '../../pipeline/list-leftovers.ts';
import { runDrift } from '../../pipeline/run-drift.ts';
import { tallyDrift } from '../../pipeline/tally-drift.ts';
import { writeOwnText } from '../../stages/report/write-report-text.ts';
import { beginDriftNotes } from '../begin-drift-notes.ts';
import type { CommandContext, GlobalOptions } from '../context.ts';
import { type ExitCode, judgeDrift } from '../exit-codes.ts';
import { type Opening, withOpening } from '../open-run.ts';
import { isGoneFrom } from '../open-session.ts';
import { openSpill, type Spill } from '../open-spill.ts';
import { printDiagnostics } from '../print-diagnostics.ts';
import { publishReport } from '../publish-report.ts';
import { tellOthers } from '../tell-others.ts';
import { toWholeRun } from '../to-run.ts';
import { openForReading, type Workplace } from '../wiring.ts';

/** `cyclectl drift`: what somebody else changed since our last apply. */
export async function runDriftCommand(
  context: CommandContext,
  options: GlobalOptions,
): Promise<ExitCode> {
  return withOpening(context, options, (opening) => driftHere(context, options, opening));
}

async function driftHere(
  context: CommandContext,
  options: GlobalOptions,
  opening: Opening,
): Promise<ExitCode> {
  const begun = performance.now();
  const { environment, selected } = opening;
  const place = await openForReading({
    root: opening.root,
    environment,
    context,
    verbose: options.verbose,
  });
  const spill = await openSpill<DriftAccount>();
  try {
    const left = await listLeftovers(place.store, {
      ...opening,
      isGone: isGoneFrom(readMachine()),
    });
    await printDiagnostics(context, options.directory, left);
    const { counts, noted, outsideGit } = await collectDrift(context, options, {
      opening,
      place,
      spill,
    });
    const cost = { requests: place.requestCount(), durationMs: performance.now() - begun };
    const { directory, select } = options;
    const { target } = place;
    const narrowed = select.length === 0 ? {} : { select };
    const run = {
      target,
      directory,
      ...narrowed,
      cost,
      skipped: selected.skipped,
      ...counts,
      ...noted,
      outsideGit,
    };
    const report: DriftReport = {
      kind: 'drift',
      run: { ...run, diagnostics: [...context.told] },
      accounts: () => spill.read(),
    };
    const text = writeOwnText(report, context.terminal.paint);
    await publishReport(context, options, { report, text });
    await tellOthers(context, options, { place, report });
    return judgeDrift(counts);
  } finally {
    await spill.remove();
    await place.close();
  }
}

/** Looks at every account, and notes what is found. */
async function collectDrift(
  context: CommandContext,
  options: GlobalOptions,
  {
    opening,
    place,
    spill,
  }: { readonly opening: Opening; readonly place: Workplace; readonly spill: Spill<DriftAccount> },
) {
  const notes = await beginDriftNotes(context, options, opening);
  try {
    const tally = tallyDrift();
    const { run, readOutsideGit } = toWholeRun(opening, place);
    await spill.write(tally.countAll(runDrift(run, notes)));
    const outsideGit = await readOutsideGit();
    const counts = tally.total();
    return { counts, outsideGit, noted: { at: notes.at, trend: await notes.keepRun(counts) } };
  } finally {
    await notes.close();
  }
}
