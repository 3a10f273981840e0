import { type cycleSettings, isServiceWord } from '../../../../model/fields/cycle-fields.ts';
import type { WholeCycle } from '../../../../model/live/reading.ts';
import type { WrittenCycle } from '../../../../model/manifest/manifest.generated.ts';
import type { DescribeContext } from './describe-context.ts';

type Settings = Pick<WrittenCycle, (typeof cycleSettings)[number]>;

/**
 * Describes the settings of a cycle in the service's words. Leaves out what its file has, and flags of
 * its template; an export has numbers for the words, whose meanings are unknown.
 */
export function describeSettings(
  { live, shape }: WholeCycle,
  { path, isOfFile }: { readonly path: readonly string[]; readonly isOfFile: boolean },
  { notes, isFull }: Pick<DescribeContext, 'notes' | 'isFull'>,
): Settings {
  if (isOfFile && !isFull) return {};
  const words = (['errorAction', 'collectionSplit'] as const).flatMap((name) => {
    const word = live[name];
    if (word === null) return [];
    if (isServiceWord(word)) return [[name, word] as const];
    notes.omit([...path, name], {
      summary: `the service has a word for ${name} that a manifest cannot express`,
      remedy: 'It stays unchanged in the service.',
    });
    return [];
  });
  const flags = (['logRequests', 'shareable'] as const).flatMap((name) => {
    const flag = live[name];
    const isGiven = !isFull && flag === shape?.flags[name];
    return flag === null || isGiven ? [] : [[name, flag] as const];
  });
  return Object.fromEntries([...words, ...flags]);
}
