import type { FieldPath } from '../../address.ts';
import type { CycleFile } from './cycle-file.ts';

/** Members of an export that keys of a manifest set too, each in words of its own. */
export const membersByKey: Readonly<Record<string, string>> = {
  errorAction: 'CycleStepErrorAction',
  collectionSplit: 'CycleCollectionSplitType',
  logRequests: 'LogStepDataRequests',
  shareable: 'Shareable',
};

/** Lists the members of an export that a manifest sets by some of its fields. */
export function listOwnSettings(
  fields: ReadonlySet<FieldPath> | ReadonlyMap<FieldPath, unknown>,
): readonly string[] {
  return Object.entries(membersByKey).flatMap(([key, member]) =>
    fields.has(key as FieldPath) ? [member] : [],
  );
}

/** A live cycle with the settings of its file, for those that its manifest sets instead. */
export function withSettingsOf(
  file: Pick<CycleFile, 'settings'>,
  live: CycleFile,
  members: readonly string[],
): CycleFile {
  const others = Object.entries(live.settings).filter(([name]) => !members.includes(name));
  const own = Object.entries(file.settings).filter(([name]) => members.includes(name));
  return { ...live, settings: Object.fromEntries([...others, ...own]) };
}
