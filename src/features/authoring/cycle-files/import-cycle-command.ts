import { basename, join, relative, resolve, sep } from 'node:path';
import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { parseCycleAddress } from '../../../app/options/parse-address.ts';
import { readConfirmation } from '../../../app/options/read-confirmation.ts';
import { printDiagnostics, printRefused } from '../../../app/output/print-diagnostics.ts';
import {
  checkCycleFilePath,
  openCycleFile,
  readCycleText,
  writeCycleFiles,
} from '../../../app/project/open-cycle-file.ts';
import { makeFolder, openManifestFiles } from '../../../app/project/open-manifest-files.ts';
import { openProjectFiles } from '../../../app/project/project-files.ts';
import { formatCycleFile } from '../../../engine/cycle-file/format-cycle-file.ts';
import { indexManifests } from '../../../engine/index/index-manifests.ts';
import { withLineEnds } from '../../../kit/files/read-text.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import {
  type LoadedCycleFile,
  toBlobFileName,
} from '../../../model/desired/cycle-file/cycle-file.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import { addCycleEntry } from './add-cycle-entry.ts';
import { formatCycleNeeds } from './format-cycle-needs.ts';
import { listNewErrors } from './list-new-errors.ts';

export type ImportCycleOptions = GlobalOptions & {
  readonly file: string;
  /** `ACCOUNT/cycles/KEY`. */
  readonly address: string;
  readonly yes?: boolean;
};

/**
 * `cyclectl import FILE ADDRESS`: adds the file to the project and its entry to the manifest. Calls
 * no service.
 */
export async function runImportCycle(
  context: CommandContext,
  options: ImportCycleOptions,
): Promise<ExitCode> {
  const named = parseCycleAddress(options.address);
  const { loaded, diagnostics } = await openCycleFile(options.file);
  if (loaded === null) {
    return await printRefused(context, '.', diagnostics);
  }
  const { index } = await indexManifests(openProjectFiles(options.directory));
  const entry = index.accounts.find(({ key }) => key === named.account);
  if (entry === undefined) {
    await printDiagnostics(context, options.directory, index.diagnostics);
    throw new OperationalError(
      `no valid manifest declares the account ${toVisible(named.account)}`,
      {
        remedy: 'Correct the address or the manifest.',
      },
    );
  }
  return saveCycleFile(context, options, { loaded, entry, key: named.key });
}

type CyclePlacement = {
  readonly loaded: LoadedCycleFile;
  readonly entry: AccountEntry;
  readonly key: string;
};

async function saveCycleFile(
  context: CommandContext,
  options: ImportCycleOptions,
  { loaded, entry, key }: CyclePlacement,
): Promise<ExitCode> {
  const root = resolve(options.directory);
  const path = findPlace(root, options.file);
  const target = join(root, path);
  const manifest = join(root, entry.file);
  const text = formatCycleFile(loaded.file.document);
  if (target !== resolve(options.file)) {
    await checkCycleFilePath(target);
    const there = await readCycleText(target);
    const isOther = there !== null && there !== withLineEnds(text, there);
    const what = `${path} exists with another content`;
    if (isOther && !(await askReplace(context, options, what))) return exitCodes.failed;
  }
  const written = (await readCycleText(manifest)) ?? '';
  const added = addCycleEntry(written, { documentIndex: entry.documentIndex, key, file: path });
  if (added.kind === 'no-place') {
    throw new OperationalError(
      `the cycle ${toVisible(key)} is an alias in ${toVisible(entry.file)}`,
      {
        remedy: `Replace the alias with its own entry and from: {file: ${toVisible(path)}}.`,
      },
    );
  }
  const texts = new Map([
    ...(added.kind === 'there' ? [] : [[entry.file, added.text] as const]),
    ...(target === resolve(options.file) ? [] : [[path, text] as const]),
    ...[...loaded.blobs].map(([digest, blob]) => [toBlobFileName(path, digest), blob] as const),
  ]);
  const mistakes = await listNewErrors(openProjectFiles(root), texts);
  if (mistakes.length > 0) {
    await printDiagnostics(context, options.directory, mistakes);
    context.terminal.log('Nothing was written: the entry would cause these errors.');
    return exitCodes.failed;
  }
  if (added.kind === 'other') {
    const what = `The cycle ${key} of ${entry.file} has another origin`;
    if (!(await askReplace(context, options, what))) return exitCodes.failed;
  }
  if (target !== resolve(options.file)) {
    const blobs = [...loaded.blobs].map(([digest, blob]) => ({ digest, text: blob }));
    await writeCycleFiles(await makeFolder(root, path), { text, blobs });
  }
  if (added.kind !== 'there') {
    const edit = { before: written, text: added.text };
    if (!(await openManifestFiles(root).replace(entry.file, edit))) {
      throw new OperationalError(`${toVisible(entry.file)} changed while cyclectl ran`, {
        remedy: 'Run the command again.',
      });
    }
  }
  for (const line of [
    `${toVisible(options.address)} in ${toVisible(entry.file)} uses ${toVisible(path)}.`,
    ...formatCycleNeeds(loaded.file),
    'Nothing was sent. To see the changes, run cyclectl plan.',
  ]) {
    context.terminal.log(line);
  }
  return exitCodes.ok;
}

// Keeps a file of the project in place; copies another.
function findPlace(root: string, file: string): string {
  const within = relative(root, resolve(file));
  const isWithin =
    within !== '' && !within.startsWith('..') && resolve(root, within) === resolve(file);
  return isWithin ? within.split(sep).join('/') : `cycles/${basename(file)}`;
}

function askReplace(
  context: CommandContext,
  options: ImportCycleOptions,
  what: string,
): Promise<boolean> {
  return readConfirmation(context, options, {
    question: `${toVisible(what)}. Overwrite it?`,
    otherwise: { summary: `${toVisible(what)}; it was not changed` },
  });
}
