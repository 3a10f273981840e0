import { relative } from 'node:path';
import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { findRepository } from '../../../app/git/find-work-tree.ts';
import { printRefused } from '../../../app/output/print-diagnostics.ts';
import { indexProject } from '../../../app/project/index-project.ts';
import { openProjectFiles } from '../../../app/project/project-files.ts';
import type { IndexedProject } from '../../../engine/index/index-manifests.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import type { Project } from '../../../model/manifest/project.ts';
import { formatDocument } from '../../../reports/json/format-document.ts';
import { type PresentFile, readPresentFile } from '../init/make-files-plan.ts';
import {
  extensionsFile,
  formatInitRecord,
  makeInitRecord,
  settingsFile,
} from '../init/make-scaffold-files.ts';
import {
  type InitRecord,
  recordFile,
  standardEnvironments,
  toWorkflowName,
  workflowFolder,
} from '../init/scaffold.ts';
import { writePlannedFiles } from '../init/write-planned-files.ts';
import { formatUpgradeText, toUpgradeData } from './format-upgrade.ts';
import { parseInitRecord } from './parse-init-record.ts';
import { planSchemas } from './plan-schemas.ts';
import {
  mergeIgnored,
  mergeRecommendations,
  mergeSchemas,
  planSettings,
  type SettingsParts,
} from './plan-settings.ts';
import { planWorkflow } from './plan-workflow.ts';
import { makeUnchanged, type UpgradedFile } from './upgraded-file.ts';

export type UpgradeOptions = GlobalOptions & { readonly check?: boolean };

/**
 * `cyclectl init --upgrade`: brings schemas, editor settings and workflow of a project to this
 * version. Leaves what people changed, and writes all files or none.
 */
export async function runUpgrade(
  context: CommandContext,
  options: UpgradeOptions,
): Promise<ExitCode> {
  const directory = options.directory === '' ? '.' : options.directory;
  const walked = await indexProject(context, openProjectFiles(directory));
  const { project, index } = walked;
  if (project === null) return printRefused(context, directory, index.diagnostics);
  const files = await planUpgrade({ directory, project, walked });
  const isCheck = options.check === true;
  if (!isCheck) {
    checkWritable(files);
    context.deferSignals();
    await writePlannedFiles(directory, files, context.stopping);
  }
  const result = { isCheck, files };
  await context.terminal.out(
    options.format === 'json'
      ? formatDocument('upgrade', { run: toUpgradeData(result) })
      : formatUpgradeText(result, context.terminal),
  );
  if (files.some(({ did }) => did === 'unread')) return exitCodes.failed;
  const isBehind = files.some(({ did, write }) => did === 'kept' || write !== null);
  return isCheck && isBehind ? exitCodes.differs : exitCodes.ok;
}

type UpgradedProject = {
  readonly directory: string;
  readonly project: Project;
  readonly walked: IndexedProject;
};

async function planUpgrade(upgraded: UpgradedProject): Promise<readonly UpgradedFile[]> {
  const { directory } = upgraded;
  const record = await readPresentFile(directory, recordFile);
  if (record?.text === null)
    throw new OperationalError(`${recordFile} is a link, or not a text file`, {
      remedy: 'Replace it with the file that init wrote, or remove it.',
    });
  const base = parseInitRecord(record?.text ?? null);
  const workflow = await findWorkflow(directory, base);
  const next = makeNextRecord(upgraded, base, workflow.present);
  const parts: SettingsParts = { base, next };
  const plan = async (path: string, merge: typeof mergeSchemas) =>
    planSettings({ path, present: await readPresentFile(directory, path) }, parts, merge);
  const files = [
    ...(await planSchemas(upgraded, parts)),
    await plan(extensionsFile, mergeRecommendations),
    await plan(settingsFile, mergeSchemas),
    await plan('.gitignore', mergeIgnored),
    planWorkflow(workflow, workflow.present, {
      base: base?.workflow.text ?? null,
      next: next.workflow.text,
    }),
  ];
  // Last, because what it says is written by then.
  return [...files, planRecord(record, next)];
}

type FoundWorkflow = {
  readonly path: string;
  readonly patched: string;
  readonly present: PresentFile | null;
};

// Finds the workflow in the project folder, or at the top of the repository, where init says to move it.
async function findWorkflow(directory: string, base: InitRecord | null): Promise<FoundWorkflow> {
  const { repository, within } = findRepository(directory);
  const file = `${workflowFolder}/${base?.workflow.name ?? toWorkflowName(within)}.yml`;
  const own = await readPresentFile(directory, file);
  const patched = within === '' ? file : `${within}/${file}`;
  if (own !== null || repository === null || within === '')
    return { path: file, patched, present: own };
  const present = await readPresentFile(repository, file);
  if (present === null) return { path: file, patched, present };
  const up = relative(within, '.').split('\\').join('/');
  return { path: `${up}/${file}`, patched: file, present };
}

function makeNextRecord(
  { directory, project, walked }: UpgradedProject,
  base: InitRecord | null,
  workflow: PresentFile | null,
): InitRecord {
  const { environments, defaultEnvironment } = project;
  const names = [base?.workflow.environment, defaultEnvironment, ...environments.keys()];
  const environment = names.flatMap((name) => environments.get(name ?? '') ?? [])[0];
  const kind = environment?.service.kind === 'emulator' ? 'local' : 'remote';
  const counted = /^ *# Fits (\d{1,6}) accounts?:/m.exec(workflow?.text ?? '')?.[1];
  const accounts =
    base?.workflow.accounts ?? Number(counted ?? Math.max(1, walked.index.accounts.length));
  const { within } = findRepository(directory);
  const made = makeInitRecord(
    { environment: environment?.name ?? standardEnvironments[kind], target: { kind } },
    { within, accounts },
  );
  const name = base?.workflow.name ?? made.workflow.name;
  return { ...made, workflow: { ...made.workflow, name } };
}

function planRecord(present: PresentFile | null, next: InitRecord): UpgradedFile {
  const text = formatInitRecord(next);
  if (present === null)
    return { ...makeUnchanged(recordFile, 'written'), write: { text, before: null } };
  const { text: before, mode } = present;
  if (before === null || before.replaceAll('\r\n', '\n') === text)
    return makeUnchanged(recordFile, 'current');
  return {
    ...makeUnchanged(recordFile, 'refreshed'),
    write: { text, before: { text: before, mode } },
  };
}

// A rename would replace a read-only file too.
function checkWritable(files: readonly UpgradedFile[]): void {
  const locked = files.find(({ write }) => ((write?.before?.mode ?? 0o200) & 0o200) === 0);
  if (locked === undefined) return;
  throw new OperationalError(`${toVisible(locked.path)} is read-only; nothing was written`, {
    remedy: 'Make it writable, and run the command again.',
  });
}
