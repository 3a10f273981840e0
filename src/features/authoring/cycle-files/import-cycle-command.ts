import { basename, join, relative, resolve, sep } from 'node:path';
import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { parseCycleAddress } from '../../../app/options/parse-address.ts';
import { readConfirmation } from '../../../app/options/read-confirmation.ts';
import { printDiagnostics } from '../../../app/output/print-diagnostics.ts';
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
import { withLineEnds } from '../../../kit/files/with-line-ends.ts';
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

/** What `cyclectl import` takes beside the options of every command. */
export type ImportCycleOptions = GlobalOptions & {
  readonly file: string;
  /** `ACCOUNT/cycles/KEY`. */
  readonly address: string;
  readonly yes?: boolean;
};

/** `cyclectl import FILE ADDRESS`: the file into the project, its entry into the manifest. The service is not asked. */
export async function runImportCycle(
  context: CommandContext,
  options: ImportCycleOptions,
): Promise<ExitCode> {
  const named = parseCycleAddress(options.address);
  const { loaded, diagnostics } = await openCycleFile(options.file);
  if (loaded === null) {
    await printDiagnostics(context, '.', diagnostics);
    return exitCodes.failed;
  }
  const { index } = await indexManifests(openProjectFiles(options.directory));
  const entry = index.accounts.find(({ key }) => key === named.account);
  if (entry === undefined) {
    await printDiagnostics(context, options.directory, index.diagnostics);
    throw new OperationalError(
      `no manifest without mistakes has the account ${toVisible(named.account)}`,
      {
        remedy: 'Correct the address, or the manifest.',
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
    const what = `${path} is another file`;
    if (isOther && !(await askReplace(context, options, what))) return exitCodes.failed;
  }
  const written = (await readCycleText(manifest)) ?? '';
  const added = addCycleEntry(written, { documentIndex: entry.documentIndex, key, file: path });
  if (added.kind === 'no-place') {
    throw new OperationalError(
      `${toVisible(entry.file)} has no place of its own for the cycle ${toVisible(key)}`,
      {
        remedy: `It is an alias there. Write it out, with from: {file: ${toVisible(path)}}.`,
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
    context.terminal.log(
      'Nothing was written: with the entry the project would have these mistakes.',
    );
    return exitCodes.failed;
  }
  if (added.kind === 'other') {
    const what = `The cycle ${key} of ${entry.file} is made from something else`;
    if (!(await askReplace(context, options, what))) return exitCodes.failed;
  }
  if (target !== resolve(options.file)) {
    const blobs = [...loaded.blobs].map(([digest, blob]) => ({ digest, text: blob }));
    await writeCycleFiles(await makeFolder(root, path), { text, blobs });
  }
  if (added.kind !== 'there') {
    const edit = { before: written, text: added.text };
    if (!(await openManifestFiles(root).replace(entry.file, edit))) {
      throw new OperationalError(
        `${toVisible(entry.file)} was changed while cyclectl was at work`,
        {
          remedy: 'Run the command again.',
        },
      );
    }
  }
  for (const line of [
    `${toVisible(options.address)} in ${toVisible(entry.file)} is made from ${toVisible(path)}.`,
    ...formatCycleNeeds(loaded.file),
    'Nothing was sent; cyclectl plan shows what an apply would do.',
  ]) {
    context.terminal.log(line);
  }
  return exitCodes.ok;
}

// A file of the project stays where it is; another is copied.
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
    question: `${toVisible(what)}. Write over it?`,
    otherwise: { summary: `${toVisible(what)}, and was left as it is` },
  });
}
