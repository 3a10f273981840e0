import { toHash } from '../../../kit/hash.ts';
import { compareTexts } from '../../../kit/text/compare-texts.ts';
import { restWave, type WrittenRollout, type WrittenWave } from '../../../model/manifest/layers.ts';
import { type AccountEntry, toSelectable } from '../../../model/manifest/manifest.ts';
import { parseSelection } from '../../../model/manifest/parse-selection.ts';
import { isSelected } from '../../../model/manifest/selection.ts';

/** A wave with its accounts. */
export type AssignedWave = { readonly name: string; readonly entries: readonly AccountEntry[] };

/**
 * Assigns accounts to waves, each to the first that takes it. A number is taken in the order of the
 * digests of names: fair and repeatable. Only a wave that is written can be empty.
 */
export function makeWaves(
  { waves }: WrittenRollout,
  entries: readonly AccountEntry[],
  environment: string,
): readonly AssignedWave[] {
  let left = entries.toSorted(compareDigests);
  const assigned: AssignedWave[] = [];
  for (const wave of waves) {
    const taken = new Set(select(wave, { left, all: entries.length, environment }));
    assigned.push({ name: wave.name, entries: left.filter((entry) => taken.has(entry)) });
    left = left.filter((entry) => !taken.has(entry));
  }
  const all = left.length === 0 ? assigned : [...assigned, { name: restWave, entries: left }];
  return all.map(({ name, entries: members }) => ({
    name,
    entries: members.toSorted((one, other) => compareTexts(one.key, other.key)),
  }));
}

function compareDigests(one: AccountEntry, other: AccountEntry): number {
  return compareTexts(toHash(one.key), toHash(other.key));
}

function select(
  { select: text, count, percent = 0 }: WrittenWave,
  {
    left,
    all,
    environment,
  }: { readonly left: readonly AccountEntry[]; readonly all: number; readonly environment: string },
): readonly AccountEntry[] {
  if (text === undefined) return left.slice(0, count ?? Math.ceil((all * percent) / 100));
  const parsed = parseSelection([text]);
  if ('diagnostics' in parsed) throw new Error(`The wave selects ${text}, which was valid`);
  return left.filter((entry) => isSelected(parsed.selection, toSelectable(entry, environment)));
}
