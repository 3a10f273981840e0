import type { Refusable } from '../../../model/desired/bound.ts';
import type { Refusal } from '../../../model/diagnostic/code-stops.ts';
import type { AccountDiff } from '../../../model/diff/field-diff.ts';

/**
 * What was found while an account was bound that stops its planning, and not its reading: names that are not there in
 * fields that would be written, and what its objects ask for and cannot have.
 */
export function checkUnresolved({ connectors, cycles }: AccountDiff): Refusal[] {
  const found = [...connectors, ...cycles].flatMap(({ desired, fields }) => {
    const { refusals, unresolved }: Refusable = desired;
    const checked = new Map(fields.map((field) => [field.path, field]));
    return [
      ...refusals,
      ...[...unresolved].flatMap(([path, { diagnostic, isHidden }]) => {
        const field = checked.get(path);
        if (isHidden !== true && field?.isChange !== true) return [];
        const { lost, applied = null } = field ?? {};
        return [lost === undefined || applied === null ? diagnostic : toGone(diagnostic)];
      }),
    ];
  });
  return found.filter((each, index) => found.findIndex((other) => isSame(each, other)) === index);
}

// Nobody wrote a wrong name that was right when we sent it.
function toGone(diagnostic: Refusal): Refusal {
  const { remedy = '' } = diagnostic;
  return {
    ...diagnostic,
    detail: 'It was there when it was last applied, and was renamed or deleted since.',
    remedy:
      `Write the name that it has now, or put it back by hand in the console. ${remedy}`.trim(),
  };
}

// A step that is not there is said once, however many of its fields are mapped.
function isSame(left: Refusal, right: Refusal): boolean {
  return left.code === right.code && left.summary === right.summary && left.at === right.at;
}
