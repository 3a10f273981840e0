import type { Answer } from '../model/api-failure.ts';
import type { CycleFile } from '../model/cycle-file.ts';
import { isStructural } from '../model/cycle-file-change.ts';
import { digestStructure } from '../model/cycle-structure.ts';
import type { RemoteId } from '../model/live.ts';
import type { ServiceReader } from '../model/ports.ts';
import type { LiveStructure } from '../model/reading.ts';
import { writeCycleDiff } from '../stages/report/write-cycle-diff.ts';
import { compareCycleFiles } from '../stages/transfer/compare-cycle-files.ts';
import { makeCycleFile } from '../stages/transfer/make-cycle-file.ts';
import { readCycleFile } from '../stages/transfer/read-cycle-file.ts';
import { writeCycleFile } from '../stages/transfer/write-cycle-file.ts';

/** How a live cycle differs from a file in what cannot be written to it. */
export async function readStructure(
  reader: ServiceReader,
  at: { readonly account: RemoteId; readonly cycle: RemoteId; readonly file: CycleFile },
): Promise<Answer<LiveStructure>> {
  const exported = await reader.exportCycle(at.account, at.cycle);
  if (!exported.ok) return exported;
  const made = makeCycleFile(exported.value);
  const text = made.kind === 'made' ? writeCycleFile(made.document) : '';
  const { file, diagnostics } = readCycleFile('the export', text);
  if (file === null) {
    const message = made.kind === 'made' ? (diagnostics[0]?.summary ?? '') : made.says;
    const request = { method: 'GET', path: `/cycles/${at.cycle}/export`, account: at.account };
    return { ok: false, failure: { kind: 'unexpected-shape', message, tries: 1, request } };
  }
  const changes = compareCycleFiles(file, at.file).filter(isStructural);
  return { ok: true, value: { digest: digestStructure(file), says: writeCycleDiff(changes) } };
}
