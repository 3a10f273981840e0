import { isJsonObject, type Json } from '../../kit/json/json.ts';
import { toEntryPointer } from '../../kit/json/json-pointer.ts';
import {
  type CycleFile,
  type FileSource,
  toFileShape,
} from '../../model/desired/cycle-file/cycle-file.ts';
import { listReferences } from '../../model/desired/expression.ts';
import { type CycleShape, findStep, findTarget } from '../../model/live/cycle-shape.ts';
import type { CycleFileReader } from './cycle-file-reader.ts';
import { isSymbol, parsePair, parseSymbol } from './export/parse-symbol.ts';
import { FileFlow } from './file-flow.ts';
import { proseKeys } from './order-keys.ts';

/** Members whose symbols the parser already checked. */
const checkedParts: ReadonlySet<string> = new Set([
  'Id',
  'Method_Id',
  'AccountConnector_Id',
  'ParameterId',
]);

/** Reports texts of a cycle file that name an unknown step, field or variable. */
export function checkNames(look: CycleFileReader, file: CycleFile): void {
  const shape = toFileShape(file);
  const walk = (value: Json, pointer: string): void => {
    if (typeof value === 'string') checkText(look, { text: value, pointer, shape });
    else if (Array.isArray(value)) {
      for (const [index, item] of value.entries())
        walk(item as Json, toEntryPointer(pointer, index));
    } else if (isJsonObject(value)) {
      for (const [name, item] of Object.entries(value)) {
        if (!proseKeys.has(name) && !checkedParts.has(name))
          walk(item, toEntryPointer(pointer, name));
      }
    }
  };
  for (const [name, value] of Object.entries(file.document)) {
    if (name !== 'ExportedConnectors' && !proseKeys.has(name)) walk(value, `/${name}`);
  }
  checkOrder(look, file);
}

type Text = { readonly text: string; readonly pointer: string; readonly shape: CycleShape };

function checkText(look: CycleFileReader, { text, pointer, shape }: Text): void {
  const pair = parsePair(text);
  const label = pair === null ? parseSymbol('step', text) : null;
  if (label !== null) checkReference(look, { pointer, shape, step: label, field: null });
  else if (pair !== null) checkReference(look, { pointer, shape, ...pair });
  else if (isSymbol(text)) {
    look.report('cycle-file-name', pointer, {
      summary: 'This text has the form of a name, in a place that takes none',
      remedy: 'If it is plain text, write a backslash before it.',
    });
  } else {
    for (const { step, field } of listReferences(text)) {
      checkReference(look, { pointer, shape, step, field });
    }
  }
}

function checkReference(
  look: CycleFileReader,
  at: {
    readonly pointer: string;
    readonly shape: CycleShape;
    readonly step: string;
    readonly field: string | null;
  },
): void {
  const { pointer, shape } = at;
  const step = findStep(shape, at.step);
  if (step.kind !== 'one') {
    look.reportName(pointer, { what: 'step', name: at.step, known: step.candidates });
    return;
  }
  if (at.field === null) return;
  const field = findTarget(step.item, 'responses', at.field);
  if (field.kind === 'one') return;
  const what = `response field of step ${JSON.stringify(step.item.label)}`;
  look.reportName(pointer, { what, name: at.field, known: field.candidates });
}

function checkOrder(look: CycleFileReader, file: CycleFile): void {
  const shape = toFileShape(file);
  const flow = new FileFlow(file);
  for (const step of file.steps) {
    let later: ReadonlySet<string> | null = null;
    for (const { source, pointer } of step.mappings) {
      for (const name of listSources(source)) {
        const found = findStep(shape, name);
        if (found.kind !== 'one' || flow.isEarlier(found.item.label, step.label)) continue;
        later ??= flow.listAfter(step.label);
        if (!later.has(found.item.label)) continue;
        look.report('cycle-file-flow', `${pointer}/Value`, {
          summary: `The step ${JSON.stringify(name)} does not run before this one`,
        });
      }
    }
  }
}

/** Steps that a value uses. */
function listSources(source: FileSource): readonly string[] {
  if (source.kind === 'step') return [source.step];
  if (source.kind !== 'expression') return [];
  return [...new Set(listReferences(source.expression).map(({ step }) => step))];
}
