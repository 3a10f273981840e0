import { toFieldPath } from '../../../model/address.ts';
import type { NamedCycle } from '../../../model/desired/bound.ts';
import type { UnresolvedName } from '../../../model/diff/unresolved-name.ts';
import type { LiveCycle, TemplateItem } from '../../../model/live/live.ts';
import type { ObjectRecord } from '../../../model/state/account-state.ts';

const path = toFieldPath('from', 'template');

/**
 * Reports the template of a live cycle as unknown if its original is gone, renamed or hidden.
 * Refuses only writes of the origin. A name changed in Git only is a mistake of its entry.
 */
export function addLostTemplate(
  named: NamedCycle,
  around: {
    readonly live: LiveCycle | null;
    readonly record: ObjectRecord | null;
    readonly templates: readonly TemplateItem[];
  },
): NamedCycle {
  const { source } = named.bound;
  const { live, record, templates } = around;
  if (source.kind !== 'no-template' || live === null) return named;
  const { refusal: diagnostic, lost, name } = source;
  const listed = templates.find(({ id }) => id === live.templateId)?.name;
  const applied = record?.applied[path];
  if (listed !== undefined && (applied?.kind !== 'plain' || applied.value === listed)) return named;
  const hidden = { thing: 'template', name, step: null, isSeveral: false, near: [] } as const;
  const known = lost ?? hidden;
  const near = listed === undefined ? known.near : [...new Set([listed, ...known.near])];
  const miss: UnresolvedName = {
    lost: { ...known, near },
    diagnostic,
    ...(lost === null ? { isHidden: true as const } : {}),
  };
  return {
    ...named,
    refusals: named.refusals.filter((each) => each !== diagnostic),
    unresolved: new Map([...named.unresolved, [path, miss]]),
  };
}
