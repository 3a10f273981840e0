import type { YamlEdit } from '../../../kit/yaml/apply-edits.ts';
import { updateYaml } from '../../../kit/yaml/update-yaml.ts';
import type { YamlData } from '../../../kit/yaml/yaml-value.ts';
import { toEscapedText } from '../../../model/manifest/interpolation.ts';
import { keyOrder } from '../../../model/manifest/key-order.ts';

/** Difference to ignore, as in the manifest. */
export type IgnoreEntry = {
  /** Path of a field or object below the account, as in addresses. */
  readonly path: string;
  /** Key of an existing entry; null for a new one. Other values of the entry stay. */
  readonly key: string | null;
  readonly until: string;
  readonly reason: string;
  /** Environments of the entry; null keeps the current ones, or means the only one. */
  readonly environments: readonly string[] | null;
  /** Digests of the unmanaged changes that it ignores; null for a field of Git or an object. */
  readonly changes: readonly string[] | null;
};

/**
 * Adds ignores to the text of a manifest, comments kept. Null when that is impossible without
 * another edit.
 */
export function addIgnores(
  text: string,
  documentIndex: number,
  entries: readonly IgnoreEntry[],
): string | null {
  const edits = entries.flatMap(({ path, key, until, reason, environments, changes }) => {
    const location = ['spec', 'ignore', key ?? path].map(toEscapedText);
    const value = {
      until,
      reason: toEscapedText(reason),
      ...(environments === null ? {} : { in: environments }),
      ...(changes === null ? {} : { changes }),
    };
    if (key === null) return [toEdit(location, value, keyOrder.account)];
    const order = Object.keys(value);
    return Object.entries<YamlData>(value).map(([name, each]) =>
      toEdit([...location, name], each, order),
    );
  });
  const set = edits.map((edit) => ({ ...edit, documentIndex }));
  const { text: edited, refused } = updateYaml(text, set);
  return refused.length > 0 ? null : edited;
}

function toEdit(path: readonly string[], value: YamlData, order: readonly string[]): YamlEdit {
  return { kind: 'set', path, value, order };
}
