import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { openStore, openStoreReader } from '../../../app/ports/open-store.ts';
import { checkNotLink } from '../../../app/project/make-own-folder.ts';
import { withEnvironment } from '../../../app/project/open-project.ts';
import { LongLineError, readLines } from '../../../kit/files/bounded-lines.ts';
import { writeFileAtomically } from '../../../kit/files/write-file.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { count } from '../../../kit/text/text-layout.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import {
  makeStateTally,
  type StateEntry,
  type StateTally,
} from '../../../model/state/state-entry.ts';
import { formatDocument } from '../../../reports/json/format-document.ts';
import { exportState } from './export-state.ts';
import { readState } from './read-state.ts';

type TransferOptions = GlobalOptions & { readonly file: string; readonly from?: string };

/** Allows a line of that many characters, because it may hold the plan of one account. */
const maxLineLength = 64 * 1024 * 1024;

/** `cyclectl state export FILE`: exports the state of an environment. */
export async function runStateExport(
  context: CommandContext,
  options: TransferOptions,
): Promise<ExitCode> {
  return withEnvironment(context, options, async (request) => {
    await checkNotLink(options.file);
    const store = await openStoreReader(request);
    const tally = makeStateTally();
    try {
      const locks = await store.listLocks();
      if (locks.length > 0) {
        context.terminal.log(
          `Warning: ${count(locks.length, 'account')} locked by another run; the export may miss what it records from now on.`,
        );
      }
      const note = ({ kind }: StateEntry) => {
        tally[kind] += 1;
      };
      const text = exportState(request.project.environment.scope, store, note);
      await writeFileAtomically({ path: options.file, text, mode: 0o600 });
    } finally {
      await store.close();
    }
    return printTransfer(context, options, { does: 'exported', tally });
  });
}

/** `cyclectl state import FILE`: imports an export into an empty store. */
export async function runStateImport(
  context: CommandContext,
  options: TransferOptions,
): Promise<ExitCode> {
  return withEnvironment(context, options, async (request) => {
    const scope = options.from ?? request.project.environment.scope;
    const store = await openStore(request);
    let tally = makeStateTally();
    function* readEntries(): Generator<StateEntry, void, undefined> {
      tally = makeStateTally();
      const lines = readLines(options.file, maxLineLength);
      for (const entry of readState(lines, { file: options.file, scope })) {
        tally[entry.kind] += 1;
        yield entry;
      }
    }
    try {
      await store.fill(readEntries);
    } catch (error) {
      throw error instanceof LongLineError ? toLongLineError(options.file, error) : error;
    } finally {
      await store.close();
    }
    return printTransfer(context, options, { does: 'imported', tally });
  });
}

async function printTransfer(
  context: CommandContext,
  options: TransferOptions,
  { does, tally }: { readonly does: 'exported' | 'imported'; readonly tally: StateTally },
): Promise<ExitCode> {
  const word = does === 'exported' ? 'Exported' : 'Imported';
  const open = tally.create + tally.pause + tally.write;
  await context.terminal.out(
    options.format === 'json'
      ? formatDocument('state', { [does]: tally })
      : `${word}: ${count(tally.object, 'object')}, ${count(open, 'unfinished operation')}, ${count(tally.run, 'run')}.\n`,
  );
  return exitCodes.ok;
}

function toLongLineError(file: string, error: LongLineError): OperationalError {
  return new OperationalError(`${toVisible(file)}: ${error.message}`, {
    remedy: 'Export it again with cyclectl state export; nothing was imported.',
    cause: error,
  });
}
