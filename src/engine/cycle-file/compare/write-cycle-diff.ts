import type { Json } from '../../../kit/json/json.ts';
import { quote, toLine, writeName } from '../../../kit/text/write-name.ts';
import type { FileSource } from '../../../model/desired/cycle-file/cycle-file.ts';
import type {
  CycleFileChange,
  FileVariableValue,
} from '../../../model/desired/cycle-file/cycle-file-change.ts';
import { writeShownValue } from '../../../model/fields/write-shown-value.ts';

/** What differs between two cycle files, in words: a sentence for each, as they stand in a plan too. */
export function writeCycleDiff(changes: readonly CycleFileChange[]): string[] {
  return changes.map((change) => toLine(writeOne(change)));
}

function writeOne(change: CycleFileChange): string {
  switch (change.kind) {
    case 'renamed':
      return `the cycle is called ${quote(change.after)}, was ${quote(change.before)}`;
    case 'step-added':
      return `step ${quote(change.step)} added: ${writeName(change.says)}`;
    case 'step-removed':
      return `step ${quote(change.step)} removed: ${writeName(change.says)}`;
    case 'step-renamed':
      return `step ${quote(change.before)} is now called ${quote(change.after)}`;
    case 'step-moved':
      return `step ${quote(change.step)} does another work: ${writeName(change.before)} → ${writeName(change.after)}`;
    case 'edge-added':
      return `edge added: ${quote(change.head)} runs after ${quote(change.tail)}`;
    case 'edge-removed':
      return `edge removed: ${quote(change.head)} no longer runs after ${quote(change.tail)}`;
    case 'edge-setting':
      return `edge from ${quote(change.tail)} to ${quote(change.head)}, ${writeSetting(change)}`;
    case 'mapping':
      return writeMapping(change);
    case 'mapping-setting':
      return `${sayTarget(change)}, ${writeSetting(change)}`;
    case 'variable':
      return writeVariable(change);
    case 'setting':
      return `${change.step === null ? '' : `step ${quote(change.step)}, `}${writeSetting(change)}`;
    case 'described':
      return `step ${quote(change.step)}: its connector describes the method otherwise`;
    case 'layout':
      return `step ${quote(change.step)} is drawn elsewhere`;
    case 'opaque':
      return `${change.count} opaque ${change.count === 1 ? 'part differs' : 'parts differ'}; what in them cannot be told`;
  }
}

type SettingChange = Extract<CycleFileChange, { readonly kind: 'setting' }>;

function writeSetting({ name, before, after }: Omit<SettingChange, 'kind' | 'step'>): string {
  return `setting ${writeName(name)}: ${writeJson(before)} → ${writeJson(after)}`;
}

type Target = Pick<
  Extract<CycleFileChange, { readonly kind: 'mapping' }>,
  'step' | 'slot' | 'target'
>;

function sayTarget({ step, slot, target }: Target): string {
  const what = slot === 'parameters' ? 'parameter' : 'field';
  return `${what} ${writeName(target)} of step ${quote(step)}`;
}

function writeMapping(change: Extract<CycleFileChange, { readonly kind: 'mapping' }>): string {
  const { before, after } = change;
  const place = sayTarget(change);
  if (before === null) return `${place} mapped: ${writeSource(after)}`;
  if (after === null) return `${place} no longer mapped, was ${writeSource(before)}`;
  return `${place}: ${writeSource(before)} → ${writeSource(after)}`;
}

function writeVariable(change: Extract<CycleFileChange, { readonly kind: 'variable' }>): string {
  const { name, before, after } = change;
  if (before === null) return `variable ${quote(name)} added: ${writeValue(after)}`;
  if (after === null) return `variable ${quote(name)} removed, was ${writeValue(before)}`;
  return `variable ${quote(name)}: ${writeValue(before)} → ${writeValue(after)}`;
}

function writeValue(value: FileVariableValue | null): string {
  if (value === null || value.value === null) return value?.isSecret ? 'a secret' : 'nothing';
  return quote(value.value);
}

function writeSource(source: FileSource | null): string {
  if (source === null) return 'nothing';
  if (source.kind === 'secret') return 'a secret';
  if (source.kind === 'other') return writeJson(source.written);
  return writeShownValue({ kind: 'plain', value: source });
}

function writeJson(value: Json): string {
  if (value === null) return 'nothing';
  return typeof value === 'string' ? quote(value) : writeName(JSON.stringify(value));
}
