import { readPointer, toPointer } from '../../../kit/json/json-pointer.ts';
import { toCycleAddress } from '../../../model/address.ts';
import { type Refusal, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { WrittenAccount } from '../../../model/manifest/manifest.generated.ts';
import type { ManifestDocument } from '../../../model/manifest/manifest.ts';
import { formatRunLine } from '../../../model/report/advice/commands.ts';

/** Refuses `schedule: {once: …}`, which manifests had before `cyclectl run`: it is an event and no state. */
export function checkSingleRuns(document: ManifestDocument<WrittenAccount>): readonly Refusal[] {
  const { metadata, spec } = document.written;
  return Object.keys(spec.cycles ?? {}).flatMap((key): Refusal[] => {
    const pointer = toPointer(['spec', 'cycles', key, 'schedule']);
    const moment = readPointer(document.written, `${pointer}/once/at`);
    if (typeof moment !== 'string') return [];
    const address = toCycleAddress(metadata.name, key);
    return [
      reportError('single-run-written', {
        summary: `${address} has schedule: {once: …}, and a single run is an event, not a state of a manifest`,
        at: document.spanOf(pointer),
        address,
        remedy: `Write state: paused without this schedule. If the run is still to be requested: ${formatRunLine(address, moment)}`,
      }),
    ];
  });
}
