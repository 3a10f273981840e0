import { toLine } from '../../../kit/text/format-name.ts';
import type { Change, FieldChange } from '../../../model/plan/change.ts';
import type { ChangeBlock, FieldBlock } from '../block.ts';
import { formatPlannedDirection } from '../words/format-direction.ts';
import { formatPath, toObjectPath } from '../words/format-path.ts';
import { formatSingleRun } from '../words/format-single-run.ts';
import { describeNew, isMapping } from './describe-new.ts';
import { makeDifference, makeFieldBlock, makeNewFieldBlock } from './make-field-block.ts';

/** One change of a plan. `isChecked`: the names in its mappings were found in its template. */
export function makeChangeBlock(change: Change, isChecked: boolean): ChangeBlock {
  const reasons = change.reasons.map(toLine);
  const [first = '', ...others] = reasons;
  const object = toObjectPath(change.address);
  const base = {
    is: 'change',
    object,
    path: null,
    brief: '',
    fields: [],
    reasons: others,
  } as const;
  switch (change.verb) {
    case 'create': {
      const isCycle = change.kind === 'cycle';
      const origin = toLine(change.origin);
      return {
        ...base,
        mark: '+',
        // Origin and schedule of a cycle share a line.
        text: isCycle ? [`from ${origin}`, ...reasons.slice(0, 1)].join('; ') : origin,
        brief: describeNew(change, isChecked),
        fields: change.fields.map((field) => makeNewField(change, field)),
        reasons: isCycle ? others : reasons,
      };
    }
    case 'update':
      // The settings of an account need no line of their own.
      if (change.kind === 'account') {
        return { ...base, mark: '~', text: '', fields: makeFields(change), reasons };
      }
      return {
        ...base,
        mark: '~',
        ...(change.impact === 'interrupts'
          ? { text: `interrupts: ${first}`, alarm: 'interruption' }
          : { text: first }),
        fields: makeFields(change),
      };
    case 'replace': {
      // Without an existing object it reads as a new one.
      const isNew = change.fields.every(({ moved }) => moved === 'new');
      return {
        ...base,
        mark: '±',
        text: `replaced by one from ${toLine(change.origin)}; ${first}`,
        alarm: 'loss',
        brief: isNew ? describeNew(change, true) : '',
        fields: isNew
          ? change.fields.map((field) => makeNewField(change, field))
          : makeFields(change),
      };
    }
    case 'adopt':
      return { ...base, mark: '=', text: 'exists already; adopted, nothing is sent', reasons };
    case 'delete':
      return { ...base, mark: '-', text: `deleted: ${first}`, alarm: 'loss' };
    case 'forget': {
      const text = 'no longer in Git: left unchanged and no longer managed';
      const path = change.path === null ? null : formatPath(change.path);
      return { ...base, mark: '·', path, text, reasons };
    }
    case 'run':
      return { ...base, mark: '>', text: formatSingleRun(change), reasons };
  }
}

function makeNewField({ address }: Change, field: FieldChange): FieldBlock {
  return makeNewFieldBlock({ ...field, address }, field.after, !isMapping(field));
}

function makeFields({
  address,
  fields,
}: Extract<Change, { readonly verb: 'update' | 'replace' }>): FieldBlock[] {
  return fields.map((field) =>
    makeFieldBlock({ ...field, address }, makeDifference(field.path, field, ['Now', 'After']), [
      formatPlannedDirection(field),
    ]),
  );
}
