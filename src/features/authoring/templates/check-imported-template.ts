import { compareCycleFiles } from '../../../engine/cycle-file/compare/compare-cycle-files.ts';
import { formatCycleDiff } from '../../../engine/cycle-file/compare/format-cycle-diff.ts';
import { formatCycleFile } from '../../../engine/cycle-file/order-keys.ts';
import { parseCycleFile } from '../../../engine/cycle-file/parse-cycle-file.ts';
import type { LoadedCycleFile } from '../../../model/desired/cycle-file/cycle-file.ts';
import {
  type CycleFileChange,
  isStructural,
} from '../../../model/desired/cycle-file/cycle-file-change.ts';
import {
  type Diagnostic,
  reportError,
  reportWarning,
} from '../../../model/diagnostic/diagnostic.ts';
import type { RemoteId } from '../../../model/live/live.ts';
import type { ServiceReader } from '../../../model/ports.ts';
import { exportTemplateOf } from './export-template.ts';

/**
 * Verifies that a sent template is listed and equals its file, because a success is no proof (law
 * 12). Warns where the service shows neither.
 */
export async function checkImportedTemplate(
  reader: ServiceReader,
  id: RemoteId | null,
  { file, path }: LoadedCycleFile,
): Promise<readonly Diagnostic[]> {
  const listed = await reader.listTemplates();
  const isListed = listed.ok && listed.value.some((each) => each.id === id);
  const unlisted: Diagnostic = reportWarning('template-unlisted', {
    summary: 'The service does not list the template, so no cycle can use it yet',
  });
  if (id === null || !isListed) return [unlisted];
  const made = await exportTemplateOf(reader, id);
  if ('refused' in made) return made.refused.map((each) => ({ ...each, severity: 'warning' }));
  const back = parseCycleFile(path, formatCycleFile(made.document));
  if (back.file === null) return back.diagnostics;
  const differing = compareCycleFiles(file, back.file).filter(isUnexpected);
  if (differing.length === 0) return [];
  const summary = 'The service reported success but created a template that differs from the file';
  const detail = formatCycleDiff(differing).join('; ');
  const remedy = 'Check it in the console before a cycle uses it.';
  return [reportError('kept-another-value', { summary, detail, remedy })];
}

// Ignores differences that every import has: its name, secrets, and the layout and description of
// steps.
function isUnexpected(change: CycleFileChange): boolean {
  if (change.kind === 'mapping') return change.before?.kind !== 'secret';
  if (change.kind === 'variable') return change.before?.isSecret !== true;
  return isStructural(change);
}
