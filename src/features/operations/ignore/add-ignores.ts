import type { YamlEdit } from '../../../kit/yaml/apply-edits.ts';
import { updateYaml } from '../../../kit/yaml/update-yaml.ts';
import type { YamlData } from '../../../kit/yaml/yaml-value.ts';
import { toEscapedText } from '../../../model/manifest/interpolation.ts';
import { keyOrder } from '../../../model/manifest/key-order.ts';

/** A difference that is to be left as it is, as the manifest says it. */
export type IgnoreEntry = {
  /** The path of a field or object beneath the account, as addresses have it. */
  readonly path: string;
  /** Under which key it is said already; null where it is not. What stands there beside is kept. */
  readonly key: string | null;
  readonly until: string;
  readonly reason: string;
  /** The environments that it is about; null: what is said of them by now, or the only one that there is. */
  readonly environments: readonly string[] | null;
};

/**
 * The text of a manifest file that says of an account what is left as it is, comments kept. Null where that cannot be
 * written without touching something else.
 */
export function addIgnores(
  text: string,
  documentIndex: number,
  entries: readonly IgnoreEntry[],
): string | null {
  const edits = entries.flatMap(({ path, key, until, reason, environments }) => {
    const place = ['spec', 'ignore', key ?? path].map(toEscapedText);
    const value = {
      until,
      reason: toEscapedText(reason),
      ...(environments === null ? {} : { in: environments }),
    };
    if (key === null) return [toEdit(place, value, keyOrder.account)];
    const order = Object.keys(value);
    return Object.entries<YamlData>(value).map(([name, each]) =>
      toEdit([...place, name], each, order),
    );
  });
  const set = edits.map((edit) => ({ ...edit, documentIndex }));
  const { text: edited, refused } = updateYaml(text, set);
  return refused.length > 0 ? null : edited;
}

function toEdit(path: readonly string[], value: YamlData, order: readonly string[]): YamlEdit {
  return { kind: 'set', path, value, order };
}
