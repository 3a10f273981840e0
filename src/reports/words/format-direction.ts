import type { FieldChange } from '../../model/plan/change.ts';

type Moved = FieldChange['moved'];

/** Where it is said: on a line of its own, or in the few words of a tag. */
type Form = 'line' | 'tag';

const directions: Readonly<Record<Moved, Readonly<Record<Form, string>>>> = {
  manifest: both('Git moved'),
  live: { line: 'the service moved since our last apply', tag: 'the service moved' },
  both: both('Git and the service both moved'),
  unknown: both('who moved is not known'),
  earlier: both('as it was before'),
  unfinished: {
    line: 'neither Git nor the service moved; an earlier apply did not finish it',
    tag: 'an earlier apply did not finish it',
  },
  new: both('not set before'),
};

const effects: Partial<Record<Moved, string>> = {
  live: 'this puts it back',
  both: 'this takes what Git says',
  unknown: 'this takes what Git says',
};

/** Who moved a field or an object. */
export function formatDirection({ moved }: { readonly moved: Moved }, form: Form = 'line'): string {
  return directions[moved][form];
}

/** Who moved a field that a plan changes, and what that comes to. */
export function formatPlannedDirection(
  change: { readonly moved: Moved },
  form: Form = 'line',
): string {
  const effect = effects[change.moved];
  return [formatDirection(change, form), ...(effect === undefined ? [] : [effect])].join('; ');
}

function both(says: string): Readonly<Record<Form, string>> {
  return { line: says, tag: says };
}
