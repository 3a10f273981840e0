import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { openStore, openStoreReader } from '../../../app/ports/open-store.ts';
import { withEnvironment } from '../../../app/project/open-run.ts';
import { refuseLink } from '../../../app/project/refuse-link.ts';
import { LongLineError } from '../../../kit/files/bounded-lines.ts';
import { readLines } from '../../../kit/files/read-lines.ts';
import { writeFileAtomically } from '../../../kit/files/write-file.ts';
import { count } from '../../../kit/text/text-layout.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import { Trouble } from '../../../kit/trouble.ts';
import type { Environment } from '../../../model/manifest/project.ts';
import {
  emptyStateTally,
  type StateEntry,
  type StateTally,
} from '../../../model/memory/state-entry.ts';
import { readState } from './read-state.ts';
import { writeTransferJson } from './write-memory-json.ts';
import { writeState } from './write-state.ts';

type TransferOptions = GlobalOptions & { readonly file: string; readonly from?: string };

/** Characters of a line: a plan of one account may be in it. */
const longestLine = 64 * 1024 * 1024;

/** `cyclectl state export FILE`: writes down all that is remembered of an environment. */
export async function runStateExport(
  context: CommandContext,
  options: TransferOptions,
): Promise<ExitCode> {
  return withEnvironment(context, options, (environment) =>
    exportHere(context, options, environment),
  );
}

async function exportHere(
  context: CommandContext,
  options: TransferOptions,
  environment: Environment,
): Promise<ExitCode> {
  await refuseLink(options.file);
  const store = await openStoreReader(options.directory, environment, context);
  const tally = emptyStateTally();
  try {
    const locks = await store.listLocks();
    if (locks.length > 0) {
      context.terminal.say(
        `Somebody works on ${count(locks.length, 'account')}: what is noted there from now on may be missing in the export.`,
      );
    }
    const note = ({ kind }: StateEntry) => {
      tally[kind] += 1;
    };
    const text = writeState(environment.scope, store, note);
    await writeFileAtomically({ path: options.file, text, mode: 0o600 });
  } finally {
    await store.close();
  }
  return tell(context, options, { does: 'exported', tally });
}

/** `cyclectl state import FILE`: takes over what was exported, into a store in which nothing is. */
export async function runStateImport(
  context: CommandContext,
  options: TransferOptions,
): Promise<ExitCode> {
  return withEnvironment(context, options, (environment) =>
    importHere(context, options, environment),
  );
}

async function importHere(
  context: CommandContext,
  options: TransferOptions,
  environment: Environment,
): Promise<ExitCode> {
  const scope = options.from ?? environment.scope;
  const store = await openStore(options.directory, environment, context);
  let tally = emptyStateTally();
  function* readEntries(): Generator<StateEntry, void, undefined> {
    tally = emptyStateTally();
    const lines = readLines(options.file, longestLine);
    for (const entry of readState(lines, { file: options.file, scope })) {
      tally[entry.kind] += 1;
      yield entry;
    }
  }
  try {
    await store.fill(readEntries);
  } catch (error) {
    throw error instanceof LongLineError ? tooLong(options.file, error) : error;
  } finally {
    await store.close();
  }
  return tell(context, options, { does: 'imported', tally });
}

async function tell(
  context: CommandContext,
  options: TransferOptions,
  { does, tally }: { readonly does: 'exported' | 'imported'; readonly tally: StateTally },
): Promise<ExitCode> {
  const word = does === 'exported' ? 'Exported' : 'Imported';
  const open = tally.create + tally.pause + tally.write;
  await context.terminal.out(
    options.format === 'json'
      ? writeTransferJson(does, tally)
      : `${word}: ${count(tally.object, 'object')}, ${count(open, 'open operation')}, ${count(tally.run, 'run')}.\n`,
  );
  return exitCodes.ok;
}

function tooLong(file: string, error: LongLineError): Trouble {
  return new Trouble(`${toVisible(file)}: ${error.message}`, {
    remedy: 'Write it anew with cyclectl state export; nothing of it was taken over.',
    cause: error,
  });
}
