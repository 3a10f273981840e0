import type { FieldChange } from '../../model/plan/change.ts';

type Moved = FieldChange['moved'];

/** On a line of its own, or as a short tag. */
type Form = 'line' | 'tag';

const directions: Readonly<Record<Moved, Readonly<Record<Form, string>>>> = {
  manifest: both('changed in Git'),
  live: { line: 'changed outside Git since our last apply', tag: 'changed outside Git' },
  both: both('changed in both'),
  unknown: both('who changed it is not known'),
  earlier: both('the earlier value'),
  unfinished: {
    line: 'unchanged in Git and outside Git; left unfinished by an earlier apply',
    tag: 'left unfinished by an earlier apply',
  },
  new: both('not set before'),
};

const effects: Partial<Record<Moved, string>> = {
  live: 'this reverts it',
  both: 'this applies the value of Git',
  unknown: 'this applies the value of Git',
};

/** Where a field or an object changed. */
export function formatDirection({ moved }: { readonly moved: Moved }, form: Form = 'line'): string {
  return directions[moved][form];
}

/** Where a planned field changed, and the effect of the plan. */
export function formatPlannedDirection(
  change: { readonly moved: Moved },
  form: Form = 'line',
): string {
  const effect = effects[change.moved];
  return [formatDirection(change, form), ...(effect === undefined ? [] : [effect])].join('; ');
}

function both(text: string): Readonly<Record<Form, string>> {
  return { line: text, tag: text };
}
