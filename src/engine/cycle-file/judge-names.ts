import { isJsonObject, type Json } from '../../kit/json/json.ts';
import { extendPointer } from '../../kit/json/json-pointer.ts';
import {
  type CycleFile,
  type FileSource,
  toFileShape,
} from '../../model/desired/cycle-file/cycle-file.ts';
import { referencesOf } from '../../model/desired/expression.ts';
import { type CycleShape, findStep, findTarget } from '../../model/live/cycle-shape.ts';
import { isSymbol, readPair, readSymbol } from './export/read-symbol.ts';
import { FileFlow } from './file-flow.ts';
import type { FileLook } from './file-look.ts';
import { proseKeys } from './order-keys.ts';

/** Members whose symbols were judged where they were read. */
const judged: ReadonlySet<string> = new Set([
  'Id',
  'Method_Id',
  'AccountConnector_Id',
  'ParameterId',
]);

/** Says which texts of a cycle file name a step, field or variable that it does not have. */
export function judgeNames(look: FileLook, file: CycleFile): void {
  const shape = toFileShape(file);
  const walk = (value: Json, pointer: string): void => {
    if (typeof value === 'string') judgeText(look, { text: value, pointer, shape });
    else if (Array.isArray(value)) {
      for (const [index, item] of value.entries())
        walk(item as Json, extendPointer(pointer, index));
    } else if (isJsonObject(value)) {
      for (const [name, item] of Object.entries(value)) {
        if (!proseKeys.has(name) && !judged.has(name)) walk(item, extendPointer(pointer, name));
      }
    }
  };
  for (const [name, value] of Object.entries(file.document)) {
    if (name !== 'ExportedConnectors' && !proseKeys.has(name)) walk(value, `/${name}`);
  }
  judgeOrder(look, file);
}

type Text = { readonly text: string; readonly pointer: string; readonly shape: CycleShape };

function judgeText(look: FileLook, { text, pointer, shape }: Text): void {
  const pair = readPair(text);
  const label = pair === null ? readSymbol('step', text) : null;
  if (label !== null) judgeReference(look, { pointer, shape, step: label, field: null });
  else if (pair !== null) judgeReference(look, { pointer, shape, ...pair });
  else if (isSymbol(text)) {
    look.report('cycle-file-name', pointer, {
      summary: 'This names something of a step, and stands where nothing of the kind can be',
      remedy: 'If it is meant as text, write a backslash before it.',
    });
  } else {
    for (const { step, field } of referencesOf(text)) {
      judgeReference(look, { pointer, shape, step, field });
    }
  }
}

function judgeReference(
  look: FileLook,
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

function judgeOrder(look: FileLook, file: CycleFile): void {
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

/** The steps that a value is taken from. */
function listSources(source: FileSource): readonly string[] {
  if (source.kind === 'step') return [source.step];
  if (source.kind !== 'expression') return [];
  return [...new Set(referencesOf(source.expression).map(({ step }) => step))];
}
