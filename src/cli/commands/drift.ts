import { readMachine } from '../../kit/machine.ts';
import type { Capabilities } from '../../model/capabilities.ts';
import type { DriftAccount, DriftFrame } from '../../model/report.ts';
import { listLeftovers } from '../../pipeline/list-leftovers.ts';
import { runDrift } from '../../pipeline/run-drift.ts';
import { writeDriftJson } from '../../stages/report/write-drift-json.ts';
import { writeDriftText } from '../../stages/report/write-drift-text.ts';
import type { CommandContext, GlobalOptions } from '../context.ts';
import { type ExitCode, judgeDrift } from '../exit-codes.ts';
import { type Opening, withOpening } from '../open-run.ts';
import { isGoneFrom } from '../open-session.ts';
import { printDiagnostics } from '../print-diagnostics.ts';
import { toRun } from '../to-run.ts';
import { openForReading } from '../wiring.ts';

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
  try {
    const left = await listLeftovers(place.store, {
      ...opening,
      isGone: isGoneFrom(readMachine()),
    });
    await printDiagnostics(context, options.directory, left);
    const eventful: DriftAccount[] = [];
    const counts = { accounts: 0, withDrift: 0, unapplied: 0, unread: 0, items: 0, notReadable: 0 };
    const notOffered = new Set<keyof Capabilities>();
    for await (const account of runDrift(toRun(opening, place))) {
      counts.accounts += 1;
      if (account.kind === 'unread') counts.unread += 1;
      else {
        counts.items += account.items.length;
        if (account.items.length > 0) counts.withDrift += 1;
        counts.notReadable += account.notReadable;
        for (const part of account.notOffered) notOffered.add(part);
        if (!account.isApplied) counts.unapplied += 1;
      }
      if (
        account.kind === 'unread' ||
        account.items.length + account.notices.length + account.manifestMoved > 0
      ) {
        eventful.push(account);
      }
    }
    const cost = { requests: place.requestCount(), durationMs: performance.now() - begun };
    const { directory } = options;
    const frame: DriftFrame = {
      target: place.target,
      directory,
      cost,
      skipped: selected.skipped,
      ...counts,
      notOffered: [...notOffered],
    };
    const pieces =
      options.format === 'json'
        ? writeDriftJson(frame, eventful, context.told)
        : writeDriftText(frame, eventful, context.terminal.paint);
    for await (const piece of pieces) await context.terminal.out(piece);
    return judgeDrift(counts);
  } finally {
    await place.close();
  }
}
