import { editYaml } from '../../kit/yaml/edit-yaml.ts';
import { escapePlaceholders } from '../../model/interpolation.ts';
import { keyOrder } from './key-order.ts';

/** A difference that is to be left as it is, as the manifest says it. */
export type IgnoreEntry = {
  /** The path of a field or object beneath the account, as addresses have it. */
  readonly path: string;
  readonly until: string;
  readonly reason: string;
  /** The environments that it is about; null: the only one that there is. */
  readonly environments: readonly string[] | null;
};

/**
 * The text of a manifest file that says of an account what is left as it is, comments kept. Null where that cannot be
 * written without touching something else.
 */
export function writeIgnores(
  text: string,
  documentIndex: number,
  entries: readonly IgnoreEntry[],
): string | null {
  const edits = entries.map(({ path, until, reason, environments }) => ({
    kind: 'set' as const,
    documentIndex,
    path: ['spec', 'ignore', path].map(escapePlaceholders),
    value: {
      until,
      reason: escapePlaceholders(reason),
      ...(environments === null ? {} : { in: environments }),
    },
    order: keyOrder.account,
  }));
  const { text: edited, refused } = editYaml(text, edits);
  return refused.length > 0 ? null : edited;
}
