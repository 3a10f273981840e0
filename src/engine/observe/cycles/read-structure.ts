import type { CycleFile, FileSource } from '../../../model/desired/cycle-file/cycle-file.ts';
import { isStructural } from '../../../model/desired/cycle-file/cycle-file-change.ts';
import { toStructureDigest } from '../../../model/desired/cycle-file/cycle-structure.ts';
import { withSettingsOf } from '../../../model/desired/cycle-file/own-settings.ts';
import type { Answer } from '../../../model/diagnostic/api-failure.ts';
import type { LiveStructure, StructureQuery } from '../../../model/live/reading.ts';
import type { ServiceReader } from '../../../model/ports.ts';
import { compareCycleFiles } from '../../cycle-file/compare/compare-cycle-files.ts';
import { formatCycleDiff } from '../../cycle-file/compare/format-cycle-diff.ts';
import { makeCycleFile } from '../../cycle-file/export/make-cycle-file.ts';
import { withAlignedSlots } from '../../cycle-file/import/with-aligned-slots.ts';
import { formatCycleFile } from '../../cycle-file/order-keys.ts';
import { parseCycleFile } from '../../cycle-file/parse-cycle-file.ts';

/** Reads how the structure of a live cycle differs from a file. */
export async function readStructure(
  reader: ServiceReader,
  at: StructureQuery,
): Promise<Answer<LiveStructure>> {
  const exported = await reader.exportCycle(at.account, at.cycle);
  if (!exported.ok) return exported;
  const made = makeCycleFile(exported.value);
  const text = made.kind === 'made' ? formatCycleFile(made.document) : '';
  const { file, diagnostics } = parseCycleFile('the export', text);
  if (file === null) {
    const message = made.kind === 'made' ? (diagnostics[0]?.summary ?? '') : made.says;
    const request = { method: 'GET', path: `/cycles/${at.cycle}/export`, account: at.account };
    return { ok: false, failure: { kind: 'unexpected-shape', message, tries: 1, request } };
  }
  const live = withSettingsOf(at.file, file, at.ownSettings ?? []);
  return { ok: true, value: compareStructures(withAlignedSlots(live, at.file), at.file) };
}

// An equal structure gets the digest of the file, whatever form the service reports.
function compareStructures(live: CycleFile, file: CycleFile): LiveStructure {
  const changes = compareCycleFiles(live, file).filter(isStructural);
  const unkept = compareCycleFiles(file, live).filter(
    (change) => isStructural(change) || (change.kind === 'mapping' && isUnknown(change.before)),
  );
  return {
    digest: toStructureDigest(changes.length === 0 ? file : live),
    differences: formatCycleDiff(changes),
    notStored: formatCycleDiff(unkept),
  };
}

function isUnknown(source: FileSource | null): boolean {
  return source?.kind === 'other';
}
