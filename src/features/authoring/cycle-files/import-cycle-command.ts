import { basename, join, relative, resolve, sep } from 'node:path';
import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { parseCycleAddress } from '../../../app/options/parse-address.ts';
import { requireYes } from '../../../app/options/require-yes.ts';
import { printDiagnostics } from '../../../app/output/print-diagnostics.ts';
import {
  openCycleFile,
  readCycleText,
  refuseOtherCycleFile,
  writeCycleFiles,
} from '../../../app/project/cycle-file-folder.ts';
import { makePlace, openManifestFiles } from '../../../app/project/open-manifest-files.ts';
import { openProjectFiles } from '../../../app/project/project-files.ts';
import { writeCycleFile } from '../../../engine/cycle-file/write-cycle-file.ts';
import { indexManifests } from '../../../engine/index/index-manifests.ts';
import { keepLineEnds } from '../../../kit/files/keep-line-ends.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import { Trouble } from '../../../kit/trouble.ts';
import {
  type LoadedCycleFile,
  nameBlobFile,
} from '../../../model/desired/cycle-file/cycle-file.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import { addCycleEntry } from './add-cycle-entry.ts';
import { listNewMistakes } from './list-new-mistakes.ts';
import { writeCycleNeeds } from './write-cycle-needs.ts';

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
    throw new Trouble(`no manifest without mistakes has the account ${toVisible(named.account)}`, {
      remedy: 'Correct the address, or the manifest.',
    });
  }
  return placeFile(context, options, { loaded, entry, key: named.key });
}

type Placing = {
  readonly loaded: LoadedCycleFile;
  readonly entry: AccountEntry;
  readonly key: string;
};

async function placeFile(
  context: CommandContext,
  options: ImportCycleOptions,
  { loaded, entry, key }: Placing,
): Promise<ExitCode> {
  const root = resolve(options.directory);
  const path = findPlace(root, options.file);
  const target = join(root, path);
  const manifest = join(root, entry.file);
  const text = writeCycleFile(loaded.file.document);
  if (target !== resolve(options.file)) {
    await refuseOtherCycleFile(target);
    const there = await readCycleText(target);
    const isOther = there !== null && there !== keepLineEnds(text, there);
    const what = `${path} is another file`;
    if (isOther && !(await mayReplace(context, options, what))) return exitCodes.failed;
  }
  const written = (await readCycleText(manifest)) ?? '';
  const added = addCycleEntry(written, { documentIndex: entry.documentIndex, key, file: path });
  if (added.kind === 'no-place') {
    throw new Trouble(
      `${toVisible(entry.file)} has no place of its own for the cycle ${toVisible(key)}`,
      {
        remedy: `It is an alias there. Write it out, with from: {file: ${toVisible(path)}}.`,
      },
    );
  }
  const texts = new Map([
    ...(added.kind === 'there' ? [] : [[entry.file, added.text] as const]),
    ...(target === resolve(options.file) ? [] : [[path, text] as const]),
    ...[...loaded.blobs].map(([digest, blob]) => [nameBlobFile(path, digest), blob] as const),
  ]);
  const mistakes = await listNewMistakes(openProjectFiles(root), texts);
  if (mistakes.length > 0) {
    await printDiagnostics(context, options.directory, mistakes);
    context.terminal.say(
      'Nothing was written: with the entry the project would have these mistakes.',
    );
    return exitCodes.failed;
  }
  if (added.kind === 'other') {
    const what = `The cycle ${key} of ${entry.file} is made from something else`;
    if (!(await mayReplace(context, options, what))) return exitCodes.failed;
  }
  if (target !== resolve(options.file)) {
    const blobs = [...loaded.blobs].map(([digest, blob]) => ({ digest, text: blob }));
    await writeCycleFiles(await makePlace(root, path), { text, blobs });
  }
  if (added.kind !== 'there') {
    const edit = { before: written, text: added.text };
    if (!(await openManifestFiles(root).replace(entry.file, edit))) {
      throw new Trouble(`${toVisible(entry.file)} was changed while cyclectl was at work`, {
        remedy: 'Run the command again.',
      });
    }
  }
  for (const line of [
    `${toVisible(options.address)} in ${toVisible(entry.file)} is made from ${toVisible(path)}.`,
    ...writeCycleNeeds(loaded.file),
    'Nothing was sent; cyclectl plan shows what an apply would do.',
  ]) {
    context.terminal.say(line);
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

function mayReplace(
  context: CommandContext,
  options: ImportCycleOptions,
  what: string,
): Promise<boolean> {
  return requireYes(context, options, {
    question: `${toVisible(what)}. Write over it?`,
    otherwise: { summary: `${toVisible(what)}, and was left as it is` },
  });
}
