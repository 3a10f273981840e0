import type { Refusable } from '../../../model/desired/bound.ts';
import type { Refusal } from '../../../model/diagnostic/diagnostic.ts';
import { isChanged } from '../../../model/diff/disposition.ts';
import type { AccountDiff } from '../../../model/diff/field-diff.ts';

/**
 * Lists problems of binding that stop a plan and not a read: unknown names in fields to write, and
 * requirements that cannot be met.
 */
export function checkUnresolved({ connectors, cycles }: AccountDiff): Refusal[] {
  const found = [...connectors, ...cycles].flatMap(({ desired, fields }) => {
    const { refusals, unresolved }: Refusable = desired;
    const checked = new Map(fields.map((field) => [field.path, field]));
    return [
      ...refusals,
      ...[...unresolved].flatMap(([path, { diagnostic, isHidden }]) => {
        const field = checked.get(path);
        if (isHidden !== true && (field === undefined || !isChanged(field))) return [];
        const { lost, applied = null } = field ?? {};
        return [lost === undefined || applied === null ? diagnostic : toGone(diagnostic)];
      }),
    ];
  });
  return found.filter((each, index) => found.findIndex((other) => isSame(each, other)) === index);
}

// The name was right when we sent it.
function toGone(diagnostic: Refusal): Refusal {
  const { remedy = '' } = diagnostic;
  return {
    ...diagnostic,
    detail: 'It existed at the last apply, and was renamed or deleted since.',
    remedy: `Write its current name, or restore it in the console. ${remedy}`.trim(),
  };
}

// A missing step is reported once for all its fields.
function isSame(left: Refusal, right: Refusal): boolean {
  return left.code === right.code && left.summary === right.summary && left.at === right.at;
}
