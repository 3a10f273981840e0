import { expect } from 'vitest';
import { indexManifests } from '../../../src/engine/index/index-manifests.ts';
import type { ExportedAccount } from '../../../src/features/authoring/describe/export-report.ts';
import { listExportable } from '../../../src/features/authoring/export/list-exportable.ts';
import {
  type ExportRun,
  openExportContext,
  runExport,
} from '../../../src/features/authoring/export/run-export.ts';
import { parseSelection } from '../../../src/model/manifest/parse-selection.ts';
import type { TestFixture } from '../fixture.ts';
import { openFiles } from '../test-ports.ts';

export type ExportOptions = {
  readonly select?: readonly string[];
  readonly isFull?: boolean;
  /** Existing manifests to merge into; none by default. */
  readonly merge?: ExportRun['merge'];
  /** How many accounts are in flight. */
  readonly width?: number;
  /** Called before a file is written. */
  readonly onCreate?: () => void;
  /** Called before a file is changed. */
  readonly onReplace?: () => void;
};

/** Exports into the manifests of a workplace; gives what became of each account. */
export async function exportAccounts(
  fixture: TestFixture,
  options: ExportOptions = {},
): Promise<readonly ExportedAccount[]> {
  const { select = [], isFull = false, width = 4, merge = 'nothing' } = options;
  const { run } = await fixture.open();
  const parsed = parseSelection(select);
  if ('diagnostics' in parsed) throw new Error('The test selects nothing that can be understood.');
  const { index } = await indexManifests(openFiles(fixture.manifests));
  const { context } = run;
  const { reader, store, environment } = context;
  const wantsAbsent = merge !== 'nothing';
  const entries = index.accounts;
  const here = { name: environment, unmanagedIgnored: [] };
  const asked = { reader, store, environment: here, width, ...parsed, entries, wantsAbsent };
  const listed = await listExportable(asked);
  if (!listed.ok) throw new Error(`The accounts were not read: ${listed.failure.kind}`);
  expect(listed.value.lost, 'what selects nothing').toEqual([]);
  const exportRun = {
    context,
    files: {
      create: async (path: string, text: string) => {
        options.onCreate?.();
        if (fixture.manifests.has(path)) return false;
        fixture.manifests.set(path, text);
        return true;
      },
      replace: async (path: string, change: { before: string; text: string }) => {
        options.onReplace?.();
        if (fixture.manifests.get(path) !== change.before) return false;
        fixture.manifests.set(path, change.text);
        return true;
      },
      remove: async (path: string, before: string) =>
        fixture.manifests.get(path) === before && fixture.manifests.delete(path),
    },
    merge,
    width,
    variables: new Set<string>(),
    isFull,
    now: fixture.emulator.control.advance('0s'),
    folder: 'accounts',
  };
  const exporting = await openExportContext(exportRun, listed.value);
  if (!exporting.ok) throw new Error(`The catalogue was not read: ${exporting.failure.kind}`);
  const exported: ExportedAccount[] = [];
  for await (const each of runExport(exportRun, exporting.value, listed.value)) {
    exported.push(each);
  }
  return exported;
}
