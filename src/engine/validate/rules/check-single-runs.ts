import { isMap } from '../../../kit/json/json.ts';
import { readPointer, toPointer } from '../../../kit/json/json-pointer.ts';
import { parseInstant } from '../../../kit/text/instant.ts';
import { toCycleAddress } from '../../../model/address.ts';
import { type Refusal, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { WrittenAccount } from '../../../model/manifest/manifest.generated.ts';
import type { ManifestDocument } from '../../../model/manifest/manifest-document.ts';
import { formatRunLine } from '../../../model/report/advice/commands.ts';
import type { Rule } from './rule.ts';

/**
 * Refuses `schedule: {once: …}`, which manifests had before `cyclectl run`: it is an event and no
 * state. Any value of it is refused in the same words.
 */
export function checkSingleRuns(
  document: ManifestDocument<WrittenAccount>,
  environments: Parameters<Rule<WrittenAccount>>[1],
): readonly Refusal[] {
  const { metadata, spec } = document.written;
  const names = [...(environments?.keys() ?? [])].filter(
    (name) => spec.ids === undefined || Object.hasOwn(spec.ids, name),
  );
  const [environment = 'ENVIRONMENT'] = names.length === 1 ? names : [];
  return Object.keys(spec.cycles ?? {}).flatMap((key): Refusal[] => {
    const pointer = toPointer(['spec', 'cycles', key, 'schedule']);
    const once = readPointer(document.written, `${pointer}/once`);
    if (once === undefined) return [];
    const address = toCycleAddress(metadata.name, key);
    const time = readTime(once);
    const command = formatRunLine({ environment, address }, time);
    const past = time === null ? '' : '. If that time is past, leave --at out to run it now.';
    return [
      reportError('single-run-written', {
        summary: `${address} has schedule: {once: …}, and a single run is an event, not a state of a manifest`,
        at: document.spanOf(pointer),
        address,
        remedy: `Write state: paused without this schedule. If the run is still to be requested: ${command}${past}`,
      }),
    ];
  });
}

/** Reads the time of a run, also where it is not under `at`; null if cyclectl run takes none of it. */
function readTime(once: unknown): string | null {
  const at = isMap(once) ? once.at : once;
  const time = typeof at === 'string' ? at.replace(/\.\d+/, '') : '';
  return parseInstant(time) === null ? null : time;
}
