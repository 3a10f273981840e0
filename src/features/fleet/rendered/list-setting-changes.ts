import type { RenderedAccount } from '../../../engine/observe/find-document.ts';
import { listSettings } from '../../../engine/validate/layers/merge-layers.ts';
import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { toMembers } from '../../../kit/json/json.ts';

/** A part of a manifest that is there on one side alone, or has another value. */
export type SettingChange = {
  readonly kind: 'added' | 'removed' | 'changed';
  /** Path of a setting, of a connector or of a cycle; empty for the account as a whole. */
  readonly path: readonly string[];
  /** Values of a setting; absent on a side that does not have it. */
  readonly before?: unknown;
  readonly after?: unknown;
};

/** Sections whose entries are objects, which come and go as a whole. */
const sections = ['connectors', 'cycles'] as const;

/** Lists the differences between two manifests of an account; null is none. */
export function listSettingChanges(
  before: RenderedAccount | null,
  after: RenderedAccount | null,
): readonly SettingChange[] {
  if (before === null && after === null) return [];
  if (before === null) return [{ kind: 'added', path: [] }];
  if (after === null) return [{ kind: 'removed', path: [] }];
  const objects = sections.flatMap((section) => {
    const was = toMembers(before.settings[section]);
    const is = toMembers(after.settings[section]);
    return [
      ...listMissing(is, was).map((key) => ({ kind: 'added', path: [section, key] }) as const),
      ...listMissing(was, is).map((key) => ({ kind: 'removed', path: [section, key] }) as const),
    ];
  });
  const isWhole = (path: readonly string[]) =>
    objects.some((each) => each.path.every((name, index) => name === path[index]));
  const [was, is] = [toValues(before), toValues(after)];
  const settings = [...new Map([...was, ...is])].flatMap(([key, { path }]): SettingChange[] => {
    const [old, own] = [was.get(key)?.value, is.get(key)?.value];
    if (isSameJson(old ?? null, own ?? null) || isWhole(path)) return [];
    return [
      {
        kind: old === undefined ? 'added' : own === undefined ? 'removed' : 'changed',
        path,
        ...(old === undefined ? {} : { before: old }),
        ...(own === undefined ? {} : { after: own }),
      },
    ];
  });
  return [...objects, ...settings];
}

function listMissing(map: object, other: object): readonly string[] {
  return Object.keys(map).filter((key) => !Object.hasOwn(other, key));
}

function toValues({ metadata, id, settings }: RenderedAccount) {
  const labels = Object.entries(metadata.labels ?? {}).map(([label, value]) => ({
    path: ['labels', label],
    value,
  }));
  const found = [{ path: ['id'], value: id }, ...labels, ...listSettings(settings)];
  return new Map(found.map((each) => [JSON.stringify(each.path), each]));
}
